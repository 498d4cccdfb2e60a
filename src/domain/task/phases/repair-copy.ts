// What a task stands on is gone: a copy that somebody removed is made anew from what was kept of it last, a checkout that was moved is found again, once a person says so; what a hub lost that was made anew comes back by itself.

import type { Criterion } from '../../criterion/criterion.ts';
import type { Applied } from '../../decision.ts';
import type { Failure } from '../../error.ts';
import type { Said } from '../../fact/fact.ts';
import type { Learned } from '../../parts/known.ts';
import { mending } from '../../parts/place.ts';
import { stillRedAfter } from '../criteria/still-red.ts';
import { copyOf, go, labelAt, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { nextKey } from '../run-step.ts';
import { atWork, type Done, type StepKind, type StepRow, type StepRows } from '../step-row.ts';
import type { Known, TaskState, TaskStep } from '../task.ts';

/** May be mended: the copy, or the checkout beside it, is not where it was, or git could not do what it was told, which a damaged hub may be the reason for. */
export const isGone = ({ known: of }: TaskState, { error_code }: Failure): boolean =>
  error_code === 'COPY_MISSING' ||
  ((error_code === 'PATH_NOT_FOUND' || error_code === 'GIT_FAILED') && of.place.copy !== null);

/** So often in a task without a person. */
const mostAlone = 3;

/** A copy that somebody removed is a person's to bring back; what a hub made anew lacks, the mending and a look at the copy bring back by themselves. */
export function bringBack(
  state: TaskState,
  failure: Failure,
  back: TaskStep,
  hubAnew: StepRow<StepKind>['hubAnew'] = 'itself',
): { readonly at: TaskStep; readonly known: Learned<Known> } {
  const remade = state.known.place.remade ?? 0;
  if (back.kind === 'mending') return { at: { kind: 'troubled', failure, back }, known: {} };
  if (failure.details?.remade !== true || remade >= mostAlone)
    return { at: { kind: 'troubled', failure, back: { kind: 'mending', next: back } }, known: {} };
  const next: TaskStep = hubAnew === 'itself' ? back : { kind: hubAnew };
  return { at: { kind: 'mending', next }, known: { place: { remade: remade + 1 } } };
}

/** A criterion that lost its copy goes on as a new one, in a copy with what was kept of that. */
export function nextRound(view: TaskView, at: Step<'developing'>, lost: Criterion): Step<'developing'> {
  return { ...at, ...stillRedAfter(lost), key: nextKey(view, labelAt(view.thing.state, at)) };
}

function mend({ thing: { state, spec } }: TaskView): TaskDecision {
  const { path, branch, tree } = copyOf(state);
  const { name: workspace, isolation } = spec.settings.workspace;
  const copy = { workspace, copy: path, branch, isolation, tree: state.known.work.proven ?? tree };
  return { kind: 'perform', effect: { name: 'mend-copy', input: mending(placeOf(state), copy) } };
}

function mended({ state, at, output }: Done<'mending', 'mend-copy'>): Applied<TaskState> {
  const said: readonly Said[] = output.made ? [{ kind: 'copy_made_anew', data: { tree: output.tree } }] : [];
  return go(state, at.next, said, output.hub === undefined ? {} : { place: { hub: output.hub } });
}

export const repairSteps: StepRows<'mending'> = {
  mending: {
    ...atWork,
    phase: ({ next }) => next,
    says: 'makes the copy anew',
    decide: mend,
    applied: { 'mend-copy': mended },
  },
};
