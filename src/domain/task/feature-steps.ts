// What a split task is about while its features are made: nothing (it follows them), or a look whether all of them are green together.
import type { GateResult } from '../evidence/verdict.ts';

/** Which commits were looked at together, as one text. */
export type Heads = string;

export type Following =
  | { readonly kind: 'joining'; readonly heads: Heads }
  | { readonly kind: 'staging'; readonly heads: Heads; readonly tree: string }
  | {
      readonly kind: 'gates';
      readonly heads: Heads;
      readonly tree: string;
      readonly folder: string;
      readonly results: readonly GateResult[];
    }
  | {
      readonly kind: 'recording';
      readonly heads: Heads;
      readonly tree: string;
      readonly results: readonly GateResult[];
    }
  /** Nothing of it was pushed; a person is asked. */
  | {
      readonly kind: 'failed';
      readonly heads: Heads;
      readonly why: string;
      readonly results: readonly GateResult[];
    };

/** `by`: a person lets it pass though they are not green together. */
export type Together = { readonly heads: Heads; readonly tree: string | null; readonly by?: string };

/** The feature that a task is, of which task. */
export type PartOf = {
  readonly parent: string;
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly of: number;
};

/** Its branch starts from that of another feature, whose pull request is not merged yet. */
export type StackedOn = { readonly task: string; readonly branch: string };
