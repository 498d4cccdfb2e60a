// The program against a socket of the test's own: as a process, and where a table goes through many command lines, in this one.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ofTests } from '../../../test/fakes/of-tests.ts';
import { errors } from '../../contract/errors/errors.ts';
import { findPlaces } from '../../contract/places.ts';
import type { Reply, Request } from '../../contract/protocol.ts';
import type { TaskSummary } from '../../contract/task.ts';
import { type ErrorCode, toReply } from '../../contract/to-reply.ts';
import { version } from '../../contract/version.ts';
import type { SocketDispatch } from '../socket/connection.ts';
import { type ServedSocket, serveSocket } from '../socket/serve-socket.ts';
import { run } from './run.ts';

const program = join(import.meta.dirname, 'main.ts');
let home: string;
let served: ServedSocket | undefined;
let asked: Request[];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'drover-cli-')));
  asked = [];
});
afterEach(async () => {
  await served?.close();
  served = undefined;
  rmSync(home, { recursive: true, force: true });
});

const done = (data: unknown): Reply => ({ ok: true, data });
const log = { warn: () => undefined, bug: () => 'b1' };
const socket = () => join(home, 'drover.sock');

async function serve(dispatch: SocketDispatch): Promise<void> {
  const listen: SocketDispatch = (request, peer) => {
    asked.push(request);
    return dispatch(request, peer);
  };
  served = await serveSocket({ path: socket(), version, dispatch: listen, log });
}

type Ended = { code: number | null; out: string; error: string };

async function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const gather = (stream: Readable) =>
    stream.setEncoding('utf8').reduce((text: string, chunk: string) => text + chunk, '');
  const [[code], out, error] = await Promise.all([once(child, 'close'), gather(child.stdout), gather(child.stderr)]);
  return { code, out, error };
}

async function drover(
  args: readonly string[],
  { input = '', env = {}, cwd = home }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: home, DROVER_HOME: home, ...ofTests(), ...env },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return endOf(child);
}

/** Without a process of its own: nobody is at a terminal, and nothing is typed. */
async function runHere(args: readonly string[]): Promise<Ended> {
  const said = { out: '', error: '' };
  const into = (end: keyof typeof said) => ({
    write: (text: string) => {
      said[end] += text;
    },
  });
  const env = { HOME: home, DROVER_HOME: home };
  const code = await run(
    {
      ...{
        env,
        cwd: home,
        pid: process.pid,
        now: Date.now,
        onInterrupt: () => () => undefined,
        lend: <T>(act: () => Promise<T>) => act(),
      },
      ...{
        places: findPlaces(env, home, 0),
        stdin: new PassThrough().end(),
        stdout: into('out'),
        stderr: into('error'),
      },
    },
    args,
  );
  return { code, ...said };
}

const hintOf = (error_code: ErrorCode, named?: string) => toReply({ error_code, message: '' }, { task: named }).hint;

const task = (change: Partial<TaskSummary> = {}): TaskSummary => ({
  id: 'shop-1',
  workspace: 'shop',
  text: 'fix it',
  phase: 'develop',
  state: 'develops SC-1',
  outcome: null,
  questions: [],
  paused: false,
  since: Date.now() - 61_000,
  created_at: Date.now() - 100_000,
  spend: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: 0.5 },
  ...change,
});

describe('with --json', () => {
  /** One code of each exit there is; their own tests show how each comes about. */
  const refused = [...new Map((Object.keys(errors) as ErrorCode[]).map((code) => [errors[code].exit, code])).values()];

  it.each(refused)(
    'CM-14 a refusal %s of the daemon is one JSON object on stdout, with its exit code',
    async (error_code) => {
      await serve(async () => toReply({ error_code, message: 'As it stands.' }, { task: 'shop-1' }));
      const { code, out, error } = await runHere(['task', 'show', 'shop-1', '--json']);
      expect(out.endsWith('\n') && out.trim().split('\n').length).toBe(1);
      expect(JSON.parse(out)).toEqual({
        ok: false,
        error: 'As it stands.',
        error_code,
        hint: hintOf(error_code, 'shop-1'),
      });
      expect([code, error]).toEqual([errors[error_code].exit, '']);
    },
  );

  it.each([
    [['tsak', '--json'], 'UNKNOWN_WORD'],
    [['--json', 'task', 'lits'], 'UNKNOWN_WORD'],
    [['task', '--json'], 'USAGE'],
    [['task', 'list', '--bogus', '--json'], 'UNKNOWN_WORD'],
    [['do', '--json'], 'TEXT_EMPTY'],
    [['do', '  ', '--json'], 'TEXT_EMPTY'],
    [['do', 'x', '-f', 'y', '--json'], 'USAGE'],
    [['do', '-f', 'not-there', '--json'], 'PATH_NOT_FOUND'],
    [['do', '-f', '.', '--json'], 'PATH_NOT_FOUND'],
    [['task', 'cancel', 'a-1', '--keep', '--remove', '--json'], 'USAGE'],
    [['help', 'nothing', '--json'], 'UNKNOWN_WORD'],
    [['completion', 'csh', '--json'], 'USAGE'],
  ] as const)(
    'CM-14 the usage error of %j is one JSON object with %s, and nothing is asked',
    async (args, error_code) => {
      await serve(async () => done(null));
      const { code, out, error } = await runHere(args);
      expect(JSON.parse(out)).toMatchObject({
        ok: false,
        error_code,
        error: expect.any(String),
        hint: expect.any(String),
      });
      expect([code, error, asked]).toEqual([errors[error_code].exit, '', []]);
    },
  );

  it('a success is one JSON object with the data', async () => {
    await serve(async () => done({ tasks: [task()] }));
    const { code, out } = await drover(['task', 'list', '--json']);
    expect([JSON.parse(out).data.tasks[0].id, code]).toEqual(['shop-1', 0]);
  });

  it('--version and --help are JSON too', async () => {
    expect(JSON.parse((await drover(['--version', '--json'])).out)).toEqual(done({ version }));
    expect(JSON.parse((await drover(['help', 'do', '--json'])).out).data.help).toContain('Usage: drover do');
  });
});

describe('asking the daemon', () => {
  it('prints tables and sentences, stripped of control sequences, without colours where there is no terminal', async () => {
    await serve(async () => done({ tasks: [task({ text: 'a\u001b]52;c;eA==\u0007\u202eb' })] }));
    expect((await drover(['task', 'list'])).out).toBe('shop-1  develops SC-1  1m  $0.50  ab\n');
  });

  it.each([
    [['ps'], true],
    [['ps', '--all'], true],
    [['ps', 'red-fox'], undefined],
    [['ps', '--json'], undefined],
  ])('WT-71 %j asks for what a table shows and no more: %s', async (words, brief) => {
    await serve(async () => done({ sessions: [], runs: [], elsewhere: [] }));
    expect(await runHere(words)).toMatchObject({ code: 0 });
    expect(asked).toMatchObject([{ command: 'service.ps', input: { cwd: expect.any(String) } }]);
    expect(asked.map(({ input }) => (input as { brief?: true }).brief)).toEqual([brief]);
  });

  it('says a refusal on stderr with sentence, code and hint, and nothing on stdout', async () => {
    await serve(async () => toReply({ error_code: 'TASK_NOT_FOUND', message: 'No task shop-9.' }));
    const { code, out, error } = await drover(['task', 'show', 'shop-9']);
    expect([code, out, error]).toEqual([3, '', `No task shop-9. [TASK_NOT_FOUND]\n${hintOf('TASK_NOT_FOUND')}\n`]);
  });

  it('says what is known when the daemon is cut off before its reply', async () => {
    const server = createServer((client) => {
      client.on('error', () => undefined);
      client.write(`${JSON.stringify({ hello: { version, pid: 1 } })}\n`);
      client.once('data', () => client.destroy());
    });
    await new Promise<void>((resolve) => server.listen(socket(), resolve));
    const { code, out } = await drover(['task', 'list', '--json']);
    await new Promise((resolve) => server.close(resolve));
    expect([JSON.parse(out).error_code, code]).toEqual(['DAEMON_UNREACHABLE', 8]);
  });

  it.each([
    [['do', 'the sum is wrong', '-d', '--json'], 'task.create'],
    [['send', 'fox', 'go on', '--json'], 'session.send'],
  ])(
    'WT-70 %j is asked again with its own key when the daemon is cut off before its reply, and says the key where that is in vain',
    async (words, command) => {
      const asked: Request[] = [];
      const server = createServer((client) => {
        client.on('error', () => undefined);
        client.write(`${JSON.stringify({ hello: { version, pid: 1 } })}\n`);
        client.once('data', (bytes) => {
          asked.push(JSON.parse(bytes.toString()));
          client.destroy();
        });
      });
      await new Promise<void>((resolve) => server.listen(socket(), resolve));
      const { code, out } = await drover(words);
      const given = await drover([...words, '--once', 'mine']);
      await new Promise((resolve) => server.close(resolve));
      const keys = asked.map(({ input }) => (input as { once?: string }).once);
      expect(asked.map((each) => each.command)).toEqual(Array(6).fill(command));
      expect(keys).toEqual([keys[0], keys[0], keys[0], 'mine', 'mine', 'mine']);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect([code, JSON.parse(out)]).toMatchObject([
        8,
        { error_code: 'DAEMON_UNREACHABLE', hint: expect.stringContaining(`--once ${keys[0]}`) },
      ]);
      expect(JSON.parse(given.out).hint).toContain('--once mine');
    },
  );

  it('ends quietly when its reader goes away', async () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => ({ at, thing: 'shop-1', text: 'x'.repeat(40) }));
    await serve(async () => done({ task: 'shop-1', lines }));
    const child = spawn('sh', ['-c', `"${process.execPath}" "${program}" task log shop-1 | head -n 1`], {
      env: { PATH: process.env.PATH ?? '', HOME: home, DROVER_HOME: home },
    });
    const { error } = await endOf(child);
    expect(error).toBe('');
  });

  it('`down --all` ends nothing where it cannot be told what runs, unless that was agreed to', async () => {
    const asked: string[] = [];
    await serve(async ({ command }) => {
      asked.push(command);
      if (command === 'service.ping') return done({ pid: 2 ** 22 + 1 });
      if (command === 'service.down') return done({ runs: [], ended: true });
      return { ok: false, error: 'no', error_code: 'STORE_FAILED', hint: '' };
    });
    expect(JSON.parse((await drover(['down', '--all', '--json'])).out)).toMatchObject({ error_code: 'STORE_FAILED' });
    expect(asked).not.toContain('service.down');
    expect((await drover(['down', '--all', '--yes', '--json'])).code).toBe(0);
    expect(asked).toContain('service.down');
  });

  it('`down` without a daemon starts none', async () => {
    expect(await drover(['down'])).toEqual({ code: 0, out: 'No daemon is running.\n', error: '' });
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('proof of the pid', () => {
  it('is a file of 0600 that the caller holds open while it asks for something only a person may, and nothing afterwards', async () => {
    let seen: unknown;
    await serve(async ({ caller }) => {
      const open = existsSync('/proc/self/fd')
        ? readdirSync(`/proc/${caller.pid}/fd`).flatMap((fd) => {
            try {
              return [readlinkSync(`/proc/${caller.pid}/fd/${fd}`)];
            } catch {
              return [];
            }
          })
        : [caller.nonce];
      seen = {
        open: open.includes(caller.nonce),
        mode: statSync(caller.nonce).mode & 0o777,
        inside: caller.nonce.startsWith(`${home}/callers/`),
      };
      return done({ task: 'shop-1', said: 'Ends.', notes: [] });
    });
    expect((await drover(['task', 'cancel', 'shop-1'])).out).toBe('Ends.\n');
    expect(seen).toEqual({ open: true, mode: 0o600, inside: true });
    expect(readdirSync(join(home, 'callers'))).toEqual([]);
    expect(statSync(join(home, 'callers')).mode & 0o777).toBe(0o700);
  });

  it('is not made for what anybody may ask', async () => {
    await serve(async () => done({ tasks: [] }));
    await drover(['task', 'list']);
    expect(asked[0]?.caller.nonce).toBe('');
    expect(existsSync(join(home, 'callers'))).toBe(false);
  });
});

describe('do', () => {
  const created: SocketDispatch = async () => done({ task: 'shop-1', notes: ['shop is registered.'] });

  it('without a terminal prints the id and returns; notes go to stderr', async () => {
    await serve(created);
    expect(await drover(['do', 'fix', 'it', '-w', 'shop', '--yes', 'plan'])).toEqual({
      code: 0,
      out: 'shop-1\n',
      error: 'shop is registered.\n',
    });
    expect(asked[0]).toMatchObject({
      command: 'task.create',
      input: { text: 'fix it', workspace: 'shop', yes: ['plan'], cwd: home },
      caller: { cwd: home, env: { HOME: home } },
    });
  });

  it('takes the text from a file or standard input, and a plan from a file', async () => {
    await serve(created);
    writeFileSync(join(home, 'text.md'), 'from a file\n');
    await drover(['do', '-f', 'text.md', '--plan', 'text.md']);
    await drover(['do', '-'], { input: 'from stdin' });
    expect(asked.map(({ input }) => input)).toMatchObject([
      { text: 'from a file\n', plan: 'from a file\n' },
      { text: 'from stdin' },
    ]);
  });

  it('refuses more than 256 KiB before anything is asked', async () => {
    await serve(created);
    const { code, out } = await drover(['do', '-f', '-', '--json'], { input: 'a'.repeat(256 * 1024 + 1) });
    expect([code, JSON.parse(out).error_code, asked]).toEqual([2, 'TEXT_TOO_LONG', []]);
  });
});

describe('task watch', () => {
  it.each([
    ['released', 0],
    ['proven', 0],
    ['not_verified', 5],
    ['failed', 1],
    ['cancelled', 130],
    [null, 6],
  ] as const)('of a task that ends %s exits with %i', async (outcome, exit) => {
    await serve(async function* () {
      yield { kind: 'state', task: task(), criteria: [] };
      yield {
        kind: 'fact',
        position: 4,
        at: 0,
        thing: 'shop-1',
        what: 'phase_entered',
        text: 'develop begins',
        data: {},
      };
      return done({
        why: outcome === null ? 'needs_person' : 'ended',
        position: 4,
        task: task({ outcome, questions: ['q1'] }),
        open_questions: [],
      });
    });
    const { code, out } = await runHere(['task', 'watch', 'shop-1']);
    expect([code, out]).toEqual([exit, expect.stringMatching(/^✓ confirm +0s\n▸ develop begins\nshop-1 /)]);
  });

  it('with --jsonl is one document a line, the reply last', async () => {
    await serve(async function* () {
      yield { kind: 'state', task: task(), criteria: [] };
      return done({ why: 'ended', position: 0, task: task({ outcome: 'proven' }), open_questions: [] });
    });
    const lines = (await drover(['task', 'watch', 'shop-1', '--jsonl'])).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ kind: 'state' }, { ok: true, data: { why: 'ended' } }]);
  });

  it('goes on from the last fact when the daemon ends in the middle', async () => {
    await serve(async function* ({ input }) {
      const { after } = input as { after: number };
      yield {
        kind: 'fact',
        position: after + 1,
        at: 0,
        thing: 'shop-1',
        what: 'x',
        text: `fact ${after + 1}`,
        data: {},
      };
      if (after < 2) return toReply({ error_code: 'DAEMON_UNREACHABLE', message: 'The daemon is ending.' });
      return done({ why: 'ended', position: 3, task: task({ outcome: 'proven' }), open_questions: [] });
    });
    const { code, out } = await drover(['task', 'watch', 'shop-1']);
    expect([code, out.match(/fact \d/g)]).toEqual([0, ['fact 1', 'fact 2', 'fact 3']]);
  });
});

describe('step', () => {
  it('CM-30 reads the token from DROVER_LEASE or its file, never argv', async () => {
    await serve(async ({ command }) =>
      done(
        command === 'task.path'
          ? { task: 'shop-1', path: home }
          : { task: 'shop-1', already: false, notes: [], expires_at: 0 },
      ),
    );
    await drover(['step', 'release'], { env: { DROVER_LEASE: 'a-secret-of-the-variable' } });
    expect(asked.at(-1)).toMatchObject({
      command: 'step.release',
      input: { task: 'shop-1', token: 'a-secret-of-the-variable' },
    });
    expect((await drover(['step', 'release', '--token', 'x'])).code).toBe(2);
    await drover(['step', 'renew', 'shop-1']);
    expect(asked.at(-1)?.input).not.toHaveProperty('token');
  });
});

describe('the launcher', () => {
  const launcher = join(import.meta.dirname, '..', '..', '..', 'bin', 'drover.cjs');
  const launch = (before: readonly string[], args: readonly string[]): Promise<Ended> =>
    endOf(
      spawn(process.execPath, [...before, launcher, ...args], { cwd: home, env: { HOME: home, DROVER_HOME: home } }),
    );
  const old = [
    '--import',
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})',
  ];

  it('runs the program', async () => {
    expect(await launch([], ['--version'])).toEqual({ code: 0, out: `${version}\n`, error: '' });
  });

  it('says NODE_TOO_OLD clearly, also as JSON', async () => {
    expect(await launch(old, ['ps'])).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('Drover needs Node.js 24 or newer'),
    });
    expect(JSON.parse((await launch(old, ['ps', '--json'])).out)).toMatchObject({
      ok: false,
      error_code: 'NODE_TOO_OLD',
    });
  });
});
