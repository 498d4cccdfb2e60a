// What a split task leaves undone, and why it may not be said to be verified as a whole.
import { isOver } from '../feature/feature.ts';
import type { TaskState } from './task.ts';

export function leftOfFeatures({ known }: Pick<TaskState, 'known'>): {
  readonly open: readonly string[];
  readonly doubts: readonly string[];
  /** The last pull request of any. */
  readonly request: string | null;
} {
  const { features: list, together } = known;
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
