// The folder of a run through which hooks of its agent tell edits and hear what the tests near them say: what is asked the agent writes, what is told only we do.
import type { ThingId } from '../domain/ids.ts';

/** Absolute, with both folders in it. `takenMs`: who hears nothing for so long goes on without, for nobody takes it; `waitMs`: for the words. */
export type EditFolder = { readonly folder: string; readonly takenMs: number; readonly waitMs: number };

/** How the copy stood before the turn, as a `CopyLook`, or null. */
export const beforeAt = (run: string): string => `runs/${run}/before.json`;
/** `tree`: all that stands in it, committed or not. */
export type CopyLook = { readonly head: string | null; readonly tree: string };

/** One file each: `asked/ID.json` with an `EditAsk`, then `told/ID.taken`, and `told/ID.json` with an `EditTold`. */
export type EditAsk = { readonly paths: readonly string[] };
/** null: there is nothing to say. */
export type EditTold = { readonly words: string | null };

export const askIds = /^([0-9a-f]{16})\.json$/;
export const askedAt = (run: ThingId): string => `runs/${run}/edits/asked`;
export const toldAt = (run: ThingId): string => `runs/${run}/edits/told`;
export const takenAt = (run: ThingId, ask: string): string => `${toldAt(run)}/${ask}.taken`;
export const wordsAt = (run: ThingId, ask: string): string => `${toldAt(run)}/${ask}.json`;

/** Long for a daemon, short for an agent. */
export const takenMs = 5_000;
/** One run may be under way when it is asked, and its own comes then. */
export const waitsFor = (deadlineMs: number): Omit<EditFolder, 'folder'> => ({
  takenMs,
  waitMs: 2 * deadlineMs + 10_000,
});
