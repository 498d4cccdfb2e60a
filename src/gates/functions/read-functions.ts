// The functions of many files, by grammars (docs/adr/0033), read in a thread that ends with the reading.
import { Worker } from 'node:worker_threads';
import { defined } from '../../domain/defined.ts';
import type { Body } from './bodies-of.ts';
import type { Declaration } from './declarations-of.ts';
import type { ParsedFile } from './functions-of.ts';
import { type GrammarName, grammarOf } from './grammars.ts';

export type ToParse = {
  readonly grammar: GrammarName;
  readonly text: string;
  readonly limitMs: number;
  /** What it declares is told too. */
  readonly declares?: true;
  /** And where the bodies of its functions begin. */
  readonly bodies?: true;
};

/** `unknown`: its language has no grammar here. `large`: it is not parsed for its size. `unread`: it could not be told, which says nothing of the file. */
export type FileReading =
  | ({
      readonly kind: 'read';
      readonly declarations?: readonly Declaration[];
      readonly bodies?: readonly Body[];
    } & ParsedFile)
  | { readonly kind: 'unknown' | 'large' }
  | { readonly kind: 'unread'; readonly why: string };

/** A file of more characters is not parsed. */
export const mostCharacters = 1024 * 1024;
const fileMs = 3000;
const allMs = 20_000;

/** All files together: what is beyond it is not told. */
const mostOfAll = 32 * 1024 * 1024;

export type ReadingLimits = {
  readonly fileMs?: number;
  readonly allMs?: number;
  readonly characters?: number;
  readonly declares?: true;
  readonly bodies?: true;
};

/** One for each file, in their order; never throws. */
export async function readFunctions(
  files: readonly { readonly path: string; readonly text: string }[],
  limits: ReadingLimits = {},
): Promise<readonly FileReading[]> {
  const readings = files.map(({ path, text }): FileReading => {
    if (grammarOf(path) === null) return { kind: 'unknown' };
    return text.length > mostCharacters ? { kind: 'large' } : failed;
  });
  let room = limits.characters ?? mostOfAll;
  const asked = files.flatMap(({ path, text }, at) => {
    const grammar = grammarOf(path);
    const limitMs = limits.fileMs ?? fileMs;
    if (grammar === null || text.length > mostCharacters) return [];
    room -= text.length;
    if (room < 0) readings[at] = tooMuch;
    return room < 0
      ? []
      : [{ at, file: { grammar, text, limitMs, ...defined({ declares: limits.declares, bodies: limits.bodies }) } }];
  });
  if (asked.length === 0) return readings;
  const late = await parseIn(
    asked.map(({ file }) => file),
    limits.allMs ?? allMs,
    (at, reading) => {
      const one = asked[at];
      if (one !== undefined) readings[one.at] = reading;
    },
  );
  return late ? readings.map((reading) => (reading === failed ? tooLate : reading)) : readings;
}

const failed: FileReading = { kind: 'unread', why: 'its parsing failed' };
const tooMuch: FileReading = { kind: 'unread', why: 'the change holds more than is parsed' };
const tooLate: FileReading = { kind: 'unread', why: 'there was no time left' };

/** Whether the time was up. */
function parseIn(
  files: readonly ToParse[],
  limitMs: number,
  hear: (at: number, reading: FileReading) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: files,
      stderr: false,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const end = (late: boolean) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(late);
    };
    const timer = setTimeout(() => end(true), limitMs);
    worker.on('message', ({ at, reading }: { at: number; reading: FileReading }) => hear(at, reading));
    worker.on('error', () => end(false));
    worker.on('exit', () => end(false));
  });
}
