// Back to before: an open pull request is closed; what was merged is taken back by another pull request, which a person merges.
import { titleOf } from '../text/pull-request.ts';
import { gone } from './gone.ts';
import { release } from './investigate.ts';
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
import { choice, trouble } from './questions.ts';
import type { RollBack } from './review-steps.ts';
import type { Task, TaskStep } from './task.ts';

/** Whatever became of the pull request. */
const firstStep = ({ state }: Task): RollBack =>
  state.known.merged == null && /^https?:/.test(state.known.pullRequest ?? '')
    ? { kind: 'looking' }
    : { kind: 'fetching', commit: state.known.merged?.commit ?? null };

export const rollingBack = (at: Step<'rolling_back'>, doing: RollBack): TaskStep => ({ ...at, doing });

/** `revert-fix/x`: never the task's own branch. */
const branchOf = ({ state }: Task): string => `revert-${known(state, 'copy').branch.replaceAll('/', '-')}`;
const revertTitle = ({ state, spec }: Task): string => `Revert "${state.known.title ?? titleOf(spec)}"`;

export function undo(view: TaskView, at: Step<'rolling_back'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const doing: RollBack = at.doing ?? firstStep(thing);
  const hub = known(state, 'hub');
  switch (doing.kind) {
    case 'looking':
      return {
        kind: 'perform',
        effect: {
          name: 'look-at-pull-request',
          input: { hub, branch: known(state, 'copy').branch, number: state.known.review?.number ?? null },
        },
      };
    case 'closing':
      return { kind: 'perform', effect: { name: 'close-pull-request', input: { hub, number: doing.number } } };
    case 'fetching':
      return fetchBase(view, at, doing);
    case 'surveying':
      return {
        kind: 'perform',
        effect: { name: 'survey-base', input: { hub, wanted: known(state, 'base').branch } },
      };
    case 'reverting':
      return {
        kind: 'perform',
        effect: {
          name: 'revert-merge',
          input: { hub, base: known(state, 'base').commit, merged: doing.commit },
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
            ...{ hub, tree: doing.tree, parent: known(state, 'base').commit, branch: branchOf(thing) },
            definitions: known(state, 'gatePlan').definitions,
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
            ...{ hub, title: revertTitle(thing), branch: branchOf(thing), base: known(state, 'base') },
            ...{ commit: doing.made, tree: doing.tree, body: why(thing, state.known.merged?.commit ?? null) },
          },
        },
      };
  }
}

const why = ({ state, id }: Task, commit: string | null): string =>
  [
    `Takes back what ${id} changed${commit === null ? '' : ` (${commit})`}.`,
    ...(state.known.pullRequest === null ? [] : [`It came in by ${state.known.pullRequest}.`]),
    'This undoes the code alone: what is deployed is rolled back by whoever deploys.',
  ].join('\n');

function fetchBase(
  view: TaskView,
  at: Step<'rolling_back'>,
  { commit }: Extract<RollBack, { kind: 'fetching' }>,
): TaskDecision {
  const { state, spec } = view.thing;
  if (state.fetched >= state.runs)
    return startRun(state, {
      purpose: { kind: 'fetch', hub: known(state, 'hub') },
      deadlineMs: minutes(10),
      sandbox: spec.settings.sandbox,
    });
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait('the fetch');
  const dealt = { ...state, fetched: state.runs };
  const { result, ending } = run.state;
  if (ending?.kind === 'lost') return advance(dealt, at);
  if (result.kind === 'plain' && result.ok) return advance(dealt, rollingBack(at, { kind: 'surveying', commit }));
  const said = result.kind === 'plain' ? result.why : result.kind === 'refused' ? result.failure.message : 'it failed';
  return trouble(dealt, spec, 'unreachable', `The remote could not be fetched: ${said}`, at);
}

function pushRevert(
  view: TaskView,
  at: Step<'rolling_back'>,
  doing: Extract<RollBack, { kind: 'pushing' }>,
): TaskDecision {
  const { state, spec } = view.thing;
  if (state.fetched >= state.runs)
    return startRun(state, {
      purpose: {
        ...{ kind: 'push', hub: known(state, 'hub'), commit: doing.made, branch: branchOf(view.thing) },
        protected: known(state, 'base').protected,
      },
      deadlineMs: minutes(10),
      sandbox: spec.settings.sandbox,
    });
  const run = lastRun(view);
  if (run === null || run.state.kind !== 'ended') return wait('the push');
  const dealt = { ...state, fetched: state.runs };
  const { result, ending } = run.state;
  const next = rollingBack(at, { kind: 'confirming', tree: doing.tree, made: doing.made });
  if (ending?.kind === 'lost' || (result.kind === 'plain' && result.ok)) return advance(dealt, next);
  const said = result.kind === 'plain' ? result.why : result.kind === 'refused' ? result.failure.message : 'it failed';
  return trouble(dealt, spec, 'unreachable', `The revert could not be pushed: ${said}`, at);
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
export const closed = (thing: Task, address: string): TaskStep =>
  gone(`rolled back: ${address} is closed, its branch stays`, thing, 'cancelled', null);

export const reverted = (address: string): TaskStep =>
  release(
    {
      kind: 'not_verified',
      why: `rolled back by ${address}; a person merges that, and rolls back what is deployed`,
      open: [`merge ${address}`, 'roll back the deployment'],
    },
    null,
  );

export const followRollBack = (
  { thing }: TaskView,
  at: Step<'asking'>,
  { choice: chosen, by }: { readonly choice: string; readonly by: string },
): TaskDecision | null =>
  at.back.kind === 'rolling_back' && chosen === 'mine'
    ? advance(thing.state, gone(`${by} takes it back by hand`, thing, 'not_verified', null))
    : null;
