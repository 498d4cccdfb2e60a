// Takes the oldest part of a transcript away: the rest is copied into a file of its own, the name then leads there.
import { closeSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Journal } from './journal.ts';
import { restPath } from './locate-transcript.ts';
import type { SeenPicture } from './screen-messages.ts';

const piece = 1024 * 1024;

/** Where a transcript that may keep so much would now begin; null: it is short enough. A quarter goes at a time, so that copying costs little. */
export function nextFrom(journal: Journal, keepBytes: number): number | null {
  return journal.size - journal.from > keepBytes ? journal.size - Math.floor(keepBytes * 0.75) : null;
}

/** `picture`: of the terminal at that byte or a later one; without it the look of what came before is lost. Throws as the disk does, and all is as before then. */
export async function cutTranscript(journal: Journal, from: number, picture: SeenPicture | null): Promise<void> {
  const file = `${journal.path}.${from}`;
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'a', 0o600);
  const source = await open(journal.file, 'r');
  try {
    if (picture !== null) writeRest(journal.path, picture);
    let done = from;
    while (journal.size - done > piece) done += await copy(source, descriptor, done - journal.from);
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
