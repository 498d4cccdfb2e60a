// What the program that looks up is told, as a file; and how it says what came of it.
import type { LookupCommand } from '../domain/run/lookup.ts';

export type LookupRequest = {
  readonly command: Exclude<LookupCommand, { readonly kind: 'bash' }>;
  readonly folder: string;
  /** That paths are relative to, within the folder; absent: the folder itself. */
  readonly below?: string;
  /** The server that is asked: what starts it, or where it is. */
  readonly server?: { readonly argv: readonly string[] } | { readonly url: string };
};

/** `cut`: there was more. */
export type FoundText = { readonly text: string; readonly cut: boolean };

/** Why there is nothing, in words for a person; no fault of ours. */
export class NotFound extends Error {}
