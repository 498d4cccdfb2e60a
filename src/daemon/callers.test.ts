// Real processes, for what the kernel says of them cannot be made up.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../contract/protocol.ts';
import { identifyCaller, type Surroundings } from './callers.ts';

let room: string;
let callers: string;
let children: ChildProcess[];
beforeEach(() => {
  room = realpathSync(mkdtempSync(join(tmpdir(), 'callers-')));
  callers = join(room, 'callers');
  mkdirSync(callers);
  children = [];
});
afterEach(async () => {
  // A grandchild lives as long as the pipe that its parent holds.
  await Promise.all(
    children.map(async (child) => {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.stdin?.end();
      await gone;
    }),
  );
  rmSync(room, { recursive: true });
});

/** Opens FILE, tells its pid, lives until its stdin ends; with DEPTH > 0 a process below it does, and it stays above. */
const script = `
const [file, depth] = process.argv.slice(1);
if (Number(depth) > 0) {
  const env = { ...process.env };
  for (const name of ['DROVER_RUN', 'DROVER_MARK']) delete env[name];
  const child = require('node:child_process').spawn(process.execPath, ['-e', process.env.SCRIPT, file, String(depth - 1)], { stdio: ['pipe', 'inherit', 'inherit'], env });
  process.stdin.on('end', () => child.stdin.end()).resume();
} else {
  const fd = require('node:fs').openSync(file, 'a');
  process.stdout.write(process.pid + '\\n');
  process.stdin.on('end', () => process.exit(0)).resume();
}
`;

async function live(file: string, env: Record<string, string> = {}, depth = 0): Promise<{ pid: number; top: number }> {
  const child = spawn(process.execPath, ['-e', script, file, String(depth)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SCRIPT: script, ...env },
  });
  children.push(child);
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(Number(String(bytes))));
    child.once('error', reject);
  });
  return { pid, top: child.pid ?? 0 };
}

const who = (pid: number, nonce: string, keeper: number | null = null, taken = new Set<string>()) => {
  const around: Surroundings = { callers, keeper: () => keeper, name: 'me', taken };
  return identifyCaller(around, { pid, nonce, version: '', cwd: '/', channel: 'terminal' } satisfies Caller);
};
const nonce = () => join(callers, 'one');

it('a process of the person that holds its file open is the person', async () => {
  const { pid } = await live(nonce());
  expect(await who(pid, nonce())).toEqual({ kind: 'person', name: 'me' });
});

it('a proof is good for one request: nobody borrows that of a command that is still running', async () => {
  const { pid } = await live(nonce());
  const taken = new Set<string>();
  expect((await who(pid, nonce(), null, taken)).kind).toBe('person');
  expect((await who(pid, nonce(), null, taken)).kind).toBe('unknown');
});

it('a caller without a proof is unknown', async () => {
  expect((await who(process.pid, '')).kind).toBe('unknown');
});

it('a caller that lies about its pid is unknown', async () => {
  await live(nonce());
  expect((await who(process.pid, nonce())).kind).toBe('unknown');
  expect((await who(2 ** 22 + 1, nonce())).kind).toBe('unknown');
});

it('a file that was closed again proves nothing', async () => {
  closeSync(openSync(nonce(), 'a'));
  expect((await who(process.pid, nonce())).kind).toBe('unknown');
});

it('a file outside the folder proves nothing, whether named straight, by dots or by a link', async () => {
  const outside = join(room, 'outside');
  const { pid } = await live(outside);
  symlinkSync(outside, join(callers, 'link'));
  mkdirSync(join(callers, 'deeper'));
  const deeper = join(callers, 'deeper/file');
  const below = await live(deeper);
  for (const named of [outside, `${callers}/../outside`, join(callers, 'link')])
    expect((await who(pid, named)).kind).toBe('unknown');
  expect((await who(below.pid, deeper)).kind).toBe('unknown');
});

it('a file that was removed proves nothing', async () => {
  const { pid } = await live(nonce());
  rmSync(nonce());
  expect((await who(pid, nonce())).kind).toBe('unknown');
});

it.each(['DROVER_RUN', 'DROVER_MARK'])('a process with %s in its environment is an agent', async (name) => {
  const { pid } = await live(nonce(), { [name]: 'r1' });
  expect(await who(pid, nonce())).toMatchObject({ kind: 'agent', why: expect.stringContaining('marker') });
});

it('a grandchild of a marked process is an agent, although it threw the marker away', async () => {
  const { pid, top } = await live(nonce(), { DROVER_RUN: 'r1' }, 2);
  expect(await who(pid, nonce())).toMatchObject({
    kind: 'agent',
    why: `process ${top}, from which ${pid} descends, carries the marker of a run`,
  });
});

it('a descendant of the keeper is an agent, at any depth', async () => {
  const { pid, top } = await live(nonce(), {}, 2);
  expect(await who(pid, nonce(), top)).toMatchObject({ kind: 'agent', why: `process ${pid} descends from the keeper` });
  expect((await who(pid, nonce(), null)).kind).toBe('person');
});
