// The small moves that all steps of a task share.
import type { Criterion } from '../criterion/criterion.ts';
import type { ChildDraft, Decision } from '../decision.ts';
import type { Said } from '../fact/fact.ts';
import type { Instant } from '../ids.ts';
import type { Notice, NoticeDraft } from '../notice.ts';
import type { Question } from '../question/question.ts';
import type { Run, RunSpec } from '../run/run.ts';
import { phaseByHand } from './manual/step-request.ts';
import { type Known, phaseOf, type Task, type TaskSpec, type TaskState, type TaskStep } from './task.ts';

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

/** To the next step; entering another phase is a fact of its own. */
export function go(
  state: TaskState,
  at: TaskStep,
  said: readonly Said[] = [],
  known: Partial<Known> = {},
): { readonly state: TaskState; readonly said: readonly Said[] } {
  const own = phaseOf(at);
  const phase = (own === 'release' ? null : phaseByHand(state)) ?? own;
  const entered: readonly Said[] =
    phase === state.phase ? [] : [{ kind: 'phase_entered', data: { phase, left: state.phase } }];
  return { state: { ...state, at, phase, known: { ...state.known, ...known } }, said: [...said, ...entered] };
}

export const advance = (
  state: TaskState,
  at: TaskStep,
  said: readonly Said[] = [],
  known: Partial<Known> = {},
): TaskDecision => ({ kind: 'advance', ...go(state, at, said, known) });

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
  return (view.children.find((child): child is Run => child.kind === 'run' && child.key === key) ?? null) as Run | null;
}

export const criteria = (view: TaskView): readonly Criterion[] =>
  view.children.filter((child): child is Criterion => child.kind === 'criterion');

/** Who analyzes, or plans from the analysis, in order. */
export const analysts = (
  spec: TaskSpec,
  at: { readonly agents?: readonly string[]; readonly role?: 'plan' },
): readonly string[] => at.agents ?? spec.settings.agents[at.role ?? 'analyze'];

/** Who made the change last. */
export const developerOf = (view: Pick<TaskView, 'children'>): string | null => {
  const last = criteria(view as TaskView).at(-1);
  return last?.spec.agents[last.state.agent] ?? null;
};

/** Whoever made the change comes last. */
export function reviewers(view: Pick<TaskView, 'thing' | 'children'>): readonly string[] {
  const developer = developerOf(view);
  const { review } = view.thing.spec.settings.agents;
  return [...review.filter((agent) => agent !== developer), ...review.filter((agent) => agent === developer)];
}

/** What must be known by now; its absence is a bug. */
export function known<Key extends keyof Known>(state: TaskState, key: Key): NonNullable<Known[Key]> {
  const value = state.known[key];
  if (value === null || value === undefined) throw new Error(`${key} is not known at ${state.at.kind}`);
  return value;
}

export const minutes = (count: number): number => count * 60_000;
