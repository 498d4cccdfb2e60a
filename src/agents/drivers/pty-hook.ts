// What an agent's hooks tell, in words that are the same for all.
import type { Happening, TurnOutcome } from '../../domain/run/turn.ts';
import type { Asked, Wanted } from '../../domain/session/asked.ts';

export type HookWord =
  | { readonly kind: 'began'; readonly conversation: string; readonly model: string | null }
  /** A prompt was taken in; null where its text is not told. */
  | { readonly kind: 'prompted'; readonly text: string | null }
  /** `outcome` null: it is idle again, and how the turn came out is not told. */
  | { readonly kind: 'stopped'; readonly outcome: TurnOutcome | null }
  /** Its own hook waits for the answer's file. */
  | { readonly kind: 'asked'; readonly asked: Asked }
  /** What the dialog will be about that comes on its screen. */
  | { readonly kind: 'wants'; readonly wanted: Wanted }
  | { readonly kind: 'closed'; readonly id: string }
  | { readonly kind: 'told'; readonly happening: Happening };
