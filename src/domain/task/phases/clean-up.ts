// Back to before: what this task made is removed, and only that.

import type { Applied } from '../../decision.ts';
import type { Said } from '../../fact/fact.ts';
import type { Purpose } from '../../run/run.ts';
import { advance, copyOf, go, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { plainRun } from '../run-step.ts';
import { atWork, type StepRows, type Undone } from '../step-row.ts';
import type { TaskState } from '../task.ts';

function cleanRemote(view: TaskView, at: Step<'cleaning_remote'>): TaskDecision {
  const { state } = view.thing;
  const {
    delivery: { commit, pushed, head },
    place: { copy },
  } = state.known;
  if (!pushed || commit === null || copy === null)
    return advance(state, { kind: 'cleaning_copy', outcome: at.outcome, remote: null });
  if (at.open === undefined)
    return {
      kind: 'perform',
      effect: { name: 'find-pull-request', input: { hub: placeOf(state).hub, branch: copy.branch } },
    };
  if (at.ours !== true)
    return advance(state, {
      kind: 'cleaning_copy',
      outcome: at.outcome,
      remote: `branch ${copy.branch} stays on the remote, for this task did not make it`,
    });
  if (at.open !== null)
    return advance(state, {
      kind: 'cleaning_copy',
      outcome: at.outcome,
      remote: `branch ${copy.branch} stays on the remote, for its pull request is open: ${at.open}`,
    });
  const wanted: Purpose = {
    kind: 'unpush',
    hub: placeOf(state).hub,
    commit: head?.commit ?? commit,
    branch: copy.branch,
  };
  const run = plainRun(view, wanted, 2, 'the remote');
  if (run.kind === 'under_way') return run.decision;
  const { state: dealt, came } = run;
  const said =
    came.kind === 'done'
      ? `branch ${copy.branch} removed on the remote`
      : `branch ${copy.branch} is still on the remote: ${came.kind === 'failed' ? came.why : 'it could not be asked'}`;
  return advance(dealt, { kind: 'cleaning_copy', outcome: at.outcome, remote: said });
}

function removeCopy(view: TaskView, at: Step<'cleaning_copy'>): TaskDecision {
  const { state, spec } = view.thing;
  const { hub, base, copy } = state.known.place;
  if (hub === null || base === null || copy === null)
    return advance(state, { kind: 'ended', outcome: at.outcome, back: null });
  const last = tearDown(view, at);
  if (last !== null) return last;
  return {
    kind: 'perform',
    effect: {
      name: 'remove-copy',
      input: { hub, base, copy: copy.path, branch: copy.branch, isolation: spec.settings.workspace.isolation },
    },
  };
}

/** Programs of the repository's before its copy goes, one after another; that one fails is said, and holds up nothing. null: none is left. */
function tearDown(view: TaskView, at: Step<'cleaning_copy'>): TaskDecision | null {
  const { state } = view.thing;
  const { teardown = [], dependencies } = state.known.place;
  const done = at.torn ?? 0;
  const argv = teardown[done];
  if (argv === undefined) return null;
  const { hub } = placeOf(state);
  const copy = copyOf(state);
  const folder = copy.path;
  const wanted: Purpose = { kind: 'teardown', argv, folder, hub, dependencies };
  const run = plainRun(view, wanted, 5, `teardown: ${argv.join(' ')}`);
  if (run.kind === 'under_way') return run.decision;
  const { state: dealt, came } = run;
  const why = came.kind === 'failed' ? came.why : '';
  return advance(
    dealt,
    { ...at, torn: done + 1 },
    came.kind === 'done' ? [] : [{ kind: 'teardown_failed', data: { argv, why } }],
  );
}

/** Nothing is taken away from a pull request that may need it. */
const notFound = ({ state, at, failure }: Undone<'cleaning_remote'>): Applied<TaskState> =>
  go(state, {
    kind: 'cleaning_copy',
    outcome: at.outcome,
    remote: `branch ${state.known.place.copy?.branch} stays on the remote, for it is not known whether a pull request needs it: ${failure.message}`,
  });

const ended = (state: TaskState, { outcome }: Step<'cleaning_copy'>, said: readonly Said[]): Applied<TaskState> =>
  go(state, { kind: 'ended', outcome, back: null }, said);

export const cleanUpSteps: StepRows<'cleaning_remote' | 'cleaning_copy'> = {
  cleaning_remote: {
    ...atWork,
    phase: 'release',
    says: 'cleans up',
    decide: cleanRemote,
    applied: { 'find-pull-request': ({ state, at, output }) => go(state, { ...at, ours: false, ...output }) },
    failed: notFound,
  },
  cleaning_copy: {
    ...atWork,
    phase: 'release',
    says: 'cleans up',
    decide: removeCopy,
    applied: {
      'remove-copy': ({ state, at, output }) =>
        ended(state, at, [{ kind: 'cleaned_up', data: { ...output, remote: at.remote } }]),
    },
    failed: ({ state, at, failure }) => ended(state, at, [{ kind: 'clean_up_failed', data: { ...failure } }]),
  },
};
