// Writing into a program's terminal, each write once, and reading what was written.
import { readFile } from 'node:fs/promises';
import { Failed, failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';

/** `length`: of all of it; fewer bytes are there where the rest is being written right now. */
export type Written = { readonly number: number | null; readonly bytes: Buffer; readonly length: number };

/** In order; keys of people and answers of the terminal have no number. */
export async function readWritten(kept: Kept): Promise<readonly Written[]> {
  const [bytes, index] = await Promise.all([
    readFile(kept.files.input).catch(() => Buffer.alloc(0)),
    readFile(`${kept.files.input}.index`, 'utf8').catch(() => ''),
  ]);
  let from = 0;
  return index
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [number, length] = line.split(' ');
      const part = bytes.subarray(from, from + Number(length));
      from += Number(length);
      return { number: number === '-' ? null : Number(number), bytes: part, length: Number(length) };
    });
}

/** How often another number is tried, and how often the journal is looked at again. */
const tries = 50;

/** Its number. One that somebody else took meanwhile is seen in the journal, and the next is tried. Throws `Failed` when it has ended. */
export async function writeKeys(keeper: Keeper, runId: RunId, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const kept = await keeper.find(runId);
    if (kept === null || kept.ending !== null) throw failed('RUN_NOT_FOUND', 'it has ended');
    const number = kept.inputSeq + 1;
    try {
      await keeper.write(runId, number, bytes);
    } catch (error) {
      // A gap: somebody's number was not taken after all.
      if (error instanceof Failed && error.failure.error_code === 'USAGE') continue;
      throw error;
    }
    if (await isOurs(kept, number, bytes)) return number;
  }
  throw failed('KEEPER_UNREACHABLE', 'its input is taken by somebody else again and again');
}

/** What is not yet in the journal's files is ours: only another's whole bytes under the same number say otherwise. */
async function isOurs(kept: Kept, number: number, bytes: Buffer): Promise<boolean> {
  for (let look = 0; look < tries; look += 1) {
    const found = (await readWritten(kept)).find((each) => each.number === number);
    if (found !== undefined && found.bytes.length === found.length) return found.bytes.equals(bytes);
  }
  return true;
}
