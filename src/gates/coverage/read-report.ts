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
const mostAtOnce = 64 * 1024 * 1024;

/** Null: in none of the forms, or not whole. */
export async function readReport(pieces: AsyncIterable<Uint8Array>): Promise<CoverageReport | null> {
  const lcov = new LcovReader();
  const whole: Uint8Array[] = [];
  let [read, bytes]: [Read | null | undefined, number] = [undefined, 0];
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    if (read === undefined) read = wholes[String.fromCharCode(piece[0] ?? 0)] ?? null;
    bytes += piece.length;
    if (read === null) lcov.push(piece);
    else if (bytes > mostAtOnce) return null;
    else whole.push(Uint8Array.from(piece));
  }
  return read === null || read === undefined ? lcov.end() : read(Buffer.concat(whole).toString('utf8'));
}
