// JSON lines out of a stream of bytes: split at LF only (U+2028 stays in its line), with a limit.

/** Feed chunks, get whole lines; 'too_long' once a line passes `limit` bytes, and ever after. */
export function createLineSplitter(limit: number): (chunk: Uint8Array) => readonly string[] | 'too_long' {
  let held: Uint8Array[] = [];
  let size = 0;
  let broken = false;
  return (chunk) => {
    const lines: string[] = [];
    let start = 0;
    while (!broken) {
      const end = chunk.indexOf(10, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      size += part.length;
      broken = size > limit;
      held.push(part);
      if (end === -1 || broken) break;
      lines.push(Buffer.concat(held).toString('utf8'));
      held = [];
      size = 0;
      start = end + 1;
    }
    return broken ? 'too_long' : lines;
  };
}
