// The small steps while a pull request is watched, and while it is rolled back.
import type { Failure } from '../error.ts';
import type { Check, Thread } from '../review/pull-request.ts';

/** Why the base, and the branch itself, are fetched. */
export type Fetched =
  /** Its head was moved by somebody else. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'conflict' }
  /** It was merged, and there is more to do: a new branch from the new base. */
  | { readonly kind: 'merged'; readonly text: string };

export type Watch =
  | { readonly kind: 'looking' }
  /** Each look that finds nothing new is followed by a longer rest. */
  | { readonly kind: 'resting'; readonly until: number; readonly pauseMs: number }
  | { readonly kind: 'reading_log'; readonly check: Check }
  | { readonly kind: 'fetching'; readonly why: Fetched }
  | { readonly kind: 'following' }
  | { readonly kind: 'surveying'; readonly why: Fetched }
  | { readonly kind: 'joining' }
  | { readonly kind: 'renewing'; readonly text: string }
  /** What strangers said is shown to a person. */
  | { readonly kind: 'strangers'; readonly threads: readonly Thread[] }
  /** Somebody else must say how it goes on. */
  | {
      readonly kind: 'stuck';
      readonly id: string;
      readonly cause: string;
      readonly text: string;
      readonly advice: string;
    }
  | { readonly kind: 'gone'; readonly branch: string }
  /** Title and text of the pull request are brought up to date, then its threads are answered. */
  | { readonly kind: 'updating' }
  | { readonly kind: 'answering' };

export type RollBack =
  | { readonly kind: 'looking' }
  | { readonly kind: 'closing'; readonly number: number }
  | { readonly kind: 'fetching'; readonly commit: string | null }
  | { readonly kind: 'surveying'; readonly commit: string | null }
  | { readonly kind: 'reverting'; readonly commit: string | null }
  | { readonly kind: 'conflict'; readonly files: readonly string[]; readonly commit: string | null }
  | { readonly kind: 'committing'; readonly tree: string; readonly commit: string | null }
  | { readonly kind: 'pushing'; readonly tree: string; readonly made: string }
  | { readonly kind: 'confirming'; readonly tree: string; readonly made: string; readonly failed?: Failure }
  | { readonly kind: 'opening'; readonly tree: string; readonly made: string };
