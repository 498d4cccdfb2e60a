// What the keeper and its screen worker say to each other. Runs are named; bytes of output are not sent: the worker reads the transcripts itself.
import type { Screen } from '../../domain/screen/screen.ts';

/** Typed is what the keeper knows. */
export type DrawnScreen = Omit<Screen, 'typed'>;

export type ToWorker =
  /** `path`: of the output. Up to `liveFrom` it is history: nobody waits for answers, and it changed at `pastAt`. `to`: bytes there are. */
  | {
      readonly tell: 'open';
      readonly run: string;
      readonly path: string;
      readonly liveFrom: number;
      readonly pastAt: number;
      readonly to: number;
    }
  | { readonly tell: 'grow'; readonly run: string; readonly to: number }
  /** From that byte on the window is so. */
  | {
      readonly tell: 'resize';
      readonly run: string;
      readonly at: number;
      readonly columns: number;
      readonly rows: number;
    }
  | { readonly tell: 'watch'; readonly run: string; readonly on: boolean }
  | { readonly tell: 'close'; readonly run: string }
  | { readonly tell: 'ask'; readonly call: number; readonly run: string; readonly at: number; readonly what: Question };

export type Question =
  | { readonly kind: 'screen'; readonly history: number }
  | { readonly kind: 'picture'; readonly history: number };

export type FromWorker =
  /** So many bytes are in the picture. */
  | { readonly told: 'took'; readonly run: string; readonly at: number }
  /** The terminal owes its program this. */
  | { readonly told: 'answer'; readonly run: string; readonly text: string }
  | { readonly told: 'screen'; readonly run: string; readonly screen: DrawnScreen }
  | { readonly told: 'reply'; readonly call: number; readonly value: SeenWithHistory | SeenPicture | null };

export type SeenWithHistory = { readonly screen: DrawnScreen; readonly history: readonly string[] };
export type SeenPicture = {
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly columns: number;
  readonly rows: number;
};
