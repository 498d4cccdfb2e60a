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

/** `line`: from 1; null: the file as a whole. */
export type Place = { readonly file: string; readonly line: number | null };

export type Report = {
  readonly cause: string;
  /** `absent`: the tree that it speaks of has no such file or line. */
  readonly locations: readonly (Place & { readonly what: string; readonly absent?: true })[];
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

// The fields of what an agent hands in, each taken as it should be, or named in `missing`.

export type Unknowns = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Unknowns =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export function text(value: unknown, name: string, missing: string[]): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  missing.push(`\`${name}\`: a text`);
  return '';
}

export function list(value: unknown, name: string, missing: string[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  missing.push(`\`${name}\`: a list`);
  return [];
}

export function texts(value: unknown, name: string, missing: string[]): readonly string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  missing.push(`\`${name}\`: a list of texts`);
  return [];
}

export function oneOf<T extends string>(
  value: unknown,
  allowed: readonly T[],
  name: string,
  missing: string[],
): T | null {
  const found = allowed.find((each) => each === value);
  if (found === undefined) missing.push(`\`${name}\`: one of ${allowed.join(', ')}`);
  return found ?? null;
}

export const lineNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
