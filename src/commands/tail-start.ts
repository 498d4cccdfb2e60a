// Where the last N lines of a file begin: read from its end in blocks, so that its size does not matter.
import type { Machine } from './ports.ts';

const block = 64 * 1024;
/** A transcript may have no newline at all: no more than this, or so much for each line that is wanted, is looked through. */
const least = 1024 * 1024;
const perLine = 4096;

/** A byte's place in the file. An unfinished last line counts as one. */
export async function tailStart(
  { readBytes }: Pick<Machine, 'readBytes'>,
  path: string,
  size: number,
  lines: number,
): Promise<number> {
  if (lines === 0) return size;
  const first = Math.max(0, size - Math.max(least, lines * perLine));
  let wanted = lines;
  for (let end = size; end > first; ) {
    const from = Math.max(first, end - block);
    const bytes = await readBytes(path, from, end - from);
    for (let at = bytes.length - 1; at >= 0; at -= 1) {
      // The newline at the very end closes the last line, it begins none.
      if (bytes[at] !== 0x0a || from + at === size - 1) continue;
      wanted -= 1;
      if (wanted === 0) return from + at + 1;
    }
    end = from;
  }
  return first;
}
