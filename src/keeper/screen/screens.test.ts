import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sizesPath } from '../journal/transcript.ts';
import { systemClock } from '../system-clock.ts';
import { type Ears, Screens, screenWorker } from './screens.ts';

let folder: string;
let path: string;
let screens: Screens;
const workers: Worker[] = [];
const deaf: Ears = { answer: () => {}, behind: () => {} };

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'screens-')));
  path = join(folder, 'output');
  writeFileSync(path, '');
  writeFileSync(sizesPath(path), '0 20 4\n');
});
afterEach(async () => {
  await screens.end();
  workers.length = 0;
  rmSync(folder, { recursive: true });
});

function open(start: () => Worker = screenWorker): void {
  screens = new Screens(systemClock, () => {
    const worker = start();
    workers.push(worker);
    return worker;
  });
}

let written = 0;
function put(run: string, text: string): void {
  appendFileSync(path, text);
  written += Buffer.byteLength(text);
  screens.grow(run, written);
}

const start = (ears: Ears = deaf) => {
  written = 0;
  screens.open('r1', { path, liveFrom: 0, pastAt: 5, to: 0 }, ears);
};
const lines = async () => (await screens.screen('r1', 0))?.screen.lines;
const dies = (worker: Worker | undefined) => new Promise((resolve) => worker?.once('exit', resolve));

describe('a worker that dies', () => {
  test('is followed by one that draws the same from the transcript, with the windows there were, and answers nothing twice', async () => {
    open();
    const answers: string[] = [];
    start({ ...deaf, answer: (text) => answers.push(text) });
    put('r1', 'one\r\n\x1b[6n\x1b[?2004h');
    await lines();
    appendFileSync(sizesPath(path), `${written} 30 5\n`);
    screens.resize('r1', written, 30, 5);
    put('r1', 'a line of more than twenty');
    const before = await screens.screen('r1', 0);
    const [first] = workers;
    const gone = dies(first);
    await first?.terminate();
    await gone;
    put('r1', '\x1b[6n!');
    const after = await screens.screen('r1', 0);
    expect(workers).toHaveLength(2);
    expect(after?.screen).toMatchObject({ columns: 30, rows: 5, bracketedPaste: true, at: written });
    expect(after?.screen.lines.slice(0, 2)).toEqual(['one', 'a line of more than twenty!']);
    expect(before?.screen.lines[1]).toBe('a line of more than twenty');
    expect(answers).toEqual(['\x1b[2;1R', '\x1b[2;27R']);
  });

  test('before it replied is asked again', async () => {
    open();
    start();
    put('r1', 'here');
    const asked = lines();
    await workers[0]?.terminate();
    expect((await asked)?.[0]).toBe('here');
  });

  test('again and again is given up: pictures are refused, programs are never made to wait', async () => {
    open(() => new Worker('process.exit(1)', { eval: true }));
    const behind: number[] = [];
    start({ ...deaf, behind: (bytes) => behind.push(bytes) });
    put('r1', 'x');
    await expect(lines()).rejects.toMatchObject({ failure: { error_code: 'INTERNAL' } });
    put('r1', 'y');
    expect(behind.at(-1)).toBe(0);
    await expect(lines()).rejects.toMatchObject({ failure: { error_code: 'INTERNAL' } });
  });
});

test('what a terminal owes its program is answered though nobody ever asked for a picture', async () => {
  open();
  const { promise, resolve } = Promise.withResolvers<string>();
  start({ ...deaf, answer: resolve });
  put('r1', 'ab');
  put('r1', '\x1b[6n');
  expect(await promise).toBe('\x1b[1;3R');
});

test('how far the drawing is behind is told, and is nothing once all is drawn', async () => {
  open();
  const behind: number[] = [];
  start({ ...deaf, behind: (bytes) => behind.push(bytes) });
  put('r1', 'x'.repeat(100_000));
  expect(behind).toEqual([100_000]);
  await lines();
  expect(behind.at(-1)).toBe(0);
});

test('what was history when it was opened is answered by nobody, and changed when it was said to', async () => {
  open();
  const answers: string[] = [];
  writeFileSync(path, 'old\x1b[6n');
  screens.open('r1', { path, liveFrom: 7, pastAt: 5, to: 7 }, { ...deaf, answer: (text) => answers.push(text) });
  expect((await screens.screen('r1', 0))?.screen).toMatchObject({ at: 7, changedAt: 5 });
  expect(answers).toEqual([]);
});

test('a transcript that is shorter than was announced, or gone, is drawn as far as it goes', async () => {
  open();
  writeFileSync(path, 'all');
  screens.open('r1', { path, liveFrom: 100, pastAt: 5, to: 100 }, null);
  expect((await lines())?.[0]).toBe('all');
  screens.open('r2', { path: join(folder, 'none'), liveFrom: 9, pastAt: 5, to: 9 }, null);
  expect((await screens.screen('r2', 0))?.screen).toMatchObject({ columns: 80, rows: 24, changedAt: 5 });
});

test('pictures nobody asks for are closed, those of the living never', async () => {
  open();
  start();
  screens.sweep((run) => run === 'r1', -1);
  expect(screens.has('r1')).toBe(true);
  screens.sweep(() => false, -1);
  expect(screens.has('r1')).toBe(false);
  expect(await screens.screen('r1', 0)).toBeNull();
});
