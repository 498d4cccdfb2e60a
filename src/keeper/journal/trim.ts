// Keeps a transcript short: its oldest part is taken away whenever it has grown too long, and never what its reader has not read.
import { closeSync, openSync, readdirSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SeenPicture } from '../screen/messages.ts';
import type { Journal } from './journal.ts';
import { restPath } from './transcript.ts';

type Cutting = {
  readonly journal: Journal;
  readonly keepBytes: number;
  /** Where its reader leaves bookmarks; null: it is read as it is written. */
  readonly bookmarks: string | null;
  /** What a terminal looks like; null for a pipe, or where nobody can tell. */
  picture(): Promise<SeenPicture | null>;
  /** A cut that was begun is over, done or not. */
  over?(): void;
};

/** So many times what is kept; a flood that is written faster than it is copied must wait there. */
const mostTimes = 4;

/** Lives as long as its run. */
export class Cutter {
  readonly #cutting: Cutting;
  #work: Promise<void> | null = null;
  #after = 0;

  constructor(cutting: Cutting) {
    this.#cutting = cutting;
  }

  /** Its program must wait until the cut is over. */
  get isOutrun(): boolean {
    const { journal, keepBytes } = this.#cutting;
    return this.#work !== null && journal.size - journal.from > mostTimes * keepBytes;
  }

  /** After every piece of output. */
  grow(): void {
    const { journal, keepBytes } = this.#cutting;
    if (this.#work !== null || journal.size < this.#after) return;
    if (nextFrom(journal, keepBytes) !== null) this.#work = this.#cut();
  }

  /** Nothing comes any more: what is too long is cut while it still can be. */
  async finish(): Promise<void> {
    this.grow();
    await this.#work;
  }

  async #cut(): Promise<void> {
    const { journal, keepBytes } = this.#cutting;
    try {
      while (!journal.closed && nextFrom(journal, keepBytes) !== null) if (!(await this.#cutOnce())) break;
    } catch {
      // There is no room for a copy: tried again when there is much more to gain.
      this.#after = journal.size + keepBytes / 4;
    } finally {
      this.#work = null;
      this.#cutting.over?.();
    }
  }

  /** False: what is too long is not read yet, or so little of it is that it is not worth the copy. */
  async #cutOnce(): Promise<boolean> {
    const { journal, keepBytes, bookmarks } = this.#cutting;
    const picture = await this.#cutting.picture();
    const wanted = nextFrom(journal, keepBytes) ?? 0;
    const from = Math.min(wanted, picture?.at ?? wanted, bookmarks === null ? wanted : highestBookmark(bookmarks));
    if (from - journal.from < keepBytes / 8) {
      this.#after = journal.size + keepBytes / 16;
      return false;
    }
    await cutTranscript(journal, from, picture);
    return true;
  }
}

/** Files named after a byte; 0 where there is none. */
function highestBookmark(folder: string): number {
  try {
    return Math.max(
      0,
      ...readdirSync(folder)
        .filter((name) => /^\d+$/.test(name))
        .map(Number),
    );
  } catch {
    return 0;
  }
}

// Takes the oldest part of a transcript away: the rest is copied into a file of its own, the name then leads there.

const piece = 1024 * 1024;

/** Where a transcript that may keep so much would now begin; null: it is short enough. A quarter goes at a time, so that copying costs little. */
function nextFrom(journal: Journal, keepBytes: number): number | null {
  return journal.size - journal.from > keepBytes ? journal.size - Math.floor(keepBytes * 0.75) : null;
}

/** `picture`: of the terminal at that byte or a later one; without it the look of what came before is lost. Throws as the disk does, and all is as before then. */
async function cutTranscript(journal: Journal, from: number, picture: SeenPicture | null): Promise<void> {
  const file = `${journal.path}.${from}`;
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'a', 0o600);
  const source = await open(journal.file, 'r');
  try {
    if (picture !== null) writeRest(journal.path, picture);
    let done = from;
    // So much of the newest is left that what is hidden of it later is hidden in the copy too.
    while (journal.size - done > 2 * piece) done += await copy(source, descriptor, done - journal.from);
    // What is left is moved within one turn: nothing can be appended in between.
    copyRest(source.fd, descriptor, done - journal.from, journal.size - done);
    journal.moveTo(file, descriptor, from);
  } catch (error) {
    closeSync(descriptor);
    rmSync(file, { force: true });
    throw error;
  } finally {
    await source.close();
  }
}

async function copy(source: FileHandle, target: number, at: number): Promise<number> {
  const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(piece), 0, piece, at);
  if (bytesRead === 0) throw new Error('the transcript is shorter than it was');
  writeAll(target, buffer.subarray(0, bytesRead));
  return bytesRead;
}

function copyRest(source: number, target: number, at: number, length: number): void {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(source, buffer, done, length - done, at + done);
    if (read === 0) throw new Error('the transcript is shorter than it was');
    done += read;
  }
  writeAll(target, buffer);
}

function writeAll(target: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(target, bytes, done);
}

/** Whole or not at all. */
function writeRest(path: string, { at, columns, rows, bytes }: SeenPicture): void {
  const half = `${restPath(path)}.new`;
  writeFileSync(half, Buffer.concat([Buffer.from(`${at} ${columns} ${rows}\n`), bytes]), { mode: 0o600 });
  renameSync(half, restPath(path));
}
