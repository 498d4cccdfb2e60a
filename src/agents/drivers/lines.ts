// Bytes into lines: at LF only, decoded whole, so neither a split character nor U+2028 inside a string breaks a line.
import { open } from 'node:fs/promises';

const feed = 0x0a;
/** No agent says more at once: an image or a file is some megabytes. */
const limit = 8 * 1024 * 1024;
/** Of a longer line so much is told. */
const told = 64 * 1024;

/** `end`: where the next line begins in all that was written. `whole`: it has its LF. */
export type Line = { readonly text: string; readonly end: number; readonly whole: boolean };

/** The last line may lack its LF. Of a line of more than 8 MiB the beginning is told, and how long it was: nothing of it is held meanwhile. */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const { text } of placeLines(bytes, 0)) yield text;
}

/** `begin`: where the first byte stands. */
export async function* placeLines(bytes: AsyncIterable<Uint8Array>, begin: number): AsyncGenerator<Line> {
  let line = new Held();
  let passed = begin;
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(feed); at >= 0; at = chunk.indexOf(feed, from)) {
      yield { text: line.end(chunk.subarray(from, at)), end: passed + at + 1, whole: true };
      line = new Held();
      from = at + 1;
    }
    line.add(chunk.subarray(from));
    passed += chunk.length;
  }
  if (line.bytes > 0) yield { text: line.text, end: passed, whole: false };
}

/** A line that is coming; lives until its end. What it holds are copies: the bytes that come are lent. */
class Held {
  #parts: Uint8Array[] = [];
  bytes = 0;

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    if (this.bytes <= limit) this.#parts.push(Buffer.from(part));
    if (this.bytes <= limit && this.bytes + part.length > limit) this.#parts = [beginningOf(this.#parts)];
    this.bytes += part.length;
  }

  /** With its last part. */
  end(last: Uint8Array): string {
    if (this.bytes === 0 && last.length <= limit)
      return Buffer.from(last.buffer, last.byteOffset, last.length).toString();
    this.add(last);
    return this.text;
  }

  get text(): string {
    const text = Buffer.concat(this.#parts).toString('utf8');
    return this.bytes > limit ? `${text}... (a line of ${this.bytes} bytes, cut off)` : text;
  }
}

function beginningOf(parts: readonly Uint8Array[]): Uint8Array {
  const all = Buffer.alloc(told);
  let at = 0;
  for (const part of parts) {
    if (at >= told) break;
    all.set(part.subarray(0, told - at), at);
    at += part.length;
  }
  return all;
}

// The last part of a file that may be large or absent.

const bytes = 16 * 1024;

/** At most 16 KiB; empty where there is nothing to read. */
export async function readTail(path: string | null): Promise<string> {
  if (path === null) return '';
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
