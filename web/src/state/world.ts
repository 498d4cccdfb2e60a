// What the page knows: rows as they were asked for, and what was heard since. A fact changes them, or says which row is to be asked for again.
import type { QuestionView } from '../../../src/contract/question.ts';
import type { Board } from '../../../src/contract/service.ts';
import type { JournalEvent } from '../../../src/contract/session.ts';
import type { Phase, TaskDetail, TaskSummary } from '../../../src/contract/task.ts';

export type World = {
  /** Of the last fact that is in it. */
  readonly position: number;
  readonly tasks: ReadonlyMap<string, TaskSummary>;
  readonly questions: readonly QuestionView[];
  readonly board: Pick<Board, 'standstills' | 'overlaps' | 'uncompared' | 'spend'>;
};

/** What is to be asked for again. */
export type Want =
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'questions' }
  /** What is counted over all: spend, standstills, overlaps. */
  | { readonly kind: 'board' };

export const fromBoard = ({ position, tasks, questions, ...board }: Board): World => ({
  position: position ?? 0,
  tasks: new Map(tasks.map((task) => [task.id, task])),
  questions,
  board,
});

export type Heard = { readonly world: World; readonly wants: readonly Want[] };

/** Pure. A fact that was heard before changes nothing. */
export function hear(world: World, event: JournalEvent): Heard {
  if (event.position <= world.position) return { world, wants: [] };
  const known = { ...world, position: event.position };
  const task = taskOf(event);
  const wants: Want[] = task === null ? [] : [{ kind: 'task', id: task }];
  switch (event.type) {
    case 'phase_entered':
      return { world: enter(known, task, event), wants };
    case 'question_answered':
      return { world: without(known, String(event.data.question)), wants: [...wants, { kind: 'questions' }] };
    case 'question_asked':
    case 'session_ended':
    case 'chain_ended':
      return { world: known, wants: [...wants, { kind: 'questions' }] };
    case 'run_ended':
      return { world: known, wants: [...wants, { kind: 'board' }] };
    default:
      return { world: known, wants };
  }
}

/** Runs, sessions and chains are no tasks; a criterion is told of by its task. */
export function taskOf({ thing, task }: Pick<JournalEvent, 'thing' | 'task'>): string | null {
  const id = task ?? thing.split('/')[0] ?? '';
  return /^[rsmx]\d+$/.test(id) || id === 'audit' || id === '' ? null : id;
}

/** Of a session or a message to one. */
export const isOfSession = ({ thing, task }: Pick<JournalEvent, 'thing' | 'task'>): boolean =>
  /^[sm]\d+$/.test(thing) || /^s\d+$/.test(task ?? '');

export const isOfChain = ({ thing, task }: Pick<JournalEvent, 'thing' | 'task'>): boolean =>
  /^x\d+$/.test(task ?? thing);

function enter(world: World, id: string | null, { data, ts }: JournalEvent): World {
  const task = world.tasks.get(id ?? '');
  if (task === undefined) return world;
  return withTask(world, { ...task, phase: String(data.phase) as Phase, since: Date.parse(ts) });
}

export const withTask = (world: World, task: TaskSummary): World => ({
  ...world,
  tasks: new Map([...world.tasks, [task.id, task]]),
});

/** Its page tells what its features ask as well; on the board each of them stands for itself. */
export function withDetail(world: World, task: TaskDetail): World {
  const own = task.open_questions.filter((question) => question.task === task.id).map(({ id }) => id);
  return withTask(world, { ...task, questions: own });
}

/** What its page asks: its own, and that of its features. Whoever answers anywhere closes it here at once. */
export function askedOf(world: World, task: TaskDetail): readonly QuestionView[] {
  const shown = new Set(task.open_questions.map(({ id }) => id));
  return world.questions.filter((question) => question.task === task.id || shown.has(question.id));
}

const without = (world: World, question: string): World => ({
  ...world,
  questions: world.questions.filter(({ id }) => id !== question),
});

/** Open questions, as they stand now. */
export const withQuestions = (world: World, questions: readonly QuestionView[]): World => ({ ...world, questions });

export type Group = 'asks' | 'red' | 'runs' | 'rests' | 'over';

/** In which part of the board a task stands: what needs a person first. */
export function groupOf(task: TaskSummary, stuck: ReadonlySet<string>): Group {
  if (task.questions.length > 0) return 'asks';
  if (stuck.has(task.id)) return 'red';
  if (task.outcome === 'failed' || task.outcome === 'not_verified') return 'red';
  if (task.outcome !== null) return 'over';
  return task.paused ? 'rests' : 'runs';
}
