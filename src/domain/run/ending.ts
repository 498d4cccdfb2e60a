// The one union of how a child process can end. Whoever races for an ending races for exactly these.

export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** Its deadline passed; the whole tree was ended. */
  | { readonly kind: 'timed_out'; readonly afterMs: number }
  | { readonly kind: 'over_budget' }
  /** Somebody asked for the end. */
  | { readonly kind: 'cancelled' }
  /** No byte for longer than allowed. */
  | { readonly kind: 'stalled'; readonly quietMs: number }
  /** It could not be started at all: no such program, no such folder, not executable. */
  | { readonly kind: 'not_started'; readonly reason: string }
  /** The keeper that held it died; what the program did last is not known. */
  | { readonly kind: 'lost' };

export type EndingReason = 'timed_out' | 'over_budget' | 'cancelled' | 'stalled';

// What an end may mean that a program only has inside a sandbox.

/** Shells end so where a program is not there, or cannot be started. */
const missing = [126, 127];

/** Empty: it means nothing more. */
export function hiddenBySandbox(ending: Ending, confined: boolean): string {
  if (!confined || ending.kind !== 'exited' || !missing.includes(ending.code)) return '';
  return '; the sandbox may hide the program: name its folder in `sandbox_read` of your own configuration';
}

/** Ended by us or with the keeper: what it had done by then says nothing of what it would have come to. */
export const isCut = ({ kind }: Ending): boolean => kind === 'cancelled' || kind === 'lost';
