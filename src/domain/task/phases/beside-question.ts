// What is worked on while the question `submit` is open: parts of the change are put back one by one beside the person's reading.
// It goes by the rows of its own steps, as if the task stood there; the question stays where it is, and says how far that has come.
import type { Applied } from '../../decision.ts';
import { livingOf, restUntilEnded, tellAll } from '../../parts/stop.ts';
import { answerOf, retried } from '../ask.ts';
import { advance, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { hunksOf } from '../settings/freeze.ts';
import type { StepKind, StepRow } from '../step-row.ts';
import type { Task, TaskSpec, TaskState, TaskStep } from '../task.ts';
import { type Progress, progressOf } from './hunks.ts';
import { asksOfParts, askToSubmit } from './submit/question.ts';

type Asking = Step<'asking'>;
type Submitting = Step<'submitting'>;
type RowOf = (at: TaskStep) => StepRow<StepKind>;

const besideOf = (at: TaskStep): TaskStep | null =>
  at.kind === 'asking' && at.back.kind === 'submitting' ? (at.back.beside ?? null) : null;

/** What the task stands at beside its question; null: nothing is worked on there. */
export function standingBeside(thing: Task): Task | null {
  const beside = besideOf(thing.state.at);
  return beside === null ? null : { ...thing, state: { ...thing.state, at: beside } };
}

/** The same question, and what was made of what is beside it. */
export const putBeside = (asking: TaskStep, { state, ...rest }: Applied<TaskState>): Applied<TaskState> => ({
  ...rest,
  state: { ...state, at: withBeside(asking as Asking, state.at) },
});

const withBeside = (asking: Asking, beside: TaskStep): Asking => ({
  ...asking,
  back: { ...(asking.back as Submitting), beside },
});

/** What comes next beside the question; null: nothing does, or the answer is to be followed. */
export function workBeside(view: TaskView, asking: Asking, rowOf: RowOf): TaskDecision | null {
  const inner = standingBeside(view.thing);
  if (inner === null) return null;
  if (retried(view) !== undefined) return null;
  const answer = answerOf(view.questions, asking);
  const { at } = inner.state;
  if (answer !== null) return goesOn(view.thing.spec, answer.choice) ? null : endFirst(view, asking);
  if (at.kind === 'submitting') return tellAllIsTried(view, asking);
  const progress = progressOf(at);
  // It is in trouble, or the tree is to be had anew: that is asked, or done, first.
  if (progress === null && at.kind !== 'recording_test')
    return { ...stop(view.thing.state, at), closeQuestions: 'parts of the change could not be tried' };
  if (progress !== null && isNews(view, asking, progress)) return reword(view, asking, asking.back);
  const decided = rowOf(at).decide({ ...view, thing: inner }, at);
  return 'state' in decided
    ? { ...decided, state: { ...decided.state, at: withBeside(asking, decided.state.at) } }
    : decided;
}

const stop = (state: TaskState, at: TaskStep) => ({ kind: 'advance', state: { ...state, at }, said: [] }) as const;

/** The next question has it beside it as well; or all of it is waited for before anything leaves. */
const goesOn = ({ settings }: TaskSpec, choice: string): boolean =>
  choice === 'edit' || choice === 'some' || (isYes(choice) && hunksOf(settings) === 'ask');
const isYes = (choice: string): boolean => choice === 'submit' || choice === 'submit_with_protected';

/** What runs says nothing any more; null: nothing runs. */
function endFirst({ thing: { state }, children }: TaskView, asking: Asking): TaskDecision | null {
  const living = livingOf(children);
  if (living.length > 0)
    return asking.ending === true
      ? restUntilEnded
      : { ...stop(state, { ...asking, ending: true }), notices: tellAll(living, 'cancel') };
  return state.fetched === state.runs ? null : advance({ ...state, fetched: state.runs }, asking);
}

/** What is shown is a number that nothing but this makes: it is told anew once for each. */
function isNews({ questions }: TaskView, { key }: Asking, { tried, of }: Progress): boolean {
  const open = questions.find((each) => each.key === key);
  const { still } = (open?.shown ?? {}) as { readonly still?: Progress };
  return open?.state.kind === 'open' && (still?.tried !== tried || still.of !== of);
}

function reword(view: TaskView, asking: Asking, back: TaskStep): TaskDecision {
  const { state } = view.thing;
  const asked = askToSubmit(view, back as Submitting);
  if (asked.kind !== 'ask') throw new Error('what is to be submitted is asked');
  return { ...stop(state, { ...asking, back }), reworded: { ...asked.question, key: asking.key } };
}

const closing = {
  hunks: 'parts of the change were found that no test demands',
  values: 'tests were found that pass whatever value they expect',
} as const;

/** What needs a yes that was not asked for before is another question: no answer covers what it did not show. */
function tellAllIsTried(view: TaskView, asking: Asking): TaskDecision {
  const { beside: _tried, ...back } = asking.back as Submitting;
  const found = asksOfParts(view.thing.state);
  return found === null
    ? reword(view, asking, back)
    : { ...stop(view.thing.state, back), closeQuestions: closing[found] };
}
