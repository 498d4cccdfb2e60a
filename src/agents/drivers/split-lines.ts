// Bytes into lines: at LF only, decoded whole, so neither a split character nor U+2028 inside a string breaks a line.

const feed = 0x0a;
const limit = 64 * 1024 * 1024;

/** `end`: where the next line begins in all that was written. `whole`: it has its LF. */
export type Line = { readonly text: string; readonly end: number; readonly whole: boolean };

/** The last line may lack its LF. A line of more than 64 MiB is cut there, so that garbage without an end does not fill the memory. */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const { text } of placeLines(bytes, 0)) yield text;
}

/** `begin`: where the first byte stands. */
export async function* placeLines(bytes: AsyncIterable<Uint8Array>, begin: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let passed = begin;
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(feed); at >= 0; at = chunk.indexOf(feed, from)) {
      yield { text: decode([...parts, chunk.subarray(from, at)]), end: passed + at + 1, whole: true };
      parts = [];
      held = 0;
      from = at + 1;
    }
    const rest = chunk.subarray(from, from + limit - held);
    if (rest.length > 0) parts.push(rest);
    held += rest.length;
    passed += chunk.length;
  }
  if (held > 0) yield { text: decode(parts), end: passed, whole: false };
}

const decode = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('utf8');
