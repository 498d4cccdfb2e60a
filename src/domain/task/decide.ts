// What a task needs next. The only way back is a person's answer.

import { isPaused } from '../criterion/is-paused.ts';
import type { NoticeDraft } from '../decision.ts';
import { isComplete } from '../feature/feature.ts';
import { type Instant, instant } from '../ids.ts';
import type { Choice } from '../question/question.ts';
import type { Notice } from '../thing.ts';
import { answered } from './answers.ts';
import { answerOf, choice, retried, trouble } from './ask.ts';
import { limitOf } from './budget/budget.ts';
import { childTasks } from './features/child.ts';
import { followFeatures, followsOnly } from './features/features.ts';
import { byHand, handStep, judgeByHand } from './manual/manual.ts';
import { withWish } from './manual/step-request.ts';
import { inHand, takeBack } from './manual/take-over.ts';
import { advance, advanceTelling, criteria, type Step, type TaskDecision, type TaskView, wait } from './moves.ts';
import { gone, outcomeOf, release } from './outcome.ts';
import { advise, lookAtCopy, undoReading } from './phases/advise.ts';
import { analyze, plan, readAnalysis, undoAnalysis } from './phases/analyze.ts';
import { cleanUp } from './phases/clean-up.ts';
import { confirm } from './phases/confirm.ts';
import { askWhatFollows, deploy, verify } from './phases/deploy.ts';
import {
  afterTest,
  check,
  develop,
  hooks,
  inspectTest,
  recordTest,
  stageHooks,
  stageTest,
  testGates,
} from './phases/develop.ts';
import { environmentTrouble, look, probe } from './phases/probe.ts';
import { tellMerged, unstack } from './phases/pull-request/unstack.ts';
import { needsCopy, watch } from './phases/pull-request/watch.ts';
import { askRenewed, renew } from './phases/renew.ts';
import { mend } from './phases/repair-copy.ts';
import { afterAssessment, assess } from './phases/review.ts';
import { undo } from './phases/roll-back.ts';
import {
  afterBase,
  baseGates,
  copy,
  fetch,
  furnish,
  open as openHub,
  prepareDependencies,
  recordBase,
  seal,
  setUp,
  stageBase,
  survey,
} from './phases/setup.ts';
import { commit, confirmPush, openPullRequest, push, submit } from './phases/submit.ts';
import { rootOf, type Task, type TaskStep } from './task.ts';

export function decideTask(view: Omit<TaskView, 'now'>, now: Instant): TaskDecision {
  const seen: TaskView = { ...view, thing: withWish(view.thing), now };
  const { state } = view.thing;
  if (state.at.kind === 'ended')
    return {
      kind: 'finish',
      state,
      said: [{ kind: 'task_ended', data: { outcome: state.at.outcome.kind, why: state.at.outcome.why } }],
    };
  if (state.at.kind === 'releasing') return releaseAll(seen, state.at);
  if (state.at.kind === 'cleaning_remote' || state.at.kind === 'cleaning_copy') return cleanUp(seen, state.at);
  return (
    stopOrPause(seen) ??
    hear(seen) ??
    tellMerged(seen) ??
    claim(seen) ??
    byHand(seen) ??
    judgeByHand(seen, decideStep(seen))
  );
}

function decideStep(view: TaskView): TaskDecision {
  const { at } = view.thing.state;
  switch (at.kind) {
    case 'opening':
      return openHub(view);
    case 'fetching':
      return fetch(view);
    case 'surveying':
      return survey(view);
    case 'confirming':
      return confirm(view);
    case 'copying':
      return copy(view, at);
    case 'preparing':
      return prepareDependencies(view);
    case 'setting_up':
      return setUp(view, at);
    case 'sealing':
      return seal(view, at);
    case 'furnishing':
      return furnish(view);
    case 'staging_base':
      return stageBase(view);
    case 'base_gates':
      return baseGates(view, at);
    case 'recording_base':
      return recordBase(view, at);
    case 'base_judged':
      return afterBase(view, view.thing.state.known.baseline);
    case 'renewing':
      return renew(view, at);
    case 'renewed':
      return askRenewed(view, at);
    case 'probing':
      return probe(view, at);
    case 'looking':
      return look(view, at);
    case 'deploying':
      return deploy(view, at);
    case 'verifying':
      return verify(view, at);
    case 'verified':
      return askWhatFollows(view);
    case 'following_features':
      return followFeatures(view, at);
    case 'watching':
      return unstack(view, at) ?? watch(view, at);
    case 'rolling_back':
      return undo(view, at);
    case 'analyzing':
      return analyze(view, at);
    case 'reading_analysis':
      return readAnalysis(view);
    case 'undoing_analysis':
      return undoAnalysis(view);
    case 'planning':
      return plan(view, at);
    case 'mending':
      return mend(view);
    case 'developing':
      return develop(view, at);
    case 'advising':
      return advise(view, at);
    case 'reading_advice':
      return lookAtCopy(view);
    case 'checking':
      return check(view);
    case 'inspecting_test':
      return inspectTest(view, at);
    case 'staging_test':
      return stageTest(view, at);
    case 'test_gates':
      return testGates(view, at);
    case 'recording_test':
      return recordTest(view, at);
    case 'test_judged':
      return afterTest(view, at.results);
    case 'staging_hooks':
      return stageHooks(view, at);
    case 'hooks':
      return hooks(view, at);
    case 'assessing':
      return assess(view, at);
    case 'reading_assessment':
      return lookAtCopy(view);
    case 'assessed':
      return afterAssessment(view);
    case 'undoing_reading':
      return undoReading(view, at);
    case 'submitting':
      return submit(view);
    case 'committing':
      return commit(view);
    case 'pushing':
      return push(view, at);
    case 'confirming_push':
      return confirmPush(view);
    case 'opening_pull_request':
      return openPullRequest(view);
    case 'troubled':
      return environmentTrouble(view, at) ?? inTrouble(view, at);
    case 'asking':
      return answered(view, at);
    case 'by_hand':
    case 'holding':
    case 'switching_branch':
    case 'comparing':
    case 'keeping_step':
      return handStep(view, at);
    case 'taking_back':
      return takeBack(view, at);
    case 'in_hand':
    case 'releasing':
    case 'cleaning_remote':
    case 'cleaning_copy':
    case 'ended':
      throw new Error(`${at.kind} is decided before`);
  }
}

/** A step of trouble where the outside (fetch, push) is at fault is `unreachable`, all else `setup_failed`. */
function inTrouble({ thing }: TaskView, at: Step<'troubled'>): TaskDecision {
  const outside = [
    'fetching',
    'pushing',
    'confirming_push',
    'opening_pull_request',
    'watching',
    'rolling_back',
  ].includes(at.back.kind);
  return trouble(
    thing.state,
    thing.spec,
    outside ? 'unreachable' : 'setup_failed',
    `${at.failure.message} (${at.failure.error_code})`,
    at.back,
    waysAround(at),
  );
}

/** So many branches are offered in the place of one that is gone. */
const mostBranches = 4;

function waysAround({ back: { kind }, failure: { error_code, details } }: Step<'troubled'>): readonly Choice[] {
  if (kind === 'surveying' && error_code === 'BASE_UNKNOWN' && Array.isArray(details?.branches))
    return details.branches
      .filter((branch) => typeof branch === 'string')
      .slice(0, mostBranches)
      .map((branch) => choice(`base_${branch}`, `start from ${branch}`));
  if (kind === 'confirming_push') return [choice('without', 'end without submitting')];
  if (kind !== 'opening_pull_request') return [];
  return [
    choice('page', 'leave it at the branch, and write a page instead'),
    choice('without', 'leave it at the branch, without a pull request'),
  ];
}

function releaseAll(view: TaskView, at: Step<'releasing'>): TaskDecision {
  const { spec } = view.thing;
  return {
    kind: 'perform',
    effect: {
      name: 'release',
      input: {
        workspace: spec.settings.workspace.name,
        slots: spec.settings.workspace.slots,
        outcome: at.outcome.kind,
      },
    },
  };
}

// What comes before the next step: an end or a pause that was asked for, words, and the slot that work needs.

const stopOf = ({ state }: Task, notices: readonly Notice[]): Notice | undefined =>
  notices.find((notice) => notice.seq > state.since && (notice.kind === 'cancel' || notice.kind === 'finish'));

/** Asked to end, and not on its way to the end. */
export const isTaskStopped = (thing: Task, notices: readonly Notice[]): boolean =>
  thing.state.stopping === null &&
  !['releasing', 'cleaning_remote', 'cleaning_copy', 'ended'].includes(thing.state.at.kind) &&
  stopOf(thing, notices) !== undefined;

/** Cancel and finish end what runs first; pause parks at the next safe point and gives the slot back. */
function stopOrPause(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const living = children.filter((child) => !child.ended);
  const stop = stopOf(thing, notices);
  if (stop !== undefined && state.stopping === null) {
    const tell: NoticeDraft[] = living.map((child) => ({
      ...{ to: child.id, body: null },
      kind: child.kind === 'task' ? stop.kind : 'cancel',
    }));
    return {
      kind: 'advance',
      state: { ...state, stopping: stop.kind === 'finish' ? 'finish' : 'cancel' },
      said: [{ kind: 'stop_asked', data: { how: stop.kind, by: stop.by } }],
      notices: tell,
      closeQuestions: `the task is ended by ${stop.by}`,
    };
  }
  if (state.stopping !== null) {
    if (living.length > 0) return wait('the end of what runs');
    const back = rootOf(state.at);
    return advance(
      state,
      state.stopping === 'cancel'
        ? gone(`cancelled by ${stop?.by ?? 'a person'}${whatStays(thing)}`, thing, 'cancelled', back)
        : finished(thing, `finished by ${stop?.by ?? 'a person'}`, back),
    );
  }
  return inHand(view) ?? pauseOrResume(view);
}

/** What is on a forge is not taken away. */
const whatStays = ({ state: { known } }: Task): string =>
  known.merged == null && /^https?:/.test(known.pullRequest ?? '')
    ? `; its pull request stays open: ${known.pullRequest}`
    : '';

/** What was submitted by hand, or whose features are all done, is released with its lease; all else is left undone. */
const finished = (thing: Task, why: string, back: TaskStep): TaskStep =>
  thing.spec.driven === 'hand' && (thing.state.known.pullRequest !== null || allFeatures(thing))
    ? release(outcomeOf(thing.state, why), null)
    : gone(why, thing, 'not_verified', back);

const allFeatures = ({ state: { known } }: Task): boolean => known.features !== undefined && isComplete(known.features);

function pauseOrResume(view: TaskView): TaskDecision | null {
  const { thing, notices, children } = view;
  const { state } = thing;
  const paused = isPaused(notices);
  if (paused !== state.paused) {
    const tell = [...criteria(view), ...childTasks(view)]
      .filter((child) => !child.ended)
      .map((child): NoticeDraft => ({ to: child.id, kind: paused ? 'pause' : 'resume', body: null }));
    return advanceTelling({ ...state, paused }, tell, [{ kind: paused ? 'paused' : 'resumed' }]);
  }
  if (!paused) return null;
  const busy = children.some(
    (child) => !child.ended && (child.kind === 'run' || !(child.state as { paused?: boolean }).paused),
  );
  if (busy) return wait('the next safe point');
  if (state.known.slot !== 'none' && thing.spec.driven === 'engine') return freeSlot(view);
  return wait('a person to resume');
}

/** What was said and not dealt with, in its order: words before there is a criterion to tell are kept for the first prompt; a retry counts where a question is open. */
function hear({ thing, notices }: TaskView): TaskDecision | null {
  const { state } = thing;
  // While a pull request is watched, words are taken up there.
  if (state.at.kind === 'watching') return null;
  const unheard = notices.filter(({ seq, kind }) => seq > state.heard && (kind === 'say' || kind === 'retry'));
  const first = (kind: string) => {
    const at = unheard.findIndex((notice) => notice.kind === kind);
    return at < 0 ? unheard : unheard.slice(0, at);
  };
  const taken = heedsRetry(state.at) ? first('retry') : state.at.kind === 'developing' ? first('say') : unheard;
  const last = taken.at(-1);
  if (last === undefined) return null;
  const words = taken.filter((notice) => notice.kind === 'say').map((notice) => String(notice.body));
  return { kind: 'advance', state: { ...state, heard: last.seq, said: [...state.said, ...words] }, said: [] };
}

/** It is asked about again at once. */
const heedsRetry = ({ kind }: TaskStep): boolean => kind === 'asking' || kind === 'deploying';

/** Nothing of it is at work in its copy. */
const looksOnly = (step: TaskStep): boolean =>
  ['deploying', 'verifying', 'verified'].includes(step.kind) || (step.kind === 'watching' && !needsCopy(step));

const freeSlot = ({ thing }: TaskView): TaskDecision => ({
  kind: 'perform',
  effect: {
    name: 'free-slot',
    input: { workspace: thing.spec.settings.workspace.name, slots: thing.spec.settings.workspace.slots },
  },
});

/** While its agent's service refuses nothing of it is at work: it gives its slot back as well. */
function restOf(view: TaskView): Extract<TaskDecision, { kind: 'wait' }> | null {
  const limit = limitOf(view);
  return limit === null || view.now >= limit.until
    ? null
    : { kind: 'wait', until: instant(limit.until), on: `the agent's limit: ${limit.message}` };
}

/** Work needs a slot; a task that waits for a person gives its own back and keeps copy and branch. */
function claim(view: TaskView): TaskDecision | null {
  const { thing, slot } = view;
  const { state, spec } = thing;
  const { workspace } = spec.settings;
  // By hand the lease holds the slot, until it is released.
  if (spec.driven === 'hand') return restOf(view);
  if (state.at.kind === 'asking')
    return state.known.slot !== 'none' && answerOf(view.questions, state.at) === null && retried(view) === undefined
      ? freeSlot(view)
      : null;
  const rest = restOf(view);
  if (rest !== null) return state.known.slot === 'none' ? rest : freeSlot(view);
  if (looksOnly(state.at) || followsOnly(state.at)) return state.known.slot === 'none' ? null : freeSlot(view);
  if (state.known.slot === 'held') return null;
  if (state.known.slot === 'waiting')
    return slot.kind === 'held'
      ? {
          kind: 'advance',
          state: { ...state, known: { ...state.known, slot: 'held' } },
          said: [{ kind: 'slot_granted' }],
        }
      : wait(`a free slot of ${workspace.name}`);
  return {
    kind: 'perform',
    effect: {
      name: 'claim-slot',
      input: {
        workspace: workspace.name,
        slots: workspace.slots,
        priority: spec.priority,
        exclusive: workspace.isolation === 'checkout',
      },
    },
  };
}
