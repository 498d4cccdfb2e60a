// The lines a run has written up to now, from its highest bookmark on; those still being written are left out.
import type { Live } from '../../ports/agent.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';
import { type Bookmark, latestBookmark } from './bookmarks.ts';
import { placeLines } from './split-lines.ts';

export type Heard = {
  /** null: from the first byte on, or from the first that is left. */
  readonly bookmark: Bookmark | null;
  readonly lines: readonly string[];
};

export async function heardSoFar(keeper: Keeper, live: Live, kept: Kept): Promise<Heard> {
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
