// House-keeping of transcripts: what is forgotten and old goes, and the oldest where there are too many. Never of what lives or was not told yet.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ageOf, type Clocks } from '../../domain/age.ts';
import { type RunRecord, readRecords, runFolder, writeRecord } from './record.ts';

export type HouseRules = {
  /** Older ones go with all that is known of them. */
  readonly keepMs: number;
  /** Of all transcripts together; beyond it the oldest lose theirs, and are still known. */
  readonly keepBytes: number;
};

type Old = { readonly record: RunRecord; readonly folder: string; readonly endedAt: number };

const records = new Set(['run.json', 'run.json.new']);

export function keepHouse(stateFolder: string, clock: Clocks, rules: HouseRules): void {
  const all = readRecords(stateFolder);
  const forgotten = all.flatMap((record) => asOld(stateFolder, record));
  const young = forgotten.filter(({ endedAt }) => ageOf(clock, endedAt) < rules.keepMs);
  for (const { folder } of forgotten.filter((one) => !young.includes(one)))
    rmSync(folder, { recursive: true, force: true });
  const held = all.filter((record) => !record.forgotten).map(({ run }) => runFolder(stateFolder, run.runId));
  let left = [...held, ...young.map(({ folder }) => folder)].reduce((sum, folder) => sum + sizeOf(folder), 0);
  for (const one of young.sort((a, b) => a.endedAt - b.endedAt)) {
    if (left <= rules.keepBytes) return;
    left -= sizeOf(one.folder);
    empty(one);
  }
}

function asOld(stateFolder: string, record: RunRecord): Old[] {
  const { ending, endedAt, runId } = record.run;
  if (!record.forgotten || ending === null || endedAt === null) return [];
  return [{ record, folder: runFolder(stateFolder, runId), endedAt }];
}

/** Its ending stays on record, so that it is never started again. */
function empty({ record, folder }: Old): void {
  for (const name of filesIn(folder)) if (!records.has(name)) rmSync(join(folder, name), { force: true });
  writeRecord(folder, { ...record, run: { ...record.run, outputFrom: record.run.outputBytes } });
}

const sizeOf = (folder: string): number =>
  filesIn(folder)
    .filter((name) => !records.has(name))
    .reduce((sum, name) => sum + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
