import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GitCall, runGit } from '../run-git.ts';
import { startThrough } from '../start-git.ts';
import { type Forker, type ForkerOptions, openForker } from './forker.ts';
import { frameReader, inPieces, toFrame } from './frames.ts';

const env = { PATH: process.env.PATH ?? '' };
const sh = (script: string, more: Partial<GitCall> = {}) =>
  runGit({ program: 'sh', argv: ['-c', script], env, ...more });

let forker: Forker;
let folder: string;
let undo: () => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forker-'));
});
afterEach(async () => {
  undo();
  await forker.close();
  rmSync(folder, { recursive: true });
});

/** Its pid, once it does the starting. */
async function begin(options: ForkerOptions = {}): Promise<number> {
  forker = openForker({ worthIt: 0, ...options });
  undo = startThrough(forker.start);
  return theirs();
}

it('a git has its words, variables, folder and input, and gives its output, error and exit back', async () => {
  await begin();
  const run = await sh('cat; echo $WORD in $PWD; echo no >&2; exit 3', {
    env: { ...env, WORD: 'ünd' },
    cwd: folder,
    input: Buffer.from([0, 255, 10]),
  });
  expect(run).toMatchObject({ code: 3, stderr: 'no\n', timedOut: false, cut: false });
  expect(run.stdout).toEqual(Buffer.concat([Buffer.from([0, 255, 10]), Buffer.from(`ünd in ${folder}\n`)]));
});

it('reads its input from a file, and is told the rest in a talk', async () => {
  await begin();
  writeFileSync(join(folder, 'words'), 'from a file');
  expect((await sh('cat', { input: { file: join(folder, 'words') } })).stdout.toString()).toBe('from a file');
  const next = (came: Buffer) => (came.includes('first') ? Buffer.from('second\n') : null);
  const talk = await sh('read one; echo $one; read two; echo $two', { input: { first: Buffer.from('first\n'), next } });
  expect(talk.stdout.toString()).toBe('first\nsecond\n');
});

it('many at once, each with much to say and to hear, are kept apart', async () => {
  await begin();
  const bytes = (of: number) => Buffer.alloc(3_000_000, of);
  const runs = await Promise.all([1, 2, 3, 4, 5, 6].map((of) => sh('cat', { input: bytes(of) })));
  expect(runs.map(({ stdout }, at) => stdout.equals(bytes(at + 1)))).toEqual(runs.map(() => true));
});

it('one that says too much or takes too long is ended with all that it started', async () => {
  await begin();
  const endless = await sh('yes & yes', { limit: 1000 });
  expect(endless).toMatchObject({ code: null, cut: true });
  expect(endless.stdout).toHaveLength(1000);
  const late = await sh(`sleep 600 & echo $! > ${join(folder, 'child')}; wait`, { deadlineMs: 300 });
  expect(late.timedOut).toBe(true);
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
  await expect.poll(() => lives(child)).toBe(false);
});

it('a program that is not there cannot be started, nor a file that is not there be read', async () => {
  await begin();
  const none = await runGit({ program: 'no-such-git', argv: [], env });
  expect(none).toMatchObject({ code: null, stderr: expect.stringContaining('could not be started') });
  expect((await sh('cat', { input: { file: join(folder, 'none') } })).code).toBe(null);
});

it('what it had started is ended with it and told as failed, and this process goes on by itself', async () => {
  const pid = await begin();
  const going = sh(`echo $$ > ${join(folder, 'going')}; exec sleep 600`);
  const read = () => Number(readFileSync(join(folder, 'going'), { encoding: 'utf8', flag: 'a+' }));
  await expect.poll(read).toBeGreaterThan(0);
  process.kill(pid, 'SIGKILL');
  expect(await going).toMatchObject({ code: null, stderr: 'who started git for it was ended' });
  await expect.poll(() => lives(read())).toBe(false);
  expect(Number((await sh('echo $PPID')).stdout)).toBe(process.pid);
});

it('one that never gets ready, or says nothing that is understood, is in nobody’s way', async () => {
  for (const script of ['process.exit(1)', 'process.stdout.write("x".repeat(100))', 'setInterval(() => {}, 1000)']) {
    forker = openForker({ worthIt: 0, argv: [process.execPath, '-e', script] });
    undo = startThrough(forker.start);
    for (let times = 0; times < 3; times += 1) expect(Number((await sh('echo $PPID')).stdout)).toBe(process.pid);
    undo();
    await forker.close();
  }
});

it('begins with the fourth git, ends when none came for long, and begins again', async () => {
  forker = openForker({ idleMs: 500 });
  undo = startThrough(forker.start);
  for (let times = 0; times < 3; times += 1) expect(Number((await sh('echo $PPID')).stdout)).toBe(process.pid);
  const pid = await theirs();
  await expect.poll(() => lives(pid)).toBe(false);
  expect(await theirs()).not.toBe(pid);
});

it('ends by itself when the process that it starts for is gone, and not by a Ctrl-C', async () => {
  const pid = await begin();
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  expect(Number((await sh('echo $PPID')).stdout)).toBe(pid);
  await forker.close();
  expect(lives(pid)).toBe(false);
});

it('frames come whole, however they were cut', () => {
  const bytes = Buffer.concat([toFrame('start', 1, 'one'), toFrame('endInput', 2), toFrame('out', 3, 'three')]);
  const read = frameReader();
  const frames = [...bytes].flatMap((byte) => read(Buffer.from([byte])));
  expect(frames.map(({ kind, id, bytes }) => [kind, id, String(bytes)])).toEqual([
    ['start', 1, 'one'],
    ['endInput', 2, ''],
    ['out', 3, 'three'],
  ]);
  expect([...inPieces(Buffer.alloc(150_000))].map(({ length }) => length)).toEqual([65_536, 65_536, 18_928]);
});

/** Asks until it is another process that starts them. */
async function theirs(): Promise<number> {
  for (;;) {
    const parent = Number((await sh('echo $PPID')).stdout);
    if (parent !== process.pid) return parent;
  }
}

function lives(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
