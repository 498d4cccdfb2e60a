// The daemon and the keeper, whatever happens to them: many callers at once, kills, leftovers, other versions, damage.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { errors } from '../../src/contract/errors/errors.ts';
import type { Doctor, Down, Ps } from '../../src/contract/service.ts';
import type { TaskChanged, TaskCreated, TaskDetail, TaskList } from '../../src/contract/task.ts';
import { version } from '../../src/contract/version.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { built } from './built.ts';
import { often, rarely } from './depth.ts';
import { openWorld, type World } from './world.ts';

const [analysis, fix] = demoScript.turns;

let world: World;
const socket = () => join(world.state, 'drover.sock');

async function daemonPid(): Promise<number> {
  const hello = await pingDaemon(socket(), 10_000);
  if (typeof hello === 'string') throw new Error(`no daemon: ${hello}`);
  return hello.pid;
}

async function killed(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await world.until(
    async () => isAlive(pid),
    (alive) => !alive,
  );
}

/** A killed process that nobody has waited for yet does not live. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Pids of programs that were started with all of this among their words. */
const processesWith = (...wanted: readonly string[]): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return wanted.every((word) => line.includes(word)) && isAlive(Number(name));
      } catch {
        return false;
      }
    })
    .map(Number);

const keepers = () => processesWith(built('keeper'), world.state);
const agents = ({ copy }: TaskDetail) => processesWith(built('scripted'), copy ?? '?');

describe('a daemon without work', () => {
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  often('is started once by ten commands at the same time, and all of them succeed', async () => {
    const told = await Promise.all(Array.from({ length: 10 }, () => world.drover(['task', 'list', '--json'])));
    expect(told.map(({ code, out }) => [code, JSON.parse(out).ok])).toEqual(told.map(() => [0, true]));
    expect(readFileSync(join(world.state, 'daemon.log'), 'utf8').match(/"ready"/g)).toHaveLength(1);
    expect(keepers()).toHaveLength(1);
  });

  often(
    'that was killed leaves a dead socket and a lock of a dead process: the next command starts another',
    async () => {
      const before = await daemonPid();
      const [keeper] = keepers();
      await killed(before);
      expect(existsSync(socket())).toBe(true);
      expect((await world.drover(['task', 'list'])).code).toBe(0);
      expect(await daemonPid()).not.toBe(before);
      expect(keepers()).toEqual([keeper]);
    },
  );

  often('does not mind a plain file where its socket belongs', async () => {
    await world.must<Down>(['down']);
    writeFileSync(socket(), '');
    expect((await world.drover(['task', 'list'])).code).toBe(0);
  });

  often('WT-35 is ended by `down`; the keeper stays for a minute, a second `down` says that none runs', async () => {
    await world.must<TaskList>(['task', 'list']);
    const daemon = await daemonPid();
    expect((await world.drover(['down'])).code).toBe(0);
    // Not only its socket: what it has not written yet it writes after that.
    expect(isAlive(daemon)).toBe(false);
    expect(keepers()).toHaveLength(1);
    expect(processesWith(built('keeper'), world.state, '--idle-exit')).toEqual(keepers());
    expect(await world.drover(['down'])).toMatchObject({ code: 0, out: 'No daemon is running.\n' });
  });

  often('that has ended before does not keep `down --all` from ending the keeper too', async () => {
    expect(await pingDaemon(socket(), 1000)).toBe('nobody');
    await world.must<Down>(['down', '--all', '--yes']);
    await world.until(
      async () => keepers().length,
      (left) => left === 0,
    );
    expect(await pingDaemon(socket(), 1000)).toBe('nobody');
  });

  often('HX-01 the board, `ps`, `doctor` and `completion` are sane where nothing is going on', async () => {
    const board = await world.drover([]);
    expect([board.code, board.out]).toEqual([0, expect.stringContaining('drover do')]);
    expect((await world.must<Ps>(['ps'])).runs).toEqual([]);
    const { checks } = await world.must<Doctor>(['doctor']);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['node', 'git', 'state', 'store', 'keeper', 'sandbox', 'agents', 'daemon']),
    );
    expect(checks.filter(({ state }) => state === 'bad')).toEqual([]);
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await world.drover(['completion', shell])).out).toContain('workspace');
  });

  const ofSockets = existsSync('/proc/net/unix') ? often : often.skip;
  ofSockets(
    'WT-67 that somebody has stopped is not waited for, nor is a stopped keeper: exit 8, and how it goes on',
    async () => {
      const daemon = await daemonPid();
      process.kill(daemon, 'SIGSTOP');
      const stopped = await Promise.all(
        [['task', 'list'], ['down'], ['do', 'x', '-d']].map((words) => world.drover(words)),
      );
      process.kill(daemon, 'SIGCONT');
      for (const { code, err } of stopped)
        expect([code, err]).toEqual([8, expect.stringContaining(`kill -CONT ${daemon}`)]);
      const [keeper = 0] = keepers();
      process.kill(keeper, 'SIGSTOP');
      const { checks } = await world.must<Doctor>(['doctor']);
      process.kill(keeper, 'SIGCONT');
      expect(checks).toContainEqual({
        ...{ name: 'keeper', state: 'bad' },
        said: expect.stringContaining(`process ${keeper}`),
        hint: expect.stringContaining(`kill -CONT ${keeper}`),
      });
      expect((await world.must<Doctor>(['doctor'])).checks.filter(({ state }) => state === 'bad')).toEqual([]);
    },
  );

  often('of an older version is replaced, said in one line, and the request is done', async () => {
    await world.must<Down>(['down']);
    const old = oldDaemon(socket());
    await once(old.stdout as NonNullable<ChildProcess['stdout']>, 'data');
    const told = await world.drover(['task', 'list']);
    expect([told.code, told.err]).toEqual([
      0,
      expect.stringContaining(`replacing the daemon of version 0.0.1 by ${version}`),
    ]);
    if (old.exitCode === null) await once(old, 'exit');
    expect(await pingDaemon(socket(), 1000)).toMatchObject({ version });
  });

  often('in the foreground answers, refuses a second one, and ends with Ctrl-C', async () => {
    await world.must<Down>(['down']);
    const up = spawn(process.execPath, [built('cli'), 'up'], { cwd: world.checkout, env: world.env, stdio: 'ignore' });
    await world.until(
      () => pingDaemon(socket(), 1000),
      (hello) => typeof hello === 'object',
    );
    expect((await world.drover(['task', 'list'])).code).toBe(0);
    const second = await world.drover(['up']);
    expect([second.code, second.err]).toEqual([4, expect.stringContaining('runs already')]);
    const ended = once(up, 'exit');
    up.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(await pingDaemon(socket(), 1000)).toBe('nobody');
  });

  rarely(
    'PC-40 with a damaged database says STATE_CORRUPT and names the backup, changes nothing, and works again with it',
    async () => {
      await world.must<Down>(['down', '--all', '--yes']);
      const file = join(world.state, 'drover.db');
      const backup = `${file}.backup-1-20260101T000000Z`;
      writeFileSync(backup, readFileSync(file), { mode: 0o600 });
      for (const tail of ['-wal', '-shm']) rmSync(`${file}${tail}`, { force: true });
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(8192, 0x5a), 0, 8192, 0);
      const damaged = readFileSync(file);
      const told = await world.drover(['task', 'list', '--json']);
      const reply = JSON.parse(told.out);
      expect(reply).toMatchObject({ ok: false, error_code: 'STATE_CORRUPT' });
      expect(reply.error).toContain(backup);
      expect(told.code).toBe(errors.STATE_CORRUPT.exit);
      expect(readFileSync(file).equals(damaged)).toBe(true);
      writeFileSync(file, readFileSync(backup));
      expect((await world.drover(['task', 'list'])).code).toBe(0);
    },
  );
});

/** What a daemon was itself started with: has it that, and has any program that it started? */
function ownOfDaemon(pid: number): { readonly has: boolean; readonly handsOn: boolean } {
  const has = (each: number | string) =>
    /(^|\0)MALLOC_ARENA_MAX=/.test(readFileSync(`/proc/${each}/environ`, 'latin1'));
  const [first, ...more] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  if (first === undefined) throw new Error('the daemon has started nothing');
  return { has: has(pid), handsOn: [first, ...more].some(has) };
}

describe('while an agent works', () => {
  const waits = { when: { mode: 'write', nth: 1 }, do: [{ wait: { file: 'node_modules/go' } }, ...fix.do] };
  beforeAll(async () => {
    world = await openWorld({ script: { turns: [analysis, waits, fix] } });
  });
  afterAll(() => world.close());

  const letGo = ({ copy }: TaskDetail) => {
    mkdirSync(join(copy ?? '', 'node_modules'), { recursive: true });
    writeFileSync(join(copy ?? '', 'node_modules', 'go'), '');
  };
  type Prompt = { readonly mode: string; readonly nth: number; readonly conversation: string };
  const turns = (): readonly Prompt[] =>
    readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
      .trim()
      .split('\n')
      // The agent may be about to write the first one.
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Prompt)
      .filter(({ mode }) => mode === 'write');
  /** A task whose agent has been asked to write. */
  const working = async (...flags: string[]): Promise<TaskDetail> => {
    rmSync(join(world.folder, 'agent', 'log'), { force: true });
    const task = await world.start('Too early.', '--until', 'test', ...flags);
    await world.until(async () => existsSync(join(world.folder, 'agent', 'log')) && turns().length, Boolean);
    return world.show(task);
  };

  often(
    'PC-34 WT-70 the daemon is killed: the agent goes on, the next command starts another, said again it is the same task, which ends once',
    async () => {
      const task = await working('--once', 'k');
      expect(ownOfDaemon(await daemonPid())).toEqual({ has: true, handsOn: false });
      await killed(await daemonPid());
      expect(await world.start('Too early.', '--until', 'test', '--once', 'k')).toBe(task.id);
      expect(agents(task).length).toBeGreaterThan(0);
      letGo(task);
      await world.until(async () => existsSync(join(task.copy ?? '', 'test', 'schedule.test.js')), Boolean);
      const done = await world.ended(task.id);
      expect(done.outcome).toBe('proven');
      expect(turns()).toHaveLength(1);
      expect(done.criteria.map(({ attempts }) => attempts.map(({ number }) => number))).toEqual([[1]]);
      const log = (await world.drover(['task', 'watch', task.id, '--jsonl'])).out;
      expect(log.match(/"what":"task_ended"/g)).toHaveLength(1);
    },
  );

  rarely('the keeper is killed: the turn is cut, said, and resumed in the same conversation', async () => {
    const task = await working();
    for (const pid of keepers()) await killed(pid);
    const done = await world.ended(task.id);
    expect(done.outcome).toBe('proven');
    const [one, two, ...more] = turns();
    expect(more).toEqual([]);
    expect([two?.nth, two?.conversation]).toEqual([2, one?.conversation]);
    expect(done.criteria[0]?.attempts.map(({ number }) => number)).toEqual([1]);
    expect((await world.drover(['task', 'watch', task.id, '--jsonl'])).out).toContain('"what":"turn_cut"');
    expect(agents(task)).toEqual([]);
  });

  rarely(
    '`down` leaves it working; `down --all` asks, ends it and parks its task, which a person resumes',
    async () => {
      const task = await working();
      const [run] = (await world.must<Ps>(['ps'])).runs;
      expect(run).toMatchObject({ task: task.id, role: 'agent', program: 'scripted', state: 'running' });
      expect(await world.must<Down>(['down'])).toEqual({ runs: [run?.id], ended: false });
      expect(agents(task).length).toBeGreaterThan(0);
      expect((await world.drover(['ps'])).out).toContain(run?.id);
      const unsure = await world.drover(['down', '--all', '--json']);
      expect([unsure.code, JSON.parse(unsure.out).hint]).toEqual([2, expect.stringContaining('--yes')]);
      expect(agents(task).length).toBeGreaterThan(0);
      expect(await world.must<Down>(['down', '--all', '--yes'])).toEqual({
        ...{ runs: [run?.id], ended: true },
        copies: expect.arrayContaining([task.copy]),
      });
      await world.until(
        async () => [...agents(task), ...keepers()].length,
        (left) => left === 0,
      );
      const parked = await world.until(
        () => world.show(task.id),
        ({ state }) => state === 'paused',
      );
      expect(parked).toMatchObject({ paused: true, outcome: null });
      await world.must<TaskChanged>(['task', 'resume', task.id]);
      expect((await world.ended(task.id)).outcome).toBe('proven');
    },
  );
});

rarely('a state folder whose socket would be too long works all the same', async () => {
  world = await openWorld();
  const long = join(world.folder, 'x'.repeat(150 - world.folder.length), 'state');
  const how = { env: { DROVER_HOME: long, XDG_RUNTIME_DIR: join(world.folder, 'runtime') } };
  mkdirSync(how.env.XDG_RUNTIME_DIR, { mode: 0o700 });
  mkdirSync(long, { recursive: true, mode: 0o700 });
  writeFileSync(join(long, 'config.yaml'), readFileSync(join(world.state, 'config.yaml')));
  try {
    expect(long.length).toBeGreaterThan(107);
    const { task } = await world.must<TaskCreated>(
      ['do', 'Too early.', '--agent', 'scripted', '--until', 'plan', '-d'],
      how,
    );
    const done = await world.until(
      () => world.must<TaskDetail>(['task', 'show', task], how),
      ({ outcome }) => outcome !== null,
    );
    expect(done.state).toContain('ended with the plan');
    const runtime = join(how.env.XDG_RUNTIME_DIR, 'drover');
    expect(readdirSync(runtime).filter((name) => statSync(join(runtime, name)).isSocket())).toHaveLength(2);
  } finally {
    await world.drover(['down', '--all', '--yes'], how);
    await world.close();
  }
});

/** Greets as one of another time would, and ends when it is told to. */
function oldDaemon(path: string): ChildProcess {
  const program = `
    const hello = JSON.stringify({ hello: { version: '0.0.1', pid: process.pid } });
    const server = require('node:net').createServer((client) => { client.on('error', () => {}); client.write(hello + '\\n'); });
    server.listen(process.argv[1], () => console.log('ready'));
    process.on('SIGTERM', () => process.exit(0));
  `;
  return spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'], env: world.env });
}
