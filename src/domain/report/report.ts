// The analysis report an agent must hand in, and the plan made from it.
import type { FeatureDraft } from '../feature/feature.ts';

export type Proposal = {
  readonly title: string;
  readonly text: string;
  readonly recommended: boolean;
  /** What may go wrong with it; absent where nothing was said of it alone. */
  readonly risk?: string;
};

export type ReportCriterion = {
  readonly text: string;
  readonly verify: string | null;
  readonly files: readonly string[];
  readonly kind: 'behaviour' | 'refactor' | 'docs' | 'config';
};

/** Several parts, and why one is not enough. */
export type Split = { readonly why: string; readonly features: readonly FeatureDraft[] };

export type Report = {
  readonly cause: string;
  readonly locations: readonly { readonly file: string; readonly line: number | null; readonly what: string }[];
  readonly proposals: readonly Proposal[];
  readonly impact: string;
  readonly risk: 'low' | 'medium' | 'high';
  readonly wanted: readonly string[];
  readonly criteria: readonly ReportCriterion[];
  /** Where it is too large for one cycle. */
  readonly split?: Split;
  /** Commands that it wants to be asked of the environment. */
  readonly looks?: readonly string[];
};
