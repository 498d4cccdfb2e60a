import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instant, runId } from '../../domain/ids.ts';
import { filesOf, type RunRecord, readRecord, runFolder, writeRecord } from './record.ts';
import { keepHouse } from './retention.ts';

const day = 86_400_000;
const now = 100 * day;
const rules = { keepMs: 45 * day, keepBytes: 1000 };
let state: string;

beforeEach(() => {
  state = realpathSync(mkdtempSync(join(tmpdir(), 'house-')));
});
afterEach(() => rmSync(state, { recursive: true }));

function put(number: number, age: number, bytes: number, more: Partial<RunRecord> = {}, lives = false): string {
  const folder = runFolder(state, runId(number));
  const run = {
    runId: runId(number),
    pid: 1,
    startedAt: instant(0),
    ending: lives ? null : ({ kind: 'exited', code: 0 } as const),
    endedAt: lives ? null : instant(now - age * day),
    files: filesOf(folder, 'pty'),
    outputBytes: bytes,
    outputFrom: 0,
    inputSeq: 0,
    escaped: [],
  };
  writeRecord(folder, { version: 1, run, start: null, boot: '', forgotten: !lives, ...more });
  writeFileSync(join(folder, 'output'), 'x'.repeat(bytes));
  return folder;
}

const keep = () => keepHouse(state, { now: () => now, ticks: () => now }, rules);

test('what was forgotten and is older than 45 days goes altogether', () => {
  const [old, young] = [put(1, 46, 10), put(2, 44, 10)];
  keep();
  expect([existsSync(old), existsSync(join(young, 'output'))]).toEqual([false, true]);
});

test('what was not told yet, or lives, stays however old and large it is', () => {
  const [untold, alive] = [put(1, 400, 5000, { forgotten: false }), put(2, 400, 5000, {}, true)];
  keep();
  expect([existsSync(join(untold, 'output')), existsSync(join(alive, 'output'))]).toEqual([true, true]);
});

test('beyond the limit of all the oldest lose their transcript, and are still known with their ending', () => {
  const [older, middle, newest] = [put(1, 3, 400), put(2, 2, 400), put(3, 1, 400)];
  keep();
  expect(readdirSync(older)).toEqual(['run.json']);
  expect(readRecord(older)?.run).toMatchObject({ ending: { kind: 'exited' }, outputBytes: 400, outputFrom: 400 });
  for (const folder of [middle, newest]) expect(existsSync(join(folder, 'output'))).toBe(true);
});

test('a transcript that was cut goes with the file its link leads to', () => {
  const folder = put(1, 46, 10);
  rmSync(join(folder, 'output'));
  writeFileSync(join(folder, 'output.77'), 'x'.repeat(2000));
  symlinkSync('output.77', join(folder, 'output'));
  const young = put(2, 1, 10);
  put(3, 2, 2000);
  keep();
  expect([existsSync(folder), existsSync(join(young, 'output'))]).toEqual([false, true]);
});
