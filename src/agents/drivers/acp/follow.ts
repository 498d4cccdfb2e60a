// The two journals of a run as one stream: lines of its output, and a word whenever something may have been said to it.
import { watch } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RunId } from '../../../domain/ids.ts';
import type { Keeper } from '../../../ports/keeper.ts';
import { type Line, placeLines } from '../lines.ts';

type Followed = { readonly kind: 'line'; readonly line: Line } | { readonly kind: 'input' };

/** Lines that may wait; more are left with the keeper. */
const most = 256;

/** Until the output ends or the signal fires. A lost notice costs time alone: whoever hears a line looks at the other journal first. */
export async function* follow(
  keeper: Keeper,
  runId: RunId,
  from: { readonly input: string; readonly at: number },
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const bell = createBell();
  const { input, at } = from;
  const lines: Line[] = [];
  let changed = true;
  let over: { readonly error?: unknown } | null = null;
  const stop = new AbortController();
  const watcher = tryWatch(input, () => {
    changed = true;
    bell.ring();
  });
  const reading = (async () => {
    for await (const line of placeLines(keeper.attach(runId, at, AbortSignal.any([signal, stop.signal])), at)) {
      lines.push(line);
      bell.ring();
      while (lines.length >= most && !stop.signal.aborted) await bell.taken();
    }
    over = {};
  })().catch((error: unknown) => {
    over = { error };
  });
  void reading.then(() => bell.ring());
  try {
    while (!signal.aborted) {
      if (changed) {
        changed = false;
        yield { kind: 'input' };
        continue;
      }
      const line = lines.shift();
      if (line !== undefined) {
        bell.take();
        yield { kind: 'line', line };
        continue;
      }
      if (over !== null) break;
      await bell.rung();
    }
    const end = over as { readonly error?: unknown } | null;
    if (end !== null && 'error' in end) throw end.error;
  } finally {
    watcher?.close();
    stop.abort();
    bell.take();
  }
}

/** One who waits on each side. A ring before the wait is not lost: the waiter looks at the facts first, with no pause between look and wait. */
function createBell() {
  let rings: (() => void) | null = null;
  let takes: (() => void) | null = null;
  return {
    ring: () => rings?.(),
    take: () => takes?.(),
    rung: () =>
      new Promise<void>((resolve) => {
        rings = resolve;
      }),
    taken: () =>
      new Promise<void>((resolve) => {
        takes = resolve;
      }),
  };
}

function tryWatch(path: string, ring: () => void) {
  try {
    return watch(path, ring).on('error', () => undefined);
  } catch {
    return null;
  }
}

// The input journal of a run, read on and on: what was said so far, by whomever.

const feed = 0x0a;

export type SavedJournal = { readonly at: number; readonly count: number };

/** One line is one write, so that the lines are the numbers. */
export class SaidJournal {
  readonly #path: string;
  #at: number;
  #count: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string, { at, count }: SavedJournal = { at: 0, count: 0 }) {
    this.#path = path;
    this.#at = at;
    this.#count = count;
  }

  /** To be read on from here. */
  save(): SavedJournal {
    return { at: this.#at - this.#rest.length, count: this.#count };
  }

  /** Lines read so far. */
  get count(): number {
    return this.#count;
  }

  /** Whole lines that were added since the last call. */
  async read(): Promise<readonly string[]> {
    const bytes = Buffer.concat([this.#rest, await this.#more()]);
    const end = bytes.lastIndexOf(feed) + 1;
    this.#rest = bytes.subarray(end);
    const lines = end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n');
    this.#count += lines.length;
    return lines;
  }

  async #more(): Promise<Buffer> {
    const file = await open(this.#path, 'r').catch(() => null);
    if (file === null) return Buffer.alloc(0);
    try {
      const size = (await file.stat()).size - this.#at;
      if (size <= 0) return Buffer.alloc(0);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, this.#at);
      this.#at += bytesRead;
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
