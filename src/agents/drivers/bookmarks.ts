// Bookmarks: how far a run's output was read, what was known then and what had been told, in files of the run's own folder named after the byte.
// What lies before the highest of them may be cut away, for a reader begins there. Only a bookmark that is whole has such a name.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentEvent } from '../../domain/run/turn.ts';
import type { AgentSpec, Live } from '../../ports/agent.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';
import type { Way } from './launch.ts';
import { placeLines } from './lines.ts';

/** `saved`: the driver's own, plain but for sets. */
export type Bookmark = { readonly at: number; readonly saved: unknown; readonly told: readonly AgentEvent[] };

/** Raised when what a driver saves changes so that an older one cannot be read: it is passed over then, and its run is known by what is left of it. */
const version = 2;
/** Events that are kept whole, before which only those count that change what a session or a turn came to. */
const recent = 1000;

export const bookmarksFolder = (folder: string): string => join(folder, 'bookmarks');

/** The highest; null where there is none yet. */
export async function latestBookmark({ folder }: Pick<Live, 'folder'>): Promise<Bookmark | null> {
  for (const at of await bookmarksIn(folder)) {
    const text = await readFile(join(bookmarksFolder(folder), String(at)), 'utf8').catch(() => null);
    const found = text === null ? null : decode(text);
    if (found?.version === version) return { at, saved: found.saved, told: found.told };
  }
  return null;
}

/** What cannot be written is not kept: nothing is cut away then. A bookmark never takes the place of a higher one. */
export async function leaveBookmark({ folder }: Pick<Live, 'folder'>, { at, saved, told }: Bookmark): Promise<void> {
  const path = join(bookmarksFolder(folder), String(at));
  const half = `${path}.${process.pid}.new`;
  try {
    await mkdir(bookmarksFolder(folder), { recursive: true, mode: 0o700 });
    await writeFile(half, encode({ version, saved, told: shorten(told) }), { mode: 0o600 });
    await rename(half, path);
    // The last but one stays for whoever has just listed the folder.
    for (const old of (await bookmarksIn(folder)).slice(2))
      await rm(join(bookmarksFolder(folder), String(old)), { force: true });
  } catch {
    await rm(half, { force: true }).catch(() => undefined);
  }
}

async function bookmarksIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(bookmarksFolder(folder)).catch(() => []);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => other - one);
}

const spoken = new Set<AgentEvent['kind']>(['text', 'thought', 'retrying', 'unknown']);

const shorten = (told: readonly AgentEvent[]): readonly AgentEvent[] =>
  told.filter(({ kind }, index) => index >= told.length - recent || !spoken.has(kind));

const setKey = '$set';

const encode = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (each instanceof Set ? { [setKey]: [...each] } : each));

function decode(text: string): { version: number; saved: unknown; told: readonly AgentEvent[] } | null {
  try {
    return JSON.parse(text, (_key, each) => (Array.isArray(each?.[setKey]) ? new Set(each[setKey]) : each));
  } catch {
    return null;
  }
}

// Leaves bookmarks while a run is read: every so many bytes, always between two lines, with everything told up to there.

/** How a run's transcript is kept short. */
export type Keeping = {
  /** About as much of it is kept. */
  readonly keepBytes: number;
  /** A bookmark is left after so many bytes. */
  readonly bookmarkBytes: number;
};

export const usualKeeping: Keeping = { keepBytes: 64 * 1024 * 1024, bookmarkBytes: 8 * 1024 * 1024 };

/** Bytes that a run of one turn may write before it is ended as `over_budget`. */
export const outputLimit = 128 * 1024 * 1024;

/** How a program runs that is talked to in lines. */
export const talkedTo = ({ once, folder }: AgentSpec, { keepBytes }: Keeping): Way => ({
  io: { kind: 'pipe', stdin: 'open' },
  keepBytes,
  bookmarks: bookmarksFolder(folder),
  ...(once ? { outputLimit } : {}),
});

/** Lives as long as one reading. */
export class Bookmarker {
  readonly #live: Live;
  readonly #every: number;
  #last: number;
  #told: AgentEvent[];

  constructor(live: Live, { bookmarkBytes }: Keeping, begun: Pick<Bookmark, 'at' | 'told'> | null) {
    this.#live = live;
    this.#every = bookmarkBytes;
    this.#last = begun?.at ?? 0;
    this.#told = [...(begun?.told ?? [])];
  }

  /** In the order of the telling. */
  note(event: AgentEvent): AgentEvent {
    this.#told.push(event);
    return event;
  }

  /** Everything up to byte `at` is read, told and answered. Who must say nothing leaves no bookmarks: it would be read on from there without being heard by the one who follows. */
  async pass(at: number, save: () => unknown): Promise<void> {
    if (this.#live.mute || at - this.#last < this.#every) return;
    this.#last = at;
    this.#told = [...shorten(this.#told)];
    await leaveBookmark(this.#live, { at, saved: save(), told: this.#told });
  }
}

// The lines a run has written up to now, from its highest bookmark on; those still being written are left out.

type HeardSoFar = {
  /** null: from the first byte on, or from the first that is left. */
  readonly bookmark: Bookmark | null;
  readonly lines: readonly string[];
};

export async function heardSoFar(keeper: Keeper, live: Live, kept: Kept): Promise<HeardSoFar> {
  for (let now = kept; ; ) {
    const bookmark = await latestBookmark(live);
    const from = bookmark?.at ?? now.outputFrom;
    const lines = await linesOf(keeper, now, from);
    const after = await keeper.find(live.runId);
    // What was to be read may have been cut away meanwhile: there is a higher bookmark then.
    if (after === null || after.outputFrom <= from) return { bookmark, lines };
    now = after;
  }
}

async function linesOf(
  keeper: Keeper,
  { runId, outputBytes }: Pick<Kept, 'runId' | 'outputBytes'>,
  from: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  if (from >= outputBytes) return lines;
  const stop = new AbortController();
  const bytes = until(keeper.attach(runId, from, stop.signal), outputBytes - from);
  try {
    for await (const { text, whole } of placeLines(bytes, from)) if (whole) lines.push(text);
  } finally {
    stop.abort();
  }
  return lines;
}

async function* until(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of bytes) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
