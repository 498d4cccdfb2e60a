// What a task needs next. The only way back is a person's answer.

import type { Instant } from '../ids.ts';
import type { Choice } from '../question/question.ts';
import { advise } from './advise.ts';
import { afterAssessment, assess } from './assess.ts';
import { byHand, handStep, judgeByHand } from './by-hand.ts';
import { cleanUp } from './clean-up.ts';
import { confirm } from './confirm.ts';
import { commit, confirmPush, openPullRequest, push, submit } from './deliver.ts';
import { deploy } from './deploy.ts';
import { followFeatures } from './features.ts';
import { answered } from './follow.ts';
import { takeBack } from './in-hand.ts';
import { claim, hear, stopOrPause } from './interrupt.ts';
import { analyze, plan, readAnalysis, undoAnalysis } from './investigate.ts';
import { environmentTrouble, look, probe } from './look.ts';
import { mend } from './mend.ts';
import type { Step, TaskDecision, TaskView } from './move.ts';
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
} from './prepare.ts';
import { choice, trouble } from './questions.ts';
import { lookAtCopy, undoReading } from './read-only-turn.ts';
import { askRenewed, renew } from './renew.ts';
import { undo } from './roll-back.ts';
import { tellMerged, unstack } from './unstack.ts';
import { askWhatFollows, verify } from './verify.ts';
import { watch } from './watch.ts';
import { withWish } from './wish.ts';
import { afterTest, check, develop, hooks, inspectTest, recordTest, stageHooks, stageTest, testGates } from './work.ts';

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
