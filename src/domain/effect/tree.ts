// Trees: of a copy, put back, checked out clean, looked at, made of several commits; and what was proven of them.
import type { ChangeTotals } from '../evidence/bound-list.ts';
import type { Change, GatePlan, GateSettings, HeldResult } from '../evidence/gate-plan.ts';
import type { GuardedKnown } from '../evidence/guarded-change.ts';
import type { HunkToTry, NoHunks } from '../evidence/hunk.ts';
import type { StruckTree } from '../evidence/reached.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import type { AddedNode, RefusedFile } from '../flow/added.ts';
import type { TaskId } from '../ids.ts';
import type { Hub } from '../place/hub.ts';
import type { SideBySide } from '../plan/meaning.ts';
import type { Place } from '../plan/report.ts';
import type { Owned } from '../plan/together/ownership.ts';

/** Task files that an agent wrote, so far. */
export type Gathered = { readonly added: readonly AddedNode[]; readonly refused: readonly RefusedFile[] };

export type TreeEffects = {
  snapshot: {
    input: {
      hub: Hub;
      copy: string;
      base: string;
      label: string;
      /** Task files in this folder of the copy are taken out of it first. */
      gather?: { from: string };
      /** Said to be in `tree`. */
      places?: { tree: string; said: readonly Place[] };
    };
    output: {
      tree: string;
      changes: readonly Change[];
      /** `changes` holds only its first files. */
      total?: ChangeTotals;
      gathered?: Gathered;
      /** Of `places`, by their number from 0: what is not there. */
      absent?: readonly number[];
      /** Submodules in whose folders something lies; it is no part of the change. Absent: none. */
      aside?: readonly string[];
    };
  };
  'restore-copy': {
    input: { hub: Hub; copy: string; tree: string; label: string };
    output: { changed: readonly string[] };
  };
  /** Of what a copy holds, `tree`, what tools left stays out, and all that is not `owned` (absent: all is); it is kept in the hub, and is as it was in `start`. New tests are its own where nobody else owns their place. */
  'keep-own': {
    input: {
      hub: Hub;
      copy: string;
      base: string;
      start: string;
      tree: string;
      owned?: Owned;
      foreign: readonly string[];
      /** Leftovers that the plan names; absent: of an older version, and none is taken out. */
      spoken?: readonly string[];
      tests: readonly string[];
      label: string;
    };
    /** `changes`: since `base`, as of `snapshot`. `more`: so many are set aside besides those that are named. `leftovers`: files, and folders with a slash; absent: none. */
    output: {
      tree: string;
      changes: readonly Change[];
      outside: readonly string[];
      more?: number;
      leftovers?: readonly string[];
    };
  };
  /** The copy becomes `ours` with what lies between `from` and `theirs`, and after that with `more` of the kind. What is in conflict is left out, or with `markers` holds both sides between them. */
  'join-work': {
    input: {
      hub: Hub;
      copy: string;
      ours: string;
      from: string;
      theirs: string;
      more?: readonly { readonly from: string; readonly theirs: string }[];
      markers: boolean;
      label: string;
    };
    /** `more`: the files in conflict of each of those. */
    output: { tree: string; conflicts: readonly string[]; more?: readonly (readonly string[])[] };
  };
  /** The checks that need no program: tamper guard, secrets; and which test files are new or changed. */
  'inspect-change': {
    input: {
      hub: Hub;
      base: string;
      tree: string;
      plan: GatePlan;
      settings: GateSettings;
      /** The tree since which `tests` are told; absent: `base`. */
      start?: string;
      /** Its tests are written first: nothing else should be changed, or they are compared with those that were red. */
      beat?: { readonly kind: 'test' } | { readonly kind: 'code'; readonly red: string };
    };
    output: {
      tamper: readonly Finding[];
      secrets: readonly Finding[];
      tests: readonly string[];
      /** `tests` holds only the first of them. */
      moreTests?: true;
      /** Since `start` nothing that ships does anything else. */
      idle?: true;
      /** What of the change ships, where only tests were to be written; absent: nothing. */
      besides?: readonly string[];
      /** Of the tests since they were red; absent: nothing. */
      sinceRed?: readonly Change[];
      /** Of gates that speak only where they found something: imports, dependencies. */
      others?: readonly Finding[];
      /** Of gates that were configured and need no program. */
      held?: readonly HeldResult[];
    };
  };
  /** A clean checkout of `tree`, or of `base` with only `overlay` taken from `tree`, furnished with dependencies. Where the overlay is empty there is none. */
  'stage-tree': {
    input: {
      hub: Hub;
      tree: string;
      base: string;
      /**
       * Paths, or all that is new or changed under these globs. `asTheyWere`: what stands there on `tree` and not as it is on `base`, in the words of `base` where
       * it is called otherwise there; what `base` has beyond it under these globs is left out. `whole`: all of `tree`, and told is what of it is new or changed under
       * these globs, as far as tests are known to stand in it. `guarded`: what decides what gates say, as it is on `tree`. `without`: this hunk put back to what stands on `base`. `exchanged`: this file of tests expects other values in these of them.
       * `settings`: and what decides which tests run and how, which is told; without any there is no checkout. `struck`: all of `tree`, with functions that end the program where it changed them since that tree.
       */
      overlay:
        | readonly string[]
        | { readonly globs: readonly string[]; readonly asTheyWere?: true; readonly whole?: true }
        | { readonly guarded: GuardedKnown; readonly plan: GatePlan }
        | {
            readonly without: { readonly path: string; readonly key: string };
            readonly plan: Pick<GatePlan, 'tests' | 'guarded'>;
          }
        | { readonly exchanged: string; readonly asks: readonly string[] }
        | { readonly globs: readonly string[]; readonly settings: Pick<GatePlan, 'tests' | 'guarded' | 'gates'> }
        | { readonly struck: string; readonly plan: Pick<GatePlan, 'tests' | 'guarded'> }
        | null;
      label: string;
      dependencies: string | null;
      folders: readonly string[];
      repository: boolean;
      /** Of what is to be checked: where the same was checked on this very tree not long ago, nothing is staged. */
      definitions?: string;
    };
    /** `kept`: what its gates said then. `laid`: what was taken as it was; `moreLaid`: only the first of it. */
    output: {
      folder: string;
      tree: string;
      kept?: readonly GateResult[];
      laid?: readonly string[];
      moreLaid?: true;
      struck?: StruckTree;
      /** A test file with the name of a test that passes in it, where none is new or changed. */
      sample?: { path: string; like: readonly string[] };
      /** Tests are known to stand in all of it. */
      onlyTests?: true;
    };
  };
  /** What became of the tests that passed on the base. `old`: its test files on the new code, as they ran; null: none was touched. `result` null: there is nothing to say. */
  'judge-expectations': {
    input: {
      hub: Hub;
      base: string;
      tree: string;
      plan: GatePlan;
      /** On the base, by name. */
      passed: readonly string[];
      /** A criterion whose tests are to hold that passed when it was proven; what the base has is left out. Absent: those of the base. */
      from?: { readonly label: string; readonly tree: string };
      old: { readonly result: GateResult; readonly files: readonly string[] | null } | null;
    };
    output: { result: GateResult | null };
  };
  /** What new and changed tests came to when they were run again. `files`: their own; `all`: there are no more than these. `exit`: of the whole. */
  'judge-stable': {
    input: {
      hub: Hub;
      base: string;
      tree: string;
      files: readonly string[];
      all: boolean;
      exit: number | null;
      runs: readonly GateResult[];
      budgetMs: number;
    };
    output: { why: string; findings: readonly Finding[] };
  };
  /** What a change does to files that decide what gates say. `held`: what they say with those as they were, `own`: on the change; absent: as it is on record. `result` null: it touches none. */
  'judge-guarded': {
    input: {
      hub: Hub;
      base: string;
      tree: string;
      plan: GatePlan;
      known: GuardedKnown;
      baseline: readonly GateResult[];
      held: readonly GateResult[];
      own?: readonly GateResult[];
    };
    output: { result: GateResult | null };
  };
  /** What of the change can be put back alone, the largest first. `agreed`: keys of hunks that a person said yes to; `demanded`: of those that tests failed without. */
  'cut-hunks': {
    input: {
      hub: Hub;
      base: string;
      tree: string;
      plan: Pick<GatePlan, 'tests' | 'guarded'>;
      agreed: readonly string[];
      demanded: readonly string[];
      /** Whose red tests the change is proven by, besides its own; absent: nobody's. */
      taken?: TaskId;
    };
    output: {
      hunks: readonly HunkToTry[];
      /** Files of red tests to be run with other expected values; absent: an earlier version cut it. */
      values?: readonly HunkToTry[];
      /** The first that are more than are tried, and how many others there are. */
      left: readonly HunkToTry[];
      leftMore: number;
      /** That a person said yes to, and that tests failed without. */
      agreed: number;
      demanded: number;
      /** The key of the one that is all of the change. */
      all?: string;
      none: NoHunks;
      /** Test files that are known there; null: tests have no names. */
      files: number | null;
    };
  };
  /** The tests by which each criterion was proven, beside what it says. */
  'gather-tests': {
    input: {
      hub: Hub;
      tree: string;
      criteria: readonly { readonly label: string; readonly text: string }[];
      /** Whose criteria these are, where another did them; absent: its own. */
      taken?: TaskId;
    };
    output: { side: readonly SideBySide[] };
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
  /** The base merged into the head, in the hub; the copy holds the outcome, conflicts between markers. `contained`: the head had all of the base before. */
  'join-base': {
    input: { hub: Hub; copy: string; base: string; head: string; label: string };
    output: { tree: string; conflicts: readonly string[]; contained?: boolean };
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
};
