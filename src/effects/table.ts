// Every effect under its name.
import type { EffectTable } from '../ports/effect.ts';
import { followBranch, joinBase, mergeHeads, revertMerge } from './branch.ts';
import { makeCopy, mendCopy, removeCopy, renewCopy } from './copy.ts';
import { claimBranch } from './created.ts';
import { lookAtEnvironment, markEnvironment, verifyEnvironment } from './environment.ts';
import { inspectChange, recordEvidence } from './evidence.ts';
import { judgeOldTests } from './expectations.ts';
import { readSummary } from './flow/summary.ts';
import { writeFlowFiles } from './flow/write-files.ts';
import { gatherTests } from './gather-tests.ts';
import { judgeGuarded } from './guarded.ts';
import { inspectBase, openHub } from './hub.ts';
import { cutHunks } from './hunks.ts';
import { keepStep, writeNote } from './manual.ts';
import { joinWork, keepOwn, removeMemberCopy } from './member.ts';
import { findPrograms } from './programs.ts';
import { furnishCopy, prepareDependencies, sealDependencies } from './provision.ts';
import {
  changePullRequest,
  closePullRequest,
  findPullRequest,
  lookAtPullRequest,
  readCheckLog,
  replyOnThread,
  retargetPullRequest,
} from './pull-request.ts';
import { findRoom } from './room.ts';
import { readRun } from './run/read.ts';
import { steerAgent } from './run/say.ts';
import { meterDay, priceAhead } from './run/spend.ts';
import { endRun, startRun } from './run/start.ts';
import { deliverMessage } from './session/deliver.ts';
import { answerAgent, endSession, interruptAgent, judgeTurn, markDone, readSession } from './session/session.ts';
import { startSession } from './session/start.ts';
import { claimSlot, freeSlot, holdLease, release, takePlan } from './slot.ts';
import { judgeStableTests } from './stable.ts';
import { commit, confirmPush, leaveBranch, openPullRequest } from './submit.ts';
import { checkOutTree, restoreCopy, snapshot, switchBranch } from './tree.ts';
import { rememberTrust } from './trust.ts';

export const effects: EffectTable = {
  'take-plan': takePlan,
  'claim-slot': claimSlot,
  'free-slot': freeSlot,
  'open-hub': openHub,
  'survey-base': inspectBase,
  'make-copy': makeCopy,
  'prepare-dependencies': prepareDependencies,
  'mend-copy': mendCopy,
  'remember-trust': rememberTrust,
  'renew-copy': renewCopy,
  'seal-dependencies': sealDependencies,
  'furnish-copy': furnishCopy,
  snapshot,
  'restore-copy': restoreCopy,
  'find-programs': findPrograms,
  'find-room': findRoom,
  'keep-own': keepOwn,
  'join-work': joinWork,
  'remove-member-copy': removeMemberCopy,
  'inspect-change': inspectChange,
  'stage-tree': checkOutTree,
  'record-evidence': recordEvidence,
  'judge-expectations': judgeOldTests,
  'judge-guarded': judgeGuarded,
  'judge-stable': judgeStableTests,
  'cut-hunks': cutHunks,
  'gather-tests': gatherTests,
  'merge-heads': mergeHeads,
  'start-session': startSession,
  'answer-agent': answerAgent,
  'interrupt-agent': interruptAgent,
  'judge-turn': judgeTurn,
  'meter-day': meterDay,
  'price-turns': priceAhead,
  'steer-agent': steerAgent,
  'end-session': endSession,
  'read-session': readSession,
  'mark-done': markDone,
  'deliver-message': deliverMessage,
  'start-run': startRun,
  'start-once': startRun,
  'end-run': endRun,
  'read-run': readRun,
  'read-once': readRun,
  commit,
  'leave-branch': leaveBranch,
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
  'read-summary': readSummary,
  'write-flow-files': writeFlowFiles,
  release,
};
