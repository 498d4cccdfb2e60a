// Before each test file: a home of its own and a marker in the environment. After it: no process with that marker is alive, and the home is gone.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { type Forker, openForker } from '../src/git/process/forker/forker.ts';
import { startThrough } from '../src/git/process/start-git.ts';

/** Kept by the worker from file to file: where all tests of one are skipped its `afterAll` is not run, and what was set for it would stand for the next. */
type Kept = { readonly before: NodeJS.ProcessEnv; folder: string | null; readonly forker: Forker };
const worker = globalThis as { droverTest?: Kept };
worker.droverTest ??= { before: { ...process.env }, folder: null, forker: openForker({ argv: forkerOfWorker() }) };
const kept = worker.droverTest;
putBack();
startThrough(kept.forker.start);

const marker = randomUUID();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drover-test-')));
kept.folder = folder;

for (const name of Object.keys(process.env)) if (/^(DROVER_|XDG_|CLAUDECODE|GIT_)/.test(name)) delete process.env[name];
for (const name of ['home', 'state', 'tmp']) mkdirSync(join(folder, name), { mode: 0o700 });
Object.assign(process.env, {
  HOME: join(folder, 'home'),
  DROVER_HOME: join(folder, 'state'),
  TMPDIR: join(folder, 'tmp'),
  DROVER_TEST_MARK: marker,
});

afterAll(async () => {
  const left = await leftAlive();
  for (const { pid } of left) end(pid);
  putBack();
  if (left.length > 0)
    throw new Error(`processes left behind:\n${left.map(({ pid, argv }) => `  ${pid} ${argv}`).join('\n')}`);
});

/** The environment as the worker began with it; the folder is gone. */
function putBack(): void {
  for (const name of Object.keys(process.env)) if (!(name in kept.before)) delete process.env[name];
  Object.assign(process.env, kept.before);
  if (kept.folder !== null) rmSync(kept.folder, { recursive: true, force: true, maxRetries: 5 });
  kept.folder = null;
}

/** As the daemon has one: of a worker that has loaded all of its tests a fork takes ten times as long. It ends with the worker and is no test's. */
function forkerOfWorker(): readonly [string, ...string[]] {
  const program = new URL('../src/git/process/forker/main.ts', import.meta.url).pathname;
  return ['env', '-u', 'DROVER_TEST_MARK', process.execPath, '--max-semi-space-size=1', program];
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

/** What an ended owner is still letting go of gets its time, also beside load. */
async function leftAlive(): Promise<readonly { readonly pid: number; readonly argv: string }[]> {
  for (const deadline = Date.now() + 20_000; ; await wait(50)) {
    const left = marked();
    if (left.length === 0 || Date.now() > deadline) return left;
  }
}

/** By the environment that a process was started with; where there is no /proc nothing can be said. */
function marked() {
  return pids().flatMap((pid) => {
    const read = (file: string) => readOrNothing(`/proc/${pid}/${file}`);
    if (!read('environ').includes(`DROVER_TEST_MARK=${marker}\0`)) return [];
    return [{ pid, argv: read('cmdline').replaceAll('\0', ' ') }];
  });
}

function pids(): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** A process may end while it is being looked at, or be another user's. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
