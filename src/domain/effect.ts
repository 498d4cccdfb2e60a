// Every act in the world, by name: what goes in, what comes out. The acts themselves are in `effects/`.

import type { Check, Look } from './delivery/pull-request.ts';
import type { ChangeTotals } from './evidence/bound-list.ts';
import type { Change, GatePlan, GateSettings } from './evidence/gate-plan.ts';
import type { Finding, GateResult } from './evidence/verdict.ts';
import type { Instant } from './ids.ts';
import type { Ending } from './run/ending.ts';
import type { Hired } from './run/hired.ts';
import type { OwnChanges } from './run/own-changes.ts';
import type { Preview } from './run/preview.ts';
import type { RunResult } from './run/run.ts';
import type { Spent } from './run/spent.ts';
import type { Completion } from './session/driven.ts';
import type { Handover } from './session/permission-question.ts';
import type { Heir } from './session/resume.ts';
import type { AskedOfIt, EnvironmentLook, Marks, Verification } from './task/environment.ts';
import type { StackedOn } from './task/features/child.ts';
import type { Artifact } from './task/manual/manual.ts';
import type { ToTrust } from './task/phases/trust.ts';
import type { PullRequestWish, Settings } from './task/settings/settings.ts';
import type { Base, Checkout, Hub } from './task/task.ts';
import type { EffectResult } from './thing.ts';

export type EffectMap = {
  /** A slot of the workspace, or a place in the line; with it the task's lease. */
  'claim-slot': {
    input: { workspace: string; slots: number; priority: number; exclusive: boolean };
    /** `more`: how many stand behind those that are named. */
    output: { granted: boolean; ahead: readonly string[]; more?: number };
  };
  'free-slot': { input: { workspace: string; slots: number }; output: Record<string, never> };
  'open-hub': {
    /** `seen`: a moment ago. */
    input: { workspace: string; path: string; seen?: Checkout };
    output: {
      hub: Hub;
      branch: string | null;
      head: string | null;
      dirty: readonly string[];
      remote: string | null;
      notes: readonly string[];
      /** When what is in the hub was fetched, where that was a moment ago. */
      fetchedAt?: number;
    };
  };
  /** Base, and what is to be checked, read from it. */
  'survey-base': {
    /** `head`: a branch of the remote that is gone on with; the base is then where it left the wanted one. */
    /** `anew`: of this base, with configuration and environment as they stand now; `gates`: as a person has just chosen them. */
    input: {
      hub: Hub;
      wanted: string | null;
      head?: string;
      anew?: { base: Base; gates: Readonly<Record<string, string>> };
    };
    output: {
      base: Base;
      head?: { commit: string; tree: string };
      plan: GatePlan;
      settings: GateSettings;
      copy: readonly string[];
      hooks: readonly string[];
      /** `none`: everything runs with all of the person's rights, and every question that matters says so. */
      sandbox: string;
      /** The repository's template of pull requests, where it has one. */
      template?: string;
      preview?: Preview;
      teardown?: readonly (readonly string[])[];
      /** What a person has not agreed to before. */
      toTrust?: ToTrust;
      /** What it was made from, where it was taken anew. */
      anew?: { overlay: Settings['overlay']; variables: Readonly<Record<string, string>> };
    };
  };
  /** A copy that is gone made anew, with what was kept of it last; `tree`: where nothing newer was kept. */
  'mend-copy': {
    input: {
      workspace: string;
      hub: Hub;
      base: Base;
      copy: string;
      branch: string;
      isolation: 'clone' | 'checkout' | 'worktree';
      tree: string;
      dependencies: string | null;
      folders: readonly string[];
      files: readonly string[];
    };
    /** `hub`: with the checkout where it is now. */
    output: { made: boolean; tree: string; hub?: Hub };
  };
  /** The repository of a copy as it was made, for a person; `taken`: what an agent had put there for git to run or follow. */
  'renew-copy': {
    input: { hub: Hub; base: Base; copy: string; branch: string; isolation: 'clone' | 'checkout' | 'worktree' };
    output: { taken: readonly string[] };
  };
  'remember-trust': {
    input: { checkout: string; grants: readonly string[]; by: string };
    output: Record<string, never>;
  };
  'make-copy': {
    /** `ports`: how many it is given; absent: none. */
    input: { hub: Hub; base: Base; branch: string; isolation: 'clone' | 'checkout' | 'worktree'; ports?: number };
    output: { path: string; branch: string };
  };
  /** The folder of the dependency cache for this key; filled by set-up runs where `ready` is false. */
  'prepare-dependencies': {
    input: { hub: Hub; tree: string; key: string; setup: readonly (readonly string[])[] };
    output: { folder: string; ready: boolean };
  };
  'seal-dependencies': { input: { folder: string; folders: readonly string[] }; output: Record<string, never> };
  /** Dependencies and the workspace's own files brought into the copy; the tree it has then. */
  'furnish-copy': {
    input: {
      hub: Hub;
      base: string;
      copy: string;
      dependencies: string | null;
      folders: readonly string[];
      files: readonly string[];
      label: string;
    };
    output: { tree: string };
  };
  snapshot: {
    input: { hub: Hub; copy: string; base: string; label: string };
    /** `total`: `changes` holds only its first files. */
    output: { tree: string; changes: readonly Change[]; total?: ChangeTotals };
  };
  'restore-copy': {
    input: { hub: Hub; copy: string; tree: string; label: string };
    output: { changed: readonly string[] };
  };
  /** The checks that need no program: tamper guard, secrets; and which test files are new or changed. */
  'inspect-change': {
    input: { hub: Hub; base: string; tree: string; plan: GatePlan; settings: GateSettings };
    output: {
      tamper: readonly Finding[];
      secrets: readonly Finding[];
      tests: readonly string[];
      /** `tests` holds only the first of them. */
      moreTests?: true;
      /** Of gates that speak only where they found something: imports, dependencies. */
      others?: readonly Finding[];
    };
  };
  /** A clean checkout of `tree`, or of `base` with only `overlay` taken from `tree`, furnished with dependencies. */
  'stage-tree': {
    input: {
      hub: Hub;
      tree: string;
      base: string;
      /** Paths, or all that is new or changed under these globs. */
      overlay: readonly string[] | { readonly globs: readonly string[] } | null;
      label: string;
      dependencies: string | null;
      folders: readonly string[];
      repository: boolean;
      /** Of what is to be checked: where the same was checked on this very tree not long ago, nothing is staged. */
      definitions?: string;
    };
    /** `kept`: what its gates said then. */
    output: { folder: string; tree: string; kept?: readonly GateResult[] };
  };
  /** Commits one after another on top of the base, in a scratch: no branch moves. `tree`: what has no commit yet, as it stands on the base. */
  'merge-heads': {
    input: {
      hub: Hub;
      base: string;
      heads: readonly { feature: string; commit: string; tree: string | null }[];
      label: string;
    };
    output: { kind: 'merged'; tree: string } | { kind: 'conflict'; feature: string; files: readonly string[] };
  };
  'record-evidence': {
    input: {
      base: string;
      tree: string;
      definitions: string;
      criterion: string | null;
      attempt: number | null;
      results: readonly GateResult[];
    };
    output: { from: number; to: number };
  };
  'start-session': { input: Record<string, never>; output: { startedAt: number; pid: number | null } };
  /** The agent is given an answer; what is allowed from now on is put on record first. `gone`: it asks this no more. */
  'answer-agent': { input: Handover; output: { how: 'answered' | 'gone' } };
  /** Into the turn under way; what it does not take is kept for the next (`kept`). */
  'steer-agent': { input: { seq: number; text: string }; output: { how: 'given' | 'kept' | 'uncertain'; why: string } };
  /** What the turns of all agents have used that ended today. */
  'meter-day': { input: Record<string, never>; output: Spent };
  /** Was a turn without a tool an acknowledgement only? Null: it cannot be told. */
  'judge-turn': { input: { turn: number }; output: { idle: boolean | null } };
  'interrupt-agent': { input: { seq: number }; output: Record<string, never> };
  /** In the agent's own way, or (`now`) by the keeper. */
  'end-session': { input: { by: string; now: boolean }; output: Record<string, never> };
  /** What came of it: null while it goes on. */
  'read-session': {
    input: Record<string, never>;
    /** `heir`: where it is lost and another may go on with its conversation. */
    output: { ending: Ending; changed: readonly string[] | null; own?: OwnChanges; heir?: Heir } | null;
  };
  /** A completion as a file under `done`, whole or not at all. */
  'mark-done': { input: { completion: Completion }; output: Record<string, never> };
  /** Claims the session's turn, then hands the message over. `waiting`: nothing of it arrived. */
  'deliver-message': {
    input: Record<string, never>;
    output: /** `limits`: how often it had fallen into a limit before. */
      | { kind: 'delivered'; turn: number | null; limits?: number }
      | { kind: 'waiting'; why: string; refusals: number }
      | { kind: 'failed'; why: string }
      | { kind: 'uncertain'; why: string };
  };
  'start-run': { input: Record<string, never>; output: { startedAt: number; hired?: Hired } };
  /** The same for a run by itself, in the person's own folder; before a read-only one that nothing else holds back, the tree is put on record. */
  'start-once': { input: Record<string, never>; output: { startedAt: number } };
  'read-once': { input: Record<string, never>; output: { ending: Ending; result: RunResult; own?: OwnChanges } | null };
  /** A text in the state folder, for people and later steps. */
  'write-note': { input: { path: string; text: string }; output: { path: string } };
  'end-run': { input: { reason: 'cancelled' | 'timed_out' }; output: Record<string, never> };
  /** Looks at what the keeper kept: null while it goes on. */
  'read-run': { input: Record<string, never>; output: { ending: Ending; result: RunResult; own?: OwnChanges } | null };
  /** Refused without fresh passing evidence of this very tree, base and definitions; `override`: who takes it upon them all the same. */
  commit: {
    input: {
      hub: Hub;
      tree: string;
      /** The base that the evidence is about. */
      parent: string;
      /** What the commit stands on; absent: `parent`. */
      parents?: readonly string[];
      definitions: string;
      message: string;
      atSeconds: number;
      branch: string;
      override: string | null;
    };
    /** `gone`: where the checkout was. */
    output: { commit: string; gone?: string };
  };
  /** Is the branch there on the remote already? If not it is noted as made by this task, before it is. `pushed`: it was there by us before. */
  'claim-branch': {
    input: { hub: Hub; branch: string; commit: string; pushed: boolean };
    output: { fresh: boolean };
  };
  'confirm-push': {
    input: { hub: Hub; branch: string; commit: string };
    output: { there: boolean; at: string | null };
  };
  'open-pull-request': {
    input: {
      hub: Hub;
      title: string;
      body: string;
      branch: string;
      base: Base;
      commit: string;
      tree: string;
      /** Absent in tasks of earlier versions. */
      wish?: PullRequestWish;
      /** `page`: whatever the remote is, only the page is written. */
      as?: 'page';
    };
    /** `notes`: what was asked for and could not be had. */
    output: { address: string; notes?: readonly string[] };
  };
  /** The address of the one that is open on a forge; null where none is, and for plain remotes. `ours`: the record says that this task made the branch there. */
  'find-pull-request': { input: { hub: Hub; branch: string }; output: { open: string | null; ours?: boolean } };
  /** All of it as it is now; `at`: the branch on the remote, null: it is gone, absent: the remote did not say. */
  'look-at-pull-request': {
    input: { hub: Hub; branch: string; number: number | null };
    output: { look: Look | null; at?: string | null };
  };
  /** The end of what a failed check said. */
  'read-check-log': { input: { hub: Hub; check: Check }; output: { text: string } };
  /** Once, however often it is performed: it is known by the effect's own id. */
  'reply-on-thread': {
    input: { hub: Hub; number: number; thread: string; text: string };
    output: Record<string, never>;
  };
  /** `was`: the body as it was written last; another one is a person's and stays. */
  'change-pull-request': {
    input: { hub: Hub; number: number; body: string; was: string | null };
    output: { changed: boolean };
  };
  /** Safe to repeat. `on`: goes along to the state it leads to. */
  'retarget-pull-request': {
    input: { hub: Hub; number: number; base: string; on: StackedOn | null };
    output: Record<string, never>;
  };
  'close-pull-request': { input: { hub: Hub; number: number }; output: Record<string, never> };
  /** The base merged into the head, in the hub; the copy holds the outcome, conflicts between markers. */
  'join-base': {
    input: { hub: Hub; copy: string; base: string; head: string; label: string };
    output: { tree: string; conflicts: readonly string[] };
  };
  /** The copy brought to where somebody else moved the branch, as it was fetched. */
  'follow-branch': {
    /** `ours`: a commit that is not pushed yet; it is merged with theirs. */
    input: { hub: Hub; copy: string; branch: string; base: string; known: string | null; label: string; ours?: string };
    output: {
      head: { commit: string; tree: string } | null;
      /** Where the branch now leaves the base. */
      base: { commit: string; tree: string } | null;
      rewritten: boolean;
      by: string;
      joined?: { tree: string; conflicts: readonly string[] };
    };
  };
  /** The base without what a merge brought into it; null: there is no telling what that was. */
  'revert-merge': {
    input: { hub: Hub; base: string; merged: string | null };
    output: { tree: string; conflicts: readonly string[] } | null;
  };
  /** Copy and branch of the task, as far as the record says that it made them; what is nowhere else is kept in the hub and named. */
  'remove-copy': {
    input: { hub: Hub; base: Base; copy: string; branch: string; isolation: 'clone' | 'checkout' | 'worktree' };
    /** `left`: what is not on the record and stays. */
    output: { kept: string | null; left?: readonly string[] };
  };
  /** One look at an environment, and what was asked of it besides; `keep`: later looks of this task are compared with it. */
  'look-at-environment': {
    input: { env: string; commands: readonly string[]; keep: boolean };
    output: { look: Extract<EnvironmentLook, { kind: 'seen' }>; asked: readonly AskedOfIt[] };
  };
  /** How far the logs of an environment are written. */
  'mark-environment': { input: { env: string }; output: { marks: Marks } };
  /** What became of the errors since the marks, or where there are none since that time; `against`: another one, whose errors count as well. */
  'verify-environment': {
    input: { env: string; against: string | null; since: Instant; marks: Marks | null };
    output: Verification;
  };
  /** The end of the lease that a step by hand goes on under; null where it is not held any more. */
  'hold-lease': { input: { fence: number; renew: boolean }; output: { until: Instant | null } };
  /** A step by hand that is done, on its lease: phase, history, artifact, two hours more. Null: it does not hold, nothing was recorded. */
  'keep-step': {
    input: { fence: number; phase: string; entered: Instant; artifact: Artifact };
    output: { until: Instant | null };
  };
  /** The copy goes on under another branch, made where it stands. */
  'switch-branch': {
    input: {
      hub: Hub;
      base: Base;
      copy: string;
      from: string;
      branch: string;
      isolation: 'clone' | 'checkout' | 'worktree';
    };
    output: { branch: string };
  };
  /** Lease and slot given back; staged checkouts removed. */
  release: { input: { workspace: string; slots: number; outcome: string }; output: Record<string, never> };
};

export type EffectName = keyof EffectMap;

export type Effect = {
  [Name in EffectName]: { readonly name: Name; readonly input: EffectMap[Name]['input'] };
}[EffectName];

/** An effect's result beside the effect it belongs to. */
export type Performed = {
  [Name in EffectName]: {
    readonly name: Name;
    readonly input: EffectMap[Name]['input'];
    readonly result: Exclude<EffectResult<EffectMap[Name]['output']>, { kind: 'later' }>;
  };
}[EffectName];
