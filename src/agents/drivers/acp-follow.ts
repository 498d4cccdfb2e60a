// The two journals of a run as one stream: lines of its output, and a word whenever something may have been said to it.
import { watch } from 'node:fs';
import type { RunId } from '../../domain/ids.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { type Line, placeLines } from './split-lines.ts';

export type Followed = { readonly kind: 'line'; readonly line: Line } | { readonly kind: 'input' };

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
