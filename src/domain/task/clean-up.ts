// Back to before: what this task made is removed, and only that.
import {
  advance,
  known,
  lastRun,
  minutes,
  type Step,
  startRun,
  type TaskDecision,
  type TaskView,
  wait,
} from './move.ts';

export function cleanUp(view: TaskView, at: Step<'cleaning_remote'> | Step<'cleaning_copy'>): TaskDecision {
  return at.kind === 'cleaning_remote' ? cleanRemote(view, at) : removeCopy(view, at);
}

function cleanRemote(view: TaskView, at: Step<'cleaning_remote'>): TaskDecision {
  const { state, spec } = view.thing;
  const { commit, copy, pushed } = state.known;
  if (!pushed || commit === null || copy === null)
    return advance(state, { kind: 'cleaning_copy', outcome: at.outcome, remote: null });
  if (spec.pull !== undefined)
    return advance(state, {
      kind: 'cleaning_copy',
      outcome: at.outcome,
      remote: `branch ${copy.branch} stays on the remote, for this task did not make it`,
    });
  if (at.open === undefined)
    return {
      kind: 'perform',
      effect: { name: 'find-pull-request', input: { hub: known(state, 'hub'), branch: copy.branch } },
    };
  if (at.open !== null)
    return advance(state, {
      kind: 'cleaning_copy',
      outcome: at.outcome,
      remote: `branch ${copy.branch} stays on the remote, for its pull request is open: ${at.open}`,
    });
  if (state.fetched >= state.runs)
    return startRun(state, {
      purpose: { kind: 'unpush', hub: known(state, 'hub'), commit, branch: copy.branch },
      deadlineMs: minutes(2),
      sandbox: spec.settings.sandbox,
    });
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait('the remote');
  const dealt = { ...state, fetched: state.runs };
  const { result } = run.state;
  const said =
    result.kind === 'plain' && result.ok
      ? `branch ${copy.branch} removed on the remote`
      : `branch ${copy.branch} is still on the remote: ${result.kind === 'plain' ? result.why : 'it could not be asked'}`;
  return advance(dealt, { kind: 'cleaning_copy', outcome: at.outcome, remote: said });
}

function removeCopy(view: TaskView, at: Step<'cleaning_copy'>): TaskDecision {
  const { state, spec } = view.thing;
  const { hub, base, copy } = state.known;
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
  const { state, spec } = view.thing;
  const { teardown = [], dependencies } = state.known;
  const done = at.torn ?? 0;
  const argv = teardown[done];
  if (argv === undefined) return null;
  if (state.fetched >= state.runs)
    return startRun(state, {
      purpose: {
        ...{ kind: 'teardown', argv, folder: known(state, 'copy').path, hub: known(state, 'hub') },
        dependencies,
      },
      deadlineMs: minutes(5),
      sandbox: spec.settings.sandbox,
    });
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait(`teardown: ${argv.join(' ')}`);
  const { result } = run.state;
  const ok = result.kind === 'plain' && result.ok;
  const why = result.kind === 'plain' ? result.why : result.kind === 'refused' ? result.failure.message : '';
  return advance(
    { ...state, fetched: state.runs },
    { ...at, torn: done + 1 },
    ok ? [] : [{ kind: 'teardown_failed', data: { argv, why } }],
  );
}
