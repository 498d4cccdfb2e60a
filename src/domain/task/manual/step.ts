// A step by hand: what is wished for, the one under way, how the last ones came out, and what is left of them.

import type { Failure } from '../../error.ts';
import type { ChangeTotals } from '../../evidence/bound-list.ts';
import type { Instant } from '../../ids.ts';
import type { Phase } from '../phase.ts';

export type ManualWish =
  | { readonly step: 'analyze'; readonly agent: string | null; readonly words: string | null }
  | {
      readonly step: 'develop';
      readonly agent: string | null;
      /** A plan of the caller's own. */
      readonly plan: string | null;
      readonly branch: string | null;
      readonly words: string | null;
      /** A person wants it: they are not asked whether the plan is right. */
      readonly agreed: boolean;
    }
  | { readonly step: 'test' }
  | {
      readonly step: 'submit';
      readonly title: string | null;
      readonly body: string | null;
      /** Who takes it upon them although evidence is missing or stale. */
      readonly override: string | null;
    }
  /** The environment was looked at already; what came of it goes on record. */
  | { readonly step: 'verify'; readonly verdict: string; readonly artifact: string };

export type ManualStepName = ManualWish['step'];

/** The phase that each step leaves a task in. */
export const phaseOfManualStep = {
  analyze: 'analyze',
  develop: 'develop',
  test: 'test',
  submit: 'submit',
  verify: 'verify',
} as const satisfies Readonly<Record<ManualStepName, Phase>>;

/** `fence`: of the lease it is wished under. */
export type WishedManualStep = { readonly fence: number; readonly wish: ManualWish };

/** The step under way. */
export type ManualStep = WishedManualStep & {
  /** Number of the notice it was wished with; its name for who waits for its end. */
  readonly seq: number;
  readonly by: string;
  readonly began: Instant;
  /** Where the task was before it, and is again if it fails. */
  readonly from: Phase;
  /** The end of the lease as it was last seen; null before it was looked at. */
  readonly until: Instant | null;
  /** The lease was looked at right before the commit. */
  readonly cleared: boolean;
  /** It has done what it is for; what differs from the base is looked at before it goes on record. */
  readonly over?: true;
  readonly changed?: ManualChange;
};

/** What differs from the base, as git sees it: files that are not tracked too. */
export type ManualChange = {
  /** Old and new name of a renamed one; the first of them where there are very many. */
  readonly files: readonly string[];
  /** Changes that are not among them. */
  readonly more: number;
  readonly totals: ChangeTotals;
};

/** How a step came out. */
export type ManualStepEnd = {
  readonly seq: number;
  readonly step: ManualStepName;
  /** null: it is done. */
  readonly failure: Failure | null;
  /** Of `verify`. */
  readonly verdict?: string;
  /** Of the last `analyze` and the last `develop`; absent in steps of earlier versions. */
  readonly changed?: ManualChange;
};

/** What a step leaves for people and later steps, as a file beside its lease. `file`: written below the state folder; `path`: there already. */
export type Artifact =
  | { readonly name: string; readonly file: string; readonly text: string }
  | { readonly name: string; readonly path: string };
