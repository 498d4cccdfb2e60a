// What an agent's own screen says, read from its frame (composer, dialog, title) and never from what scrolled by.
import type { Asked } from '../../domain/session/asked.ts';

/** How a choice of a dialog is made with keys: moved to one by one, looked at, and only then accepted. */
export type Menu = {
  /** Index of the choice that would be taken now; null where the screen does not show it. */
  readonly selected: number | null;
  readonly next: string;
  readonly previous: string;
  readonly accept: string;
};

export type ScreenReading =
  /** `composer`: what stands in the input line, without placeholders; '' where it is empty. */
  /** `marked`: said by a mark that whatever it starts may print too; true only while it has its terminal itself. */
  /** `early`: it may still be starting, and what it asks at its start may come over its input line. */
  | { readonly kind: 'idle'; readonly composer: string; readonly marked?: true; readonly early?: true }
  /** `composer`: null where none is shown. */
  | { readonly kind: 'busy'; readonly composer: string | null }
  | { readonly kind: 'asks'; readonly asked: Asked; readonly menu: Menu }
  | { readonly kind: 'unknown'; readonly why: string };

export const unknownScreen = (why: string): ScreenReading => ({ kind: 'unknown', why });
