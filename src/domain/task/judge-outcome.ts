// What a task comes to, by what is known of it.

import { weakerIn } from '../evidence/verdict.ts';
import { type Feature, isOver } from '../feature/feature.ts';
import type { PlannedCriterion } from '../plan/plan.ts';
import type { TaskView } from './moves.ts';
import type { TaskOutcome } from './outcome.ts';
import { proposedPlan } from './proposed-plan.ts';
import type { Task, TaskState, TaskStep } from './task.ts';

/** What nothing here speaks for: gates without a say, and criteria that a file alone says were met elsewhere. With any of them the task is not verified. */
export const unverifiedIn = ({ spec, state }: Pick<Task, 'spec' | 'state'>): readonly string[] => {
  const elsewhere = (spec.continues?.done ?? []).map((label) => `${label} (met elsewhere, as its file says)`);
  return [...new Set([...state.known.work.unverified, ...elsewhere])];
};

/** Proven only where every gate that matters has spoken. */
export function outcomeOf(thing: Pick<Task, 'spec' | 'state'>, why: string): TaskOutcome {
  const { state } = thing;
  const unverified = unverifiedIn(thing);
  const {
    delivery: { pullRequest },
    environment: { verification },
  } = state.known;
  const { open, doubts, request } = leftOfFeatures(state);
  const seen = verification === undefined || verification.verdict === 'resolved' ? null : verification;
  const against = [
    ...doubts,
    ...(seen === null ? [] : [`the last look says ${seen.verdict} in ${seen.env}`]),
    ...(unverified.length > 0 ? [`not verified: ${unverified.join(', ')}`] : []),
  ];
  if (against.length > 0) return { kind: 'not_verified', why: [why, ...against].join('; '), open };
  const { results, weaker = null } = state.known.work;
  // By the tests of its last tree, or by those of its features.
  const by = weakerIn(results) ?? weaker;
  return { kind: (pullRequest ?? request) === null ? 'proven' : 'released', why, open, ...(by && { weaker: by }) };
}

export const release = (outcome: TaskOutcome, back: TaskStep | null): TaskStep => ({
  kind: 'releasing',
  outcome,
  back,
});

// What a task leaves undone: the criteria of its plan that are not met, or of the plan that would have been proposed.

export function openPoints({ spec, state }: Pick<Task, 'spec' | 'state'>): readonly PlannedCriterion[] {
  const { plan, done, features } = state.known.work;
  if (features !== undefined) return features.features.filter((each) => !isOver(each)).map(asPoint);
  const { criteria } = plan ?? proposedPlan({ spec, state });
  return criteria.filter(({ label }) => !done.includes(label));
}

const asPoint = ({ id, title }: Feature): PlannedCriterion => ({
  label: id,
  text: title,
  verify: null,
  files: [],
  kind: 'behaviour',
});

// On its way to the end without having been done; what is left open is recorded.

export const endUndone = (
  why: string,
  thing: TaskView['thing'],
  kind: 'cancelled' | 'failed' | 'not_verified',
  back: TaskStep | null,
): TaskStep => release({ kind, why, open: openPoints(thing).map(({ label, text }) => `${label}: ${text}`) }, back);

// What a split task leaves undone, and why it may not be said to be verified as a whole.

export function leftOfFeatures({ known }: Pick<TaskState, 'known'>): {
  readonly open: readonly string[];
  readonly doubts: readonly string[];
  /** The last pull request of any. */
  readonly request: string | null;
} {
  const { features: list, together } = known.work;
  if (list === undefined) return { open: [], doubts: [], request: null };
  const undone = list.features.filter(({ state }) => state.kind !== 'done');
  const overridden = list.features.filter(({ state }) => state.kind === 'done' && state.proof.kind === 'override');
  const requests = list.features.flatMap(({ state }) => (state.kind === 'done' ? (state.pullRequest ?? []) : []));
  return {
    request: requests.at(-1) ?? null,
    open: undone.map(({ id, title, state }) => `${id}: ${title}${state.kind === 'skipped' ? ' (skipped)' : ''}`),
    doubts: [
      ...(undone.length === list.features.length ? ['no feature was done'] : []),
      ...(list.features.every(isOver) ? [] : [`stopped by ${list.stopped ?? 'a person'}`]),
      ...overridden.map(({ id }) => `${id} was taken over without proof`),
      ...(together?.by === undefined ? [] : [`the features are not green together, let pass by ${together.by}`]),
    ],
  };
}
