// Every effect under its name.
import type { EffectTable } from '../ports/effect.ts';
import { answerAgent } from './answer-agent.ts';
import { changePullRequest } from './change-pull-request.ts';
import { claimBranch } from './claim-branch.ts';
import { claimSlot } from './claim-slot.ts';
import { closePullRequest } from './close-pull-request.ts';
import { commit } from './commit.ts';
import { confirmPush } from './confirm-push.ts';
import { deliverMessage } from './deliver-message.ts';
import { endRun } from './end-run.ts';
import { endSession } from './end-session.ts';
import { findPullRequest } from './find-pull-request.ts';
import { followBranch } from './follow-branch.ts';
import { freeSlot } from './free-slot.ts';
import { furnishCopy } from './furnish-copy.ts';
import { holdLease } from './hold-lease.ts';
import { inspectChange } from './inspect-change.ts';
import { interruptAgent } from './interrupt-agent.ts';
import { joinBase } from './join-base.ts';
import { judgeTurn } from './judge-turn.ts';
import { keepStep } from './keep-step.ts';
import { lookAtEnvironment } from './look-at-environment.ts';
import { lookAtPullRequest } from './look-at-pull-request.ts';
import { makeCopy } from './make-copy.ts';
import { markDone } from './mark-done.ts';
import { markEnvironment } from './mark-environment.ts';
import { mendCopy } from './mend-copy.ts';
import { mergeHeads } from './merge-heads.ts';
import { meterDay } from './meter-day.ts';
import { openHub } from './open-hub.ts';
import { openPullRequest } from './open-pull-request.ts';
import { prepareDependencies } from './prepare-dependencies.ts';
import { readCheckLog } from './read-check-log.ts';
import { readOnce } from './read-once.ts';
import { readRun } from './read-run.ts';
import { readSession } from './read-session.ts';
import { recordEvidence } from './record-evidence.ts';
import { release } from './release.ts';
import { rememberTrust } from './remember-trust.ts';
import { removeCopy } from './remove-copy.ts';
import { renewCopy } from './renew-copy.ts';
import { replyOnThread } from './reply-on-thread.ts';
import { restoreCopy } from './restore-copy.ts';
import { retargetPullRequest } from './retarget-pull-request.ts';
import { revertMerge } from './revert-merge.ts';
import { sealDependencies } from './seal-dependencies.ts';
import { snapshot } from './snapshot.ts';
import { stageTree } from './stage-tree.ts';
import { startOnce } from './start-once.ts';
import { startRun } from './start-run.ts';
import { startSession } from './start-session.ts';
import { steerAgent } from './steer-agent.ts';
import { surveyBase } from './survey-base.ts';
import { switchBranch } from './switch-branch.ts';
import { verifyEnvironment } from './verify-environment.ts';
import { writeNote } from './write-note.ts';

export const effects: EffectTable = {
  'claim-slot': claimSlot,
  'free-slot': freeSlot,
  'open-hub': openHub,
  'survey-base': surveyBase,
  'make-copy': makeCopy,
  'prepare-dependencies': prepareDependencies,
  'mend-copy': mendCopy,
  'remember-trust': rememberTrust,
  'renew-copy': renewCopy,
  'seal-dependencies': sealDependencies,
  'furnish-copy': furnishCopy,
  snapshot,
  'restore-copy': restoreCopy,
  'inspect-change': inspectChange,
  'stage-tree': stageTree,
  'record-evidence': recordEvidence,
  'merge-heads': mergeHeads,
  'start-session': startSession,
  'answer-agent': answerAgent,
  'interrupt-agent': interruptAgent,
  'judge-turn': judgeTurn,
  'meter-day': meterDay,
  'steer-agent': steerAgent,
  'end-session': endSession,
  'read-session': readSession,
  'mark-done': markDone,
  'deliver-message': deliverMessage,
  'start-run': startRun,
  'start-once': startOnce,
  'end-run': endRun,
  'read-run': readRun,
  'read-once': readOnce,
  commit,
  'claim-branch': claimBranch,
  'confirm-push': confirmPush,
  'open-pull-request': openPullRequest,
  'find-pull-request': findPullRequest,
  'change-pull-request': changePullRequest,
  'close-pull-request': closePullRequest,
  'retarget-pull-request': retargetPullRequest,
  'follow-branch': followBranch,
  'join-base': joinBase,
  'look-at-pull-request': lookAtPullRequest,
  'read-check-log': readCheckLog,
  'reply-on-thread': replyOnThread,
  'revert-merge': revertMerge,
  'remove-copy': removeCopy,
  'write-note': writeNote,
  'look-at-environment': lookAtEnvironment,
  'mark-environment': markEnvironment,
  'verify-environment': verifyEnvironment,
  'hold-lease': holdLease,
  'keep-step': keepStep,
  'switch-branch': switchBranch,
  release,
};
