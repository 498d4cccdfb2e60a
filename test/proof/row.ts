// One change of a small project: what was done to it, and what the proof must say of that.

import type { CriterionKind } from '../../src/domain/criterion/criterion.ts';
import type { ProofName } from '../../src/domain/evidence/proof-rows.ts';
import type { Need } from '../needs/needs.ts';

/** By path; null: it is removed. */
export type Edits = Readonly<Record<string, string | null>>;

export type Project = {
  /** Language and runner, as they are printed. */
  readonly name: string;
  readonly files: Edits;
  /** Commands that a person configured, by gate; absent: all are found. */
  readonly gates?: Readonly<Record<string, string | false>>;
  readonly needs?: readonly Need[];
};

/** A row of the table of proof in the guide. */
export type Proof = ProofName;

export type Row = {
  readonly what: string;
  readonly project: Project;
  readonly edits: Edits;
  /** Of its one criterion; absent: `behaviour`. */
  readonly kind?: CriterionKind;
  /** What the plan checks it by. */
  readonly verify?: string;
};

/** `lines`: that need a yes; absent: none. */
export type Honest = Row & { readonly lines?: number };

/** `by`: what is to catch it. */
export type Cheat = Row & { readonly by: Proof };
