// The board: what needs a person first, then what is at work, then the rest.
import { useSignal } from '@preact/signals';
import type { QuestionView } from '../../../src/contract/question.ts';
import type { TaskSummary } from '../../../src/contract/task.ts';
import { PhaseStrip } from '../parts/phase-strip.tsx';
import { QuestionCard } from '../parts/question-card.tsx';
import { markOf, Sign } from '../parts/sign.tsx';
import { taskLink } from '../route.ts';
import { stuck, world } from '../state/live.ts';
import { type Group, groupOf, type World } from '../state/world.ts';
import { age, spent } from '../words/amounts.ts';
import { told, toldText } from '../words/told.ts';
import { say } from '../words/words.ts';
import { Chains } from './chains.tsx';

/** Who asks stands with its question, at the top. */
const groups: readonly Group[] = ['red', 'runs', 'rests', 'over'];

export function BoardPage() {
  const filter = useSignal('');
  const seen = world.value;
  const words = say();
  if (seen === null) return <p class="quiet">{words.loading} …</p>;
  const tasks = [...seen.tasks.values()].filter((task) => fits(task, filter.value));
  const grouped = Map.groupBy(inOrder(tasks), (task) => groupOf(task, stuck.value));
  return (
    <>
      <div class="top">
        <h1 tabIndex={-1}>{words.board}</h1>
        <Sums world={seen} />
        <label class="find">
          <span class="unseen">{words.find}</span>
          <input
            type="search"
            id="find"
            placeholder={words.find}
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </label>
      </div>
      <Questions world={seen} />
      <Standstills world={seen} />
      <Chains />
      {seen.tasks.size === 0 ? <Nothing /> : null}
      {seen.tasks.size > 0 && tasks.length === 0 ? <p class="quiet">{words.nothingFits}</p> : null}
      {groups.map((group) => (
        <GroupView key={group} group={group} tasks={grouped.get(group) ?? []} />
      ))}
    </>
  );
}

const fits = ({ id, text, state }: TaskSummary, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${id} ${text} ${told(state)}`.toLowerCase().includes(word));

/** Newest first; features below the task they are of. */
function inOrder(tasks: readonly TaskSummary[]): readonly TaskSummary[] {
  const made = new Map(tasks.map(({ id, created_at }) => [id, created_at]));
  const rootTime = ({ part, created_at }: TaskSummary) => made.get(part?.parent ?? '') ?? created_at;
  return tasks.toSorted(
    (one, other) => rootTime(other) - rootTime(one) || (one.part?.number ?? 0) - (other.part?.number ?? 0),
  );
}

function Sums({ world: { board, questions, tasks } }: { readonly world: World }) {
  const words = say();
  const running = [...tasks.values()].filter((task) => groupOf(task, stuck.value) === 'runs').length;
  const today = spent(board.spend.today);
  return (
    <p class="sums quiet">
      {words.questionsOpen(questions.length)} · {words.tasksAtWork(running)}
      {today === '' ? '' : ` · ${today} ${words.today}`}
    </p>
  );
}

function Questions({ world: { questions, tasks } }: { readonly world: World }) {
  const words = say();
  return (
    <section aria-labelledby="needs-you">
      <h2 class="group" id="needs-you">
        {words.asks} <span class="quiet">{questions.length}</span>
      </h2>
      {questions.length === 0 ? (
        <p class="calm">
          <span class="mark good" aria-hidden="true">
            ✓
          </span>{' '}
          {words.nothingAsks}
        </p>
      ) : (
        <ul class="rows">
          {questions.map((question) => (
            <QuestionRow
              key={question.id}
              question={question}
              task={tasks.get(question.task)}
              only={questions.length === 1}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type QuestionRowProps = {
  readonly question: QuestionView;
  /** Sessions, chains and runs ask too. */
  readonly task: TaskSummary | undefined;
  readonly only: boolean;
};

/** Opened, it is answered in its place; what is in it is made then. */
function QuestionRow({ question, task, only }: QuestionRowProps) {
  const { kinds } = say();
  const card = useSignal<'none' | 'shown' | 'folded'>(only ? 'shown' : 'none');
  const fold = (event: Event) => {
    event.preventDefault();
    card.value = card.value === 'shown' ? 'folded' : 'shown';
  };
  const first = question.text.trim().split('\n', 1)[0] ?? '';
  return (
    <li class="asks">
      <details open={card.value === 'shown'}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: who presses a summary presses a button */}
        <summary class="row" onClick={fold}>
          <Sign sign="?" tone="ask" word={kinds[question.kind] ?? question.kind} />
          <span class="what">
            <span class="mono id">{question.about}</span> <span class="text">{task?.text ?? toldText(first)}</span>
          </span>
          {task === undefined ? <span /> : <PhaseStrip task={task} />}
          <span class="state quiet">{toldText(first)}</span>
          <span class="age quiet">{age(question.asked_at)}</span>
          <span class="cost quiet">{task === undefined ? '' : spent(task.spend)}</span>
        </summary>
        {card.value === 'none' ? null : <QuestionCard question={question} />}
      </details>
    </li>
  );
}

function Standstills({ world: { board } }: { readonly world: World }) {
  const overlaps = board.overlaps ?? [];
  const { uncompared = 0 } = board;
  if (board.standstills.length + overlaps.length + uncompared === 0) return null;
  const words = say();
  return (
    <ul class="warnings">
      {board.standstills.map(({ about, since, why, todo }) => (
        <li key={`${about} ${since} ${why}`}>
          <span class="mark bad" aria-hidden="true">
            !
          </span>{' '}
          <strong class="mono">{about}</strong> {told(why)} <span class="quiet">({words.since(age(since))})</span>
          {todo === '' ? null : <div class="quiet">{told(todo)}</div>}
        </li>
      ))}
      {overlaps.map(({ tasks: [one, other], path, conflicts }) => (
        <li key={`${one} ${other} ${path}`}>
          <span class="mark ask" aria-hidden="true">
            !
          </span>{' '}
          {words.overlap(one, other, path)}
          {conflicts ? `; ${words.doNotMerge}` : ''}
        </li>
      ))}
      {uncompared === 0 ? null : <li class="quiet">{words.uncompared(uncompared)}</li>}
    </ul>
  );
}

function Nothing() {
  const words = say();
  return (
    <div class="empty">
      <p>{words.nothingAtAll}</p>
      <p class="quiet">{words.nothingAtAllHint}</p>
      <a class="button primary" href="#/new">
        {words.newTask}
      </a>
    </div>
  );
}

function GroupView({ group, tasks }: { readonly group: Group; readonly tasks: readonly TaskSummary[] }) {
  if (tasks.length === 0) return null;
  const words = say();
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2 class="group" id={`group-${group}`}>
        {words[group]} <span class="quiet">{tasks.length}</span>
      </h2>
      <ul class="rows">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskRow({ task }: { readonly task: TaskSummary }) {
  const words = say();
  const mark = markOf(task, stuck.value.has(task.id));
  const { part } = task;
  return (
    <li class={part === undefined ? 'row' : 'row part'}>
      <Sign {...mark} />
      <a class="what" href={taskLink(task.id)}>
        <span class="mono id">{task.id}</span> <span class="text">{task.text}</span>
      </a>
      <PhaseStrip task={task} />
      <span class="state quiet">
        {part === undefined
          ? told(task.state)
          : (part.rival ? words.rivalOf : words.featureOf)(part.number, part.of, part.parent)}
      </span>
      <span class="age quiet">{age(task.since)}</span>
      <span class="cost quiet">{spent(task.spend)}</span>
    </li>
  );
}
