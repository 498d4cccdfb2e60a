// What was said to a program, and saying more of it once. Every write is one line, so the journal's lines are the numbers taken.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Failed } from '../../../domain/error.ts';
import type { RunId } from '../../../domain/ids.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Keeper, Kept } from '../../../ports/keeper.ts';
import { type Json, parseRecord } from '../../json.ts';

export type Said = ReadonlyMap<string, Json>;
type KeyOf = (line: Json) => string;

/** Whole lines only: what stands after the last LF is being written right now. */
const readLines = async (kept: Kept): Promise<readonly string[]> =>
  (await readFile(kept.files.input, 'utf8').catch(() => '')).split('\n').slice(0, -1);

function foldSaid(lines: readonly string[], keyOf: KeyOf): Said {
  const said = new Map<string, Json>();
  for (const line of lines) {
    const record = parseRecord(line);
    if (record !== null && !said.has(keyOf(record))) said.set(keyOf(record), record);
  }
  return said;
}

export const readSaid = async (kept: Kept, keyOf: KeyOf): Promise<Said> => foldSaid(await readLines(kept), keyOf);

/**
 * Says what `choose` wants, given everything said so far, until it wants nothing; `choose` must not want what was said. `ended`: nobody hears any more.
 * A number that somebody else took meanwhile is seen in the journal, and the choice is made anew: so two speakers say nothing twice.
 */
export async function say(
  keeper: Keeper,
  kept: Kept,
  keyOf: KeyOf,
  choose: (said: Said) => Json | null,
): Promise<{ readonly ended: boolean; readonly said: Said }> {
  for (;;) {
    const lines = await readLines(kept);
    const said = foldSaid(lines, keyOf);
    const wanted = choose(said);
    if (wanted === null) return { ended: false, said };
    if (!(await sayLine(keeper, kept.runId, lines.length + 1, `${JSON.stringify(wanted)}\n`)))
      return { ended: true, said };
  }
}

// One line to the program, under its number.

/** False: it has ended, or the number was passed by. A number that was taken is accepted and not written: the journal tells whose line it holds. */
export async function sayLine(keeper: Keeper, runId: RunId, number: number, line: string): Promise<boolean> {
  try {
    await keeper.write(runId, number, Buffer.from(line));
    return true;
  } catch (error) {
    if (error instanceof Failed && error.failure.error_code === 'RUN_NOT_FOUND') return false;
    throw error;
  }
}

// A message's id as a program is given it: unlike that of any other run, because programs drop a message whose id stands in the resumed conversation already.

const markOf = ({ folder, runId }: Live) =>
  createHash('sha256').update(`${folder}\n${runId}`).digest('hex').slice(0, 12);

export const wireId = (live: Live, id: string): string => `${id}@${markOf(live)}`;
/** The id as we know it. */
export const ownId = (wire: string): string => wire.replace(/@[0-9a-f]{12}$/, '');
