// The small parts of the daemon.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import { aTask, silent } from '../../test/suites/store-rows.ts';
import { Failed, ok } from '../domain/error.ts';
import type { ThingId } from '../domain/ids.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { doctorChecks } from './doctor.ts';
import { createBell, hearNotices, ringOnCommit } from './store.ts';
import { createStateFiles } from './system/files.ts';
import { createJsonLog } from './system/log.ts';
import { hostId } from './system/secrets.ts';
import { createPerson } from './system/user.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the person', () => {
  it('is known by the last command that brought an environment, with the home of before', () => {
    const person = createPerson({ PATH: '/a', HOME: '/home/me' }, '/root');
    person.learn({ PATH: '/b', HOME: '/elsewhere', EDITOR: 'vi' });
    expect(person.env()).toEqual({ PATH: '/b', HOME: '/home/me', EDITOR: 'vi' });
    person.learn({ EDITOR: 'ed' });
    expect(person.env().EDITOR).toBe('vi');
    for (const env of [{}, { HOME: '' }]) {
      const unnamed = createPerson(env, '/root');
      unnamed.learn({ PATH: '/a', HOME: '/elsewhere' });
      expect([unnamed.home, unnamed.env().HOME]).toEqual(['/root', '/root']);
    }
  });
});

describe('the bell', () => {
  it('rings for all who wait, once', async () => {
    const bell = createBell();
    let rung = 0;
    const never = new AbortController().signal;
    const waiting = [1, 2].map(() => bell.wait(never).then(() => (rung += 1)));
    bell.ring();
    bell.ring();
    await Promise.all(waiting);
    expect(rung).toBe(2);
  });

  it('lets those go whose signal fires, and does not hold those whose fired before', async () => {
    const bell = createBell();
    const stop = new AbortController();
    const waiting = bell.wait(stop.signal);
    stop.abort();
    await waiting;
    await bell.wait(stop.signal);
  });
});

describe('the store of the daemon', () => {
  const open = () => openSqliteStore({ path: join(folder, 'drover.db'), clock: manualClock(), log: silent });

  it('rings after a commit and not after a roll-back', async () => {
    let rings = 0;
    const store = ringOnCommit(await open(), { ring: () => (rings += 1), wait: async () => {} });
    await store.transact((tx) => tx.insert(aTask(1)));
    await store.transact(() => Promise.reject(new Error('no'))).catch(() => {});
    await store.read((reads) => reads.hosts());
    expect(rings).toBe(1);
    await store.close();
  });

  it('tells whose thing something was said to, once it is durable', async () => {
    const heard: ThingId[] = [];
    const store = hearNotices(await open(), (thing) => heard.push(thing));
    const task = aTask(1);
    const note = { thing: task.id, at: task.createdAt, by: 'person:me', kind: 'say', body: 'go on' } as const;
    await store.transact(async (tx) => {
      await tx.insert(task);
      await tx.notify(note);
      expect(heard).toEqual([]);
    });
    const rolledBack = store.transact(async (tx) => {
      await tx.notify(note);
      throw new Error('no');
    });
    await rolledBack.catch(() => {});
    expect(heard).toEqual([task.id]);
    await store.close();
  });
});

describe('the log', () => {
  const lines: string[] = [];
  const log = createJsonLog((line) => lines.push(line));
  beforeEach(() => void lines.splice(0));

  it('is one JSON object a line', () => {
    log.info('ready', { pid: 1 });
    log.warn('two\nlines');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', message: 'ready', pid: 1 },
      { level: 'warn', message: 'two\nlines' },
    ]);
    expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  });

  it('keeps secrets out of messages, facts, stacks and causes', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    log.warn(`pushing with ${secret}`, { url: `https://x:${secret}@github.com/me` });
    log.bug(new Error(`no: ${secret}`, { cause: new Error(secret) }), { env: secret });
    expect(lines.join('')).not.toContain(secret);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('gives a bug an id under which its stack is found', () => {
    const id = log.bug(new Error('boom'));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'bug',
      log: id,
      message: 'boom',
      stack: expect.stringContaining('daemon.test'),
    });
  });

  it('never throws, whatever it is told', () => {
    const round: Record<string, unknown> = {};
    round.self = round;
    log.warn('round', round);
    log.info('large', { count: 1n });
    expect(lines).toHaveLength(2);
  });
});

describe('the name of this machine', () => {
  it('stays what it was when the machine is renamed', async () => {
    const files = createStateFiles(folder, () => 'half');
    expect(await hostId(files, 'before')).toBe('before');
    expect(await hostId(files, 'after')).toBe('before');
  });
});

describe('points to crash at', () => {
  const program = fileURLToPath(new URL('./crash-points.ts', import.meta.url));
  const run = (wanted: string | null) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { crashPoints } from ${JSON.stringify(program)};
         const crash = crashPoints(process.env, () => null);
         for (let n = 0; n < 5; n += 1) await crash.reach('effect', 'shop-1', 'commit');`,
      ],
      { env: { ...process.env, ...(wanted === null ? {} : { DROVER_TEST_CRASH: wanted }) } },
    );

  it('kill the process at the points that are wanted, counted over its lives, and are nothing without the variable', () => {
    const file = join(folder, 'points');
    expect(run(null).signal).toBeNull();
    expect(run(`daemon:0/0:${file}`).signal).toBeNull();
    expect(readFileSync(file, 'utf8').split('\n').slice(0, -1)).toEqual(Array(5).fill('pass effect commit shop-1'));
    expect(run(`daemon:0/7:${file}`).signal).toBe('SIGKILL');
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(7);
    expect(run(`daemon:0/7:${file}`).signal).toBeNull();
    expect(existsSync(file)).toBe(true);
  });
});

const forgesSaying = (said: unknown) => ({
  hostOf: async () => 'github.com',
  of: async () => ({ ok: true, value: { name: 'github', login: async () => said } }),
});

describe('the doctor', () => {
  const failure = { error_code: 'SANDBOX_MISSING', message: 'There is no sandbox.' } as const;
  const agent = { find: async () => ({ found: true, version: '1.2', hint: '' }) };
  const well = {
    config: {
      read: async () => ({ ok: true, value: { workspaces: { a: { path: '/a' }, b: { path: '/b' } } } }),
      expand: (path: string) => path,
    },
    git: { remoteAddress: async () => ({ ok: true, value: null }) },
    forges: forgesSaying({ ok: true, value: 'ada' }),
    clock: { wait: () => new Promise(() => {}) },
    store: {
      describe: async () => ({ kind: 'sqlite', schema: 1, bytes: 2048, backups: [], since: null }),
      check: async () => null,
    },
    files: { read: async () => null },
    keeper: { list: async () => [{ ending: null }], strays: async () => [] },
    sandboxes: { choose: async () => ({ ok: true, value: { name: 'bubblewrap' } }) },
    agents: { names: () => ['claude'], get: () => agent },
    person: { env: () => ({}) },
    conformance: { tested: { programs: { claude: { version: '1.2' } } } },
  };
  const look = (change: object = {}, fix = false) =>
    doctorChecks({ ...well, ...change } as unknown as Parameters<typeof doctorChecks>[0], fix);

  it('says what is well in one line each', async () => {
    expect((await look()).map(({ name, state, said }) => [name, state, said])).toEqual([
      ['store', 'ok', 'sqlite, schema 1, 2 KiB'],
      ['keeper', 'ok', '1 living'],
      ['sandbox', 'ok', 'bubblewrap'],
      ['agents', 'ok', 'claude 1.2'],
    ]);
  });

  it('says once for each forge whether it is there and knows the person', async () => {
    const git = { remoteAddress: async () => ({ ok: true, value: 'https://github.com/acme/shop' }) };
    const line = async (change: object) => (await look({ git, ...change })).slice(4);
    expect(await line({})).toMatchObject([
      { name: 'forge github.com', state: 'ok', said: 'github, logged in as ada', hint: '' },
    ]);
    const auth = { error_code: 'FORGE_AUTH', message: 'Nobody is logged in.' };
    expect(await line({ forges: forgesSaying({ ok: false, failure: auth }) })).toMatchObject([
      { state: 'note', said: 'Nobody is logged in.', hint: expect.stringContaining('token_env') },
    ]);
    expect(
      await line({ forges: { ...forgesSaying(null), of: async () => ({ ok: false, failure: auth }) } }),
    ).toMatchObject([{ state: 'note', said: 'Nobody is logged in.' }]);
    const silent = forgesSaying(new Promise(() => {}));
    expect(await line({ forges: silent, clock: { wait: async () => undefined } })).toMatchObject([
      { state: 'note', said: 'It does not answer.' },
    ]);
    expect(await line({ forges: { hostOf: async () => null } })).toEqual([]);
  });

  it('ends what lives on after its run where it is told to, and says who does not go', async () => {
    const strays = (left: number) => async (end: boolean) =>
      [
        { pid: 7, runId: 'r1' },
        { pid: 8, runId: 'r2' },
      ].slice(0, end ? left : 2);
    const keeper = (left: number) => ({ keeper: { list: async () => [], strays: strays(left) } });
    const said = async (left: number, fix: boolean) =>
      (await look(keeper(left), fix)).find(({ name }) => name === 'keeper');
    expect(await said(0, false)).toMatchObject({ state: 'note', said: expect.stringContaining('7 of r1, 8 of r2') });
    expect(await said(0, true)).toMatchObject({ state: 'ok', said: expect.stringContaining('ended 2') });
    expect(await said(1, true)).toMatchObject({ state: 'note', said: expect.stringMatching(/: 7 of r1$/) });
  });

  it('says which section of the configuration means nothing, and which would', async () => {
    const value = { workspaces: {}, misspelt: { polcy: 'policy' }, file: { path: '/c', exists: true } };
    const found = (await look({ config: { read: async () => ok(value) } })).find(
      ({ name }) => name === 'configuration',
    );
    expect(found?.said).toBe('/c: "polcy" means nothing here, "policy" would');
  });

  it('says which agents are not the ones that were tested', async () => {
    const conformance = { tested: { programs: { claude: { version: '1.1' } } } };
    expect((await look({ conformance })).at(-1)).toEqual({
      name: 'agents',
      state: 'note',
      said: 'claude 1.2 (tested with 1.1)',
      hint: expect.stringContaining('drover agents --check'),
    });
  });

  it.each([
    ['configuration', 'bad', { config: { read: async () => ({ ok: false, failure }) } }],
    [
      'configuration',
      'note',
      {
        config: {
          read: async () => ok({ workspaces: {}, misspelt: { polcy: 'policy' }, file: { path: '/c', exists: true } }),
        },
      },
    ],
    ['store', 'bad', { store: { describe: () => Promise.reject(new Error('gone')) } }],
    ['keeper', 'bad', { keeper: { list: () => Promise.reject(new Failed(failure)) } }],
    ['keeper', 'note', { keeper: { list: async () => [], strays: async () => [{ pid: 7, runId: 'r1' }] } }],
    ['sandbox', 'note', { sandboxes: { choose: async () => ({ ok: false, failure }) } }],
    [
      'agents',
      'note',
      {
        agents: {
          names: () => ['claude'],
          get: () => ({ find: async () => ({ found: false, version: null, hint: 'npm i' }) }),
        },
      },
    ],
  ])('says of the %s that it is %s, with a hint', async (name, state, change) => {
    const found = (await look(change)).find((check) => check.name === name);
    expect(found).toMatchObject({ state });
    expect(found?.hint).not.toBe('');
  });
});
