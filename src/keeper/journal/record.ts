// What is written down of a run beside its journals, so that the next keeper knows it. Never its environment.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptRun } from '../../contract/keeper/protocol.ts';
import type { RunId } from '../../domain/ids.ts';

export type RunRecord = {
  readonly version: 1;
  readonly run: KeptRun;
  /** Of the first process, in ticks since this boot. */
  readonly start: number | null;
  readonly boot: string;
  readonly forgotten: boolean;
  /** The protocol of the keeper that holds it; absent: 1. */
  readonly keeper?: number;
};

const allowed = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** An id names a folder, so it must not lead out of it. */
export const isRunId = (text: string): text is RunId => allowed.test(text);

export const runFolder = (stateFolder: string, runId: RunId): string => join(stateFolder, 'transcripts', runId);

export const filesOf = (folder: string, kind: 'pipe' | 'pty'): KeptRun['files'] => ({
  output: join(folder, 'output'),
  error: kind === 'pipe' ? join(folder, 'error') : null,
  input: join(folder, 'input'),
});

/** Whole or not at all; throws as the disk does. `durable`: also through a power cut, which costs milliseconds. */
export function writeRecord(folder: string, record: RunRecord, durable = true): void {
  const path = join(folder, 'run.json');
  const temporary = `${path}.new`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeDown(temporary, JSON.stringify(record), durable);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The same, durable, beside the loop: whoever else asks is answered meanwhile. One at a time for each run. */
export async function writeRecordAside(folder: string, record: RunRecord): Promise<void> {
  const temporary = join(folder, 'run.json.aside');
  try {
    await writeFile(temporary, JSON.stringify(record), { mode: 0o600, flush: true });
    await rename(temporary, join(folder, 'run.json'));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function writeDown(path: string, text: string, durable: boolean): void {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** null: there is none, or it cannot be read. */
export function readRecord(folder: string): RunRecord | null {
  try {
    const record: unknown = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

export function readRecords(stateFolder: string): RunRecord[] {
  const folder = join(stateFolder, 'transcripts');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readdirSync(folder)
    .map((name) => readRecord(join(folder, name)))
    .filter((record) => record !== null);
}

const isRecord = (value: unknown): value is RunRecord =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1 && 'run' in value;
