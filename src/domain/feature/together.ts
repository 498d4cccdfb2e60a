// What a split task is about while its features are made: nothing (it follows them), or a look whether all of them are green together.
import type { GateResult } from '../evidence/verdict.ts';

/** Which commits were looked at together, as one text. */
type Heads = string;

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
