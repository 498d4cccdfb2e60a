// A report of coverage in any of the forms there are, told apart by how it begins.
import { readCobertura } from './cobertura.ts';
import type { CoverageReport } from './covered-file.ts';
import { readGoProfile } from './go-profile.ts';
import { readJson } from './json.ts';
import { LcovReader } from './lcov.ts';

type Read = (text: string) => CoverageReport | null;

/** By the first byte; lcov has none of them. */
const wholes: Readonly<Record<string, Read>> = { '{': readJson, '<': readCobertura, m: readGoProfile };

/** What is no lcov is read in one piece. */
export const mostAtOnce = 64 * 1024 * 1024;

/** Null: in none of the forms, or not whole. `too_large`: in a form that is read in one piece, and no more of it was taken. */
export async function readReport(pieces: AsyncIterable<Uint8Array>): Promise<CoverageReport | 'too_large' | null> {
  const lcov = new LcovReader();
  const whole: Uint8Array[] = [];
  let [read, bytes]: [Read | null | undefined, number] = [undefined, 0];
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    if (read === undefined) read = wholes[String.fromCharCode(piece[0] ?? 0)] ?? null;
    bytes += piece.length;
    if (read === null) lcov.push(piece);
    else if (bytes > mostAtOnce) return 'too_large';
    else whole.push(Uint8Array.from(piece));
  }
  return read === null || read === undefined ? lcov.end() : read(Buffer.concat(whole).toString('utf8'));
}
