// The small moves that all steps of a task share.
import type { Criterion } from '../criterion/criterion.ts';
import type { ChildDraft, Decision } from '../decision.ts';
import type { Said } from '../fact/fact.ts';
import type { Instant } from '../ids.ts';
import type { Notice, NoticeDraft } from '../notice.ts';
import { known, type Learned, learn } from '../parts/known.ts';
import type { Question } from '../question/question.ts';
import type { Run, RunSpec } from '../run/run.ts';
import type { Known, Task, TaskSpec, TaskState, TaskStep } from './task.ts';

export { copyOf, known, placeOf } from '../parts/known.ts';

export type TaskView = {
  readonly thing: Task;
  /** Tasks among them are its features. */
  readonly children: readonly (Run | Criterion | Task)[];
  readonly notices: readonly Notice[];
  readonly questions: readonly Question[];
  readonly slot: { readonly kind: 'held' | 'waiting' | 'none' };
  readonly now: Instant;
};

export type TaskDecision = Decision<TaskState>;
export type Step<Kind extends TaskStep['kind']> = Extract<TaskStep, { kind: Kind }>;

/** At the same step, and wiser. */
export const learning = (state: TaskState, learned: Learned<Known>): TaskState => ({
  ...state,
  known: learn(state.known, learned),
});

/** To the next step. */
export function go(
  state: TaskState,
  at: TaskStep,
  said: readonly Said[] = [],
  learned: Learned<Known> = {},
): { readonly state: TaskState; readonly said: readonly Said[] } {
  return { state: { ...learning(state, learned), at }, said };
}

export const advance = (
  state: TaskState,
  at: TaskStep,
  said: readonly Said[] = [],
  learned: Learned<Known> = {},
): TaskDecision => ({ kind: 'advance', ...go(state, at, said, learned) });

export const advanceTelling = (
  state: TaskState,
  notices: readonly NoticeDraft[],
  said: readonly Said[] = [],
): TaskDecision => ({ kind: 'advance', state, said, notices });

export const wait = (on: string): TaskDecision => ({ kind: 'wait', until: null, on });

/** Spawns the run under the next number and hands its key to whoever waits: `last`. */
export function startRun(state: TaskState, spec: RunSpec, said: readonly Said[] = []): TaskDecision {
  const child: ChildDraft = { kind: 'run', key: `run-${state.runs + 1}`, spec, state: { kind: 'requested' } };
  return { kind: 'spawn', children: [child], state: { ...state, runs: state.runs + 1 }, said };
}

/** The run that this step started, if it did: steps start one run at a time, and each step names its purpose. */
export function lastRun(view: TaskView): Run | null {
  const key = `run-${view.thing.state.runs}`;
  return view.children.find((child): child is Run => child.kind === 'run' && child.key === key) ?? null;
}

export const criteria = (view: TaskView): readonly Criterion[] =>
  view.children.filter((child): child is Criterion => child.kind === 'criterion');

/** Those that are worked on at once, in their order. */
export const membersOf = (
  children: TaskView['children'],
  { members }: Pick<Step<'developing_group'>, 'members'>,
): readonly Criterion[] =>
  members.flatMap(({ key }) =>
    children.filter((each): each is Criterion => each.kind === 'criterion' && each.key === key),
  );

/** Who analyzes, or plans from the analysis, in order. */
export const analysts = (
  spec: TaskSpec,
  at: { readonly agents?: readonly string[]; readonly role?: 'plan' },
): readonly string[] => at.agents ?? spec.settings.agents[at.role ?? 'analyze'];

/** Of those that did it beside one another the one whose change is this task's; undefined: it was done here. */
export const takenIn = ({ thing, children }: Pick<TaskView, 'thing' | 'children'>): Task | undefined =>
  children.find((child): child is Task => child.kind === 'task' && child.id === thing.state.known.work.taken);

/** Who made the change last. */
export const developerOf = (view: Pick<TaskView, 'thing' | 'children'>): string | null => {
  const last = criteria(view as TaskView).at(-1);
  return last?.spec.agents[last.state.agent] ?? takenIn(view)?.spec.settings.agents.develop[0] ?? null;
};

/** Whoever made the change comes last. */
export const reviewers = (view: Pick<TaskView, 'thing' | 'children'>): readonly string[] =>
  withLast(view.thing.spec.settings.agents.review, developerOf(view));

/** Whoever planned comes last; a person's own plan is anybody's to read. */
export const planReaders = ({ spec, state }: Task): readonly string[] =>
  withLast(spec.settings.agents.review, spec.plan === null ? (state.known.work.report?.by ?? null) : null);

/** Appointed by the person, or else whoever is installed. */
export const advisers = ({ spec: { settings } }: Pick<Task, 'spec'>): readonly string[] =>
  settings.appointed?.includes('advise') === true ? settings.agents.advise : (settings.advisers ?? []);

/** Not the one that is stuck. */
export const advisersFor = (thing: Pick<Task, 'spec'>, { spec, state }: Criterion): readonly string[] =>
  advisers(thing).filter((agent) => agent !== spec.agents[state.agent]);

const withLast = (agents: readonly string[], last: string | null): readonly string[] => [
  ...agents.filter((agent) => agent !== last),
  ...agents.filter((agent) => agent === last),
];

/** Of the criterion that is worked on; rounds of a fix are of that fix. */
export const labelAt = (state: TaskState, { index, key }: Pick<Step<'developing'>, 'index' | 'key'>): string =>
  known(state, 'work', 'plan').criteria[index]?.label ?? key.replace(/\.\d+$/, '');

/** Of a round that is of no criterion of the plan: one of those may be called as it would be. */
export function keyBeside(state: TaskState, word: 'FIX' | 'REVIEW', number: number): string {
  const key = `${word}-${number}`;
  const { criteria: planned } = known(state, 'work', 'plan');
  return planned.some(({ label }) => label === key) ? `${key}-WHOLE` : key;
}

/** Said before there was anybody to tell, for the first prompt. Null: nothing. */
export const wordsBefore = ({ said }: TaskState): string | null => (said.length > 0 ? said.join('\n') : null);

export const minutes = (count: number): number => count * 60_000;

/** A person named an agent that there is not: they are asked once more. */
export const unknownAgent = (state: TaskState, back: TaskStep, words: string): TaskDecision =>
  advance(state, back, [{ kind: 'agent_unknown', data: { agent: words.trim() } }]);
