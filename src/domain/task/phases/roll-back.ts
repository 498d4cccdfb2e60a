// Back to before: an open pull request is closed; what was merged is taken back by another pull request, which a person merges.

import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import type { RollBack } from '../../delivery/review.ts';
import { titleOf } from '../../delivery/words.ts';
import type { EffectName } from '../../effect/effect.ts';
import { afterPush, pushAgain } from '../../parts/after-push.ts';
import { choice } from '../../question/choice.ts';
import type { Purpose } from '../../run/run.ts';
import { trouble } from '../ask.ts';
import { endUndone, release } from '../judge-outcome.ts';
import { advance, copyOf, go, placeOf, type Step, type TaskDecision, type TaskView } from '../moves.ts';
import { plainRun } from '../run-step.ts';
import { atWork, type Done, type StepRows } from '../step-row.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';

/** Whatever became of the pull request. */
const firstStep = ({ state }: Task): RollBack =>
  state.known.delivery.merged == null && /^https?:/.test(state.known.delivery.pullRequest ?? '')
    ? { kind: 'looking' }
    : { kind: 'fetching', commit: state.known.delivery.merged?.commit ?? null };

const rollingBack = (at: Step<'rolling_back'>, doing: RollBack): TaskStep => ({ ...at, doing });

/** `revert-fix/x`: never the task's own branch. */
const branchOf = ({ state }: Task): string => `revert-${copyOf(state).branch.replaceAll('/', '-')}`;
const revertTitle = ({ state, spec }: Task): string => `Revert "${state.known.delivery.title ?? titleOf(spec)}"`;

function undo(view: TaskView, at: Step<'rolling_back'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const doing: RollBack = at.doing ?? firstStep(thing);
  const { hub, base, gatePlan } = placeOf(state);
  switch (doing.kind) {
    case 'looking':
      return {
        kind: 'perform',
        effect: {
          name: 'look-at-pull-request',
          input: { hub, branch: copyOf(state).branch, number: state.known.delivery.review?.number ?? null },
        },
      };
    case 'closing':
      return { kind: 'perform', effect: { name: 'close-pull-request', input: { hub, number: doing.number } } };
    case 'fetching':
      return fetchBase(view, at, doing);
    case 'surveying':
      return {
        kind: 'perform',
        effect: { name: 'survey-base', input: { hub, wanted: base.branch } },
      };
    case 'reverting':
      return {
        kind: 'perform',
        effect: {
          name: 'revert-merge',
          input: { hub, base: base.commit, merged: doing.commit },
        },
      };
    case 'conflict':
      return askAboutConflict(view, at, doing);
    case 'committing':
      return {
        kind: 'perform',
        effect: {
          name: 'commit',
          input: {
            hub,
            tree: doing.tree,
            parent: base.commit,
            branch: branchOf(thing),
            definitions: gatePlan.definitions,
            message: `${revertTitle(thing)}\n\n${why(thing, doing.commit)}\n\nDrover-Task: ${thing.id}\n`,
            atSeconds: Math.floor(view.now / 1000),
            override: at.by ?? spec.by,
          },
        },
      };
    case 'pushing':
      return pushRevert(view, at, doing);
    case 'confirming':
      return {
        kind: 'perform',
        effect: { name: 'confirm-push', input: { hub, branch: branchOf(thing), commit: doing.made } },
      };
    case 'opening':
      return {
        kind: 'perform',
        effect: {
          name: 'open-pull-request',
          input: {
            hub,
            title: revertTitle(thing),
            branch: branchOf(thing),
            base,
            commit: doing.made,
            tree: doing.tree,
            body: why(thing, state.known.delivery.merged?.commit ?? null),
          },
        },
      };
  }
}

const why = ({ state, id }: Task, commit: string | null): string =>
  [
    `Takes back what ${id} changed${commit === null ? '' : ` (${commit})`}.`,
    ...(state.known.delivery.pullRequest === null ? [] : [`It came in by ${state.known.delivery.pullRequest}.`]),
    'This undoes the code alone: what is deployed is rolled back by whoever deploys.',
  ].join('\n');

function fetchBase(
  view: TaskView,
  at: Step<'rolling_back'>,
  { commit }: Extract<RollBack, { kind: 'fetching' }>,
): TaskDecision {
  const { state, spec } = view.thing;
  const run = plainRun(view, { kind: 'fetch', hub: placeOf(state).hub }, 10, 'the fetch');
  if (run.kind === 'under_way') return run.decision;
  switch (run.came.kind) {
    case 'cut':
      return advance(run.state, at);
    case 'done':
      return advance(run.state, rollingBack(at, { kind: 'surveying', commit }));
    case 'failed':
      return trouble(run.state, spec, 'unreachable', `The remote could not be fetched: ${run.came.why}`, at);
  }
}

function pushRevert(
  view: TaskView,
  at: Step<'rolling_back'>,
  doing: Extract<RollBack, { kind: 'pushing' }>,
): TaskDecision {
  const { state } = view.thing;
  const { hub, base } = placeOf(state);
  const wanted: Purpose = {
    kind: 'push',
    hub,
    commit: doing.made,
    branch: branchOf(view.thing),
    protected: base.protected,
    fresh: true,
    ...defined({ to: state.known.place.pushes }),
  };
  const run = plainRun(view, wanted, 10, 'the push');
  if (run.kind === 'under_way') return run.decision;
  const { state: dealt, came } = run;
  const { tree, made, again } = doing;
  const after = afterPush('The revert', came, again);
  return advance(dealt, rollingBack(at, { kind: 'confirming', tree, made, ...after }));
}

function askAboutConflict(
  { thing: { state, spec } }: TaskView,
  at: Step<'rolling_back'>,
  { files }: Extract<RollBack, { kind: 'conflict' }>,
): TaskDecision {
  const what =
    files.length === 0
      ? 'It cannot be told what the merge brought in.'
      : `Others have built upon it since; these files conflict:\n${files.map((file) => `- ${file}`).join('\n')}`;
  return trouble(state, spec, 'unreachable', `It cannot be taken back by itself. ${what}`, at, [
    choice('mine', 'I take it back myself; end here'),
  ]);
}

/** The ends of rolling back. */
const closed = (thing: Task, address: string): TaskStep =>
  endUndone(`rolled back: ${address} is closed, its branch stays`, thing, 'cancelled', null);

const reverted = (address: string): TaskStep =>
  release(
    {
      kind: 'not_verified',
      why: `rolled back by ${address}; a person merges that, and rolls back what is deployed`,
      open: [`merge ${address}`, 'roll back the deployment'],
    },
    null,
  );

// What each act of rolling back came to.

type Back<Name extends EffectName> = Done<'rolling_back', Name>;

const to = ({ state, at }: Pick<Back<EffectName>, 'state' | 'at'>, doing: RollBack): Applied<TaskState> =>
  go(state, rollingBack(at, doing));

function looked(done: Back<'look-at-pull-request'>): Applied<TaskState> {
  const {
    thing,
    state,
    output: { look },
  } = done;
  if (look?.state === 'open') return to(done, { kind: 'closing', number: look.number });
  if (look?.state === 'merged') return to(done, { kind: 'fetching', commit: look.merged });
  return go(state, closed(thing, state.known.delivery.pullRequest ?? ''));
}

const requestClosed = ({ thing, state, at }: Back<'close-pull-request'>): Applied<TaskState> =>
  go(state, closed(thing, state.known.delivery.pullRequest ?? ''), [
    { kind: 'pull_request_closed', data: { by: at.by } },
  ]);

function baseSurveyed({ state, at, output: { base, plan } }: Back<'survey-base'>): Applied<TaskState> {
  const commit = at.doing?.kind === 'surveying' ? at.doing.commit : null;
  // A plain remote tells of no merge: what the task pushed is taken back where the base holds it.
  const found = commit ?? state.known.delivery.head?.commit ?? null;
  return go(state, rollingBack(at, { kind: 'reverting', commit: found }), [], { place: { base, gatePlan: plan } });
}

function revertTried(done: Back<'revert-merge'>): Applied<TaskState> {
  const { at, output } = done;
  const commit = at.doing?.kind === 'reverting' ? at.doing.commit : null;
  if (output === null || output.conflicts.length > 0)
    return to(done, { kind: 'conflict', files: output?.conflicts ?? [], commit });
  return to(done, { kind: 'committing', tree: output.tree, commit });
}

function revertCommitted(done: Back<'commit'>): Applied<TaskState> {
  const { at, output } = done;
  const tree = at.doing?.kind === 'committing' ? at.doing.tree : '';
  return to(done, { kind: 'pushing', tree, made: output.commit });
}

function revertLookedFor(done: Back<'confirm-push'>): Applied<TaskState> {
  const {
    state,
    at,
    output: { there },
  } = done;
  if (at.doing?.kind !== 'confirming') return { state, said: [] };
  const { tree, made, failed } = at.doing;
  if (!there && failed !== undefined)
    return go(state, { kind: 'troubled', failure: failed, back: rollingBack(at, { kind: 'pushing', tree, made }) });
  return to(done, there ? { kind: 'opening', tree, made } : { kind: 'pushing', tree, made, ...pushAgain(at.doing) });
}

const revertOpened = ({ state, output: { address } }: Back<'open-pull-request'>): Applied<TaskState> =>
  go(state, reverted(address), [{ kind: 'revert_opened', data: { address } }]);

export const rollBackSteps: StepRows<'rolling_back'> = {
  rolling_back: {
    ...atWork,
    phase: 'verify',
    says: 'rolls back',
    fault: 'outside',
    decide: undo,
    applied: {
      'look-at-pull-request': looked,
      'close-pull-request': requestClosed,
      'survey-base': baseSurveyed,
      'revert-merge': revertTried,
      commit: revertCommitted,
      'confirm-push': revertLookedFor,
      'open-pull-request': revertOpened,
    },
    answers: {
      mine: ({ thing }, _back, { by }) =>
        advance(thing.state, endUndone(`${by} takes it back by hand`, thing, 'not_verified', null)),
    },
  },
};
