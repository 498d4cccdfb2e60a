import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { footprints } from '../../src/agents/footprints.ts';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { fail, ok } from '../../src/domain/error.ts';
import { runId, taskId } from '../../src/domain/ids.ts';
import type { Program } from '../../src/domain/run/program.ts';
import type { McpServer } from '../../src/domain/task/settings/settings.ts';
import { startRun } from '../../src/effects/run/start.ts';
import { startSession } from '../../src/effects/session/start.ts';
import type { AgentSpec } from '../../src/ports/agent.ts';
import type { EffectContext, EffectPorts } from '../../src/ports/effect.ts';
import type { Confinement } from '../../src/ports/sandbox.ts';
import { aSessionSpec } from '../fakes/sessions/open-sessions.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'start-run-'));
});
afterEach(() => rmSync(state, { recursive: true }));

const task = taskId('shop', 1);
const person = {
  ...{ PATH: '/bin', NPM_TOKEN: 'sekret', npm_config_registry: 'https://npm.company.example/' },
  PIP_INDEX_URL: 'https://me:sekret@pip.example/simple',
};
/** pnpm installs nothing by itself where nothing can be written and nobody be asked, and no green is taken from a cache. */
const nothingBesides = { pnpm_config_verify_deps_before_run: 'false', TURBO_FORCE: 'true', NX_SKIP_NX_CACHE: 'true' };
const settings = {
  env: { PIP_INDEX_URL: 'https://pip.example/simple' },
  npmrc: 'registry=https://npm.company.example/\n',
};

const scratches: string[] = [];
let names = 0;

async function started(purpose: object): Promise<Program> {
  const programs: Program[] = [];
  const ports = {
    files: createStateFiles(state, () => 'x'),
    store: { read: async () => null },
    person: { env: () => person },
    packages: { settings: async () => settings },
    ids: { uuid: () => `00000000-0000-4000-8000-${String(++names).padStart(12, '0')}` },
    gates: {
      program: (_: object, __: string, scratch: string) => {
        scratches.push(scratch);
        return { argv: ['npm', 'test'], env: {}, report: null };
      },
    },
    sandboxes: {
      choose: async () => ({ ok: true, value: { confine: (program: Program) => ({ ok: true, value: program }) } }),
    },
    keeper: {
      find: async () => null,
      ensure: async (_: string, program: Program) => {
        programs.push(program);
        return { startedAt: 1 };
      },
    },
  } as unknown as EffectPorts;
  const thing = { id: 'r1', task, kind: 'run', spec: { purpose, sandbox: 'auto', deadlineMs: 1000 } };
  const context = { thing, fenced: async () => true } as unknown as EffectContext;
  expect(await startRun(ports, {}, context)).toMatchObject({ kind: 'done' });
  return programs[0] as Program;
}
const home = () => join(state, 'runs', 'r1', 'home');

it('WT-36 a set-up asks the registries that the person asks, twice the same, and has nothing of their logins', async () => {
  const purpose = { kind: 'setup', argv: ['npm', 'ci'], folder: '/work' };
  for (const program of [await started(purpose), await started(purpose)]) {
    expect(program.env).toEqual({ ...nothingBesides, PATH: '/bin', ...settings.env, HOME: home(), TMPDIR: home() });
    expect(readFileSync(join(home(), '.npmrc'), 'utf8')).toBe(settings.npmrc);
  }
});

it('WT-36 a gate is told of no registry, and to do nothing besides what it runs', async () => {
  const program = await started({ kind: 'gate', definition: {}, folder: '/work', only: null, dependencies: null });
  expect(program.env).toEqual({ ...nothingBesides, PATH: '/bin', HOME: home(), TMPDIR: home() });
  expect(() => readFileSync(join(home(), '.npmrc'))).toThrow('ENOENT');
});

it('a gate reports to a folder that nobody knew before, and what lay in wait there is gone', async () => {
  const gate = { kind: 'gate', definition: {}, folder: '/work', only: null, dependencies: null };
  await started(gate);
  const before = scratches.at(-1) ?? '';
  writeFileSync(join(before, 'report.json'), 'forged');
  writeFileSync(join(before, '..', 'report.json'), 'forged');
  await started(gate);
  const now = scratches.at(-1) ?? '';
  expect(now).not.toBe(before);
  expect(now.startsWith(join(state, 'runs', 'r1', 'scratch'))).toBe(true);
  expect(readdirSync(now)).toEqual([]);
  expect(readdirSync(join(now, '..'))).toEqual([basename(now)]);
});

type Launch = { readonly spec: AgentSpec; readonly walls: Confinement };

const tickets: McpServer = {
  name: 'tickets',
  reach: { kind: 'program', argv: ['/opt/tickets'], env: ['TICKETS_KEY'], reads: ['/data'] },
};
const words = { pass_env: ['OWN_TOKEN'], network: 'model', hosts: ['own.test'] } as const;
const seen = { PATH: '/bin', OWN_TOKEN: 'mine', TICKETS_KEY: 'theirs', OTHER_TOKEN: 'not shown', ALERT: 'our own' };
const configured = ok({ workspaces: {}, agents: { any: words }, triggers: [{ hook: { secret_env: 'ALERT' } }] });
const unreadable = fail('CONFIG_INVALID', 'config.yaml cannot be read.');
const chosen = { model: null, turns: 9, stallMs: null };

/** Three ways to the same agent, configured the same. */
const launches = {
  'a turn of a task': {
    purpose: { kind: 'agent', role: 'develop', agent: 'any', prompt: 'do it', resume: null, copy: '/copy', hub: {} },
    mcp: [tickets],
  },
  'a run by itself': {
    purpose: {
      ...{ kind: 'once', name: null, agent: 'any', driver: 'native', permissions: 'auto', prompt: 'do it' },
      ...{ ...chosen, effort: null, resume: null, resumed: null, cwd: '/copy', addDirs: [], mcp: [tickets], by: 'Ada' },
      ...{ passEnv: words.pass_env, usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 } },
    },
    mcp: [tickets],
  },
  'a session': { purpose: null, mcp: undefined },
} as const;

async function launched(name: keyof typeof launches, mode: 'write' | 'analysis'): Promise<Launch> {
  const { told, done } = await launching(name, mode, configured);
  expect(done).toMatchObject({ kind: 'done' });
  return told[0] as Launch;
}

async function launching(name: keyof typeof launches, mode: 'write' | 'analysis', config: object) {
  const told: Launch[] = [];
  const agent = {
    ...{ name: 'any', driver: 'native', passEnv: [], capabilities: { mcp: true, permissions: true } },
    start: async (_keeper: unknown, spec: AgentSpec) => {
      const confine = (walls: Confinement) => told.push({ spec, walls });
      await spec.confine({ confine } as never, [], []);
      return { ok: true, value: {} };
    },
  };
  const files = { ...createStateFiles(state, () => 'x'), there: async () => true };
  const row = {
    kind: 'task',
    spec: { settings: { agent: { any: { ...chosen, passEnv: words.pass_env, ...words } }, mcp: [tickets] } },
    state: { known: { place: { notes: [] } } },
  };
  const reads = {
    ...{ root: async () => row, things: async () => [], copies: async () => [], copy: async () => null },
  };
  const ports = {
    ...{
      files,
      keeper: { find: async () => null },
      ids: { uuid: () => 'u' },
      person: { env: () => seen, home: '/me' },
    },
    ...{
      agents: {
        get: () => agent,
        drivers: () => ['native'],
        hosts: async () => ['model.test'],
        names: () => ['any'],
        footprints,
      },
    },
    git: {
      lentTo: async () => [],
      inspect: async () => ({ ok: false }),
      repositoryOf: async () => null,
      guard: async () => ok({ writable: [], readable: ['/copy/.git/config'] }),
    },
    config: { expand: (path: string) => path, read: async () => config },
    store: { read: async (work: (reads: object) => unknown) => work(reads) },
    held: { of: () => ({ env: null, secret: 's' }), forget: () => undefined },
    doors: { open: async () => '/door' },
    sandboxes: {
      choose: async () => ({
        ok: true,
        value: {
          name: 'bubblewrap',
          confine: async (program: { confine: (walls: Confinement) => void }, walls: Confinement) => {
            program.confine(walls);
            return { ok: true, value: program };
          },
        },
      }),
    },
  } as unknown as EffectPorts;
  const { purpose } = launches[name];
  const spec = { purpose: { ...purpose, mode }, sandbox: 'required', deadlineMs: 1000 };
  const session = aSessionSpec(runId(5), {
    ...{ agent: 'any', sandbox: true, cwd: '/copy', permissions: mode === 'write' ? 'auto' : 'read-only' },
  });
  const thing =
    purpose === null ? { id: 's1', kind: 'session', spec: session, state: {} } : { id: 'r1', task, kind: 'run', spec };
  const context = { thing, now: 7, fenced: async () => true } as unknown as EffectContext;
  return { told, done: await (purpose === null ? startSession : startRun)(ports, {}, context) };
}

describe('an agent is launched alike', () => {
  const names = Object.keys(launches) as (keyof typeof launches)[];

  it.each(names)('%s: it sees what the person names for it, and speaks with whom the person allows', async (name) => {
    const { spec, walls } = await launched(name, 'write');
    expect(spec.env).toMatchObject({ PATH: '/bin', OWN_TOKEN: 'mine' });
    expect(spec.env).not.toHaveProperty('OTHER_TOKEN');
    expect(spec.env).not.toHaveProperty('ALERT');
    expect(walls.network).toEqual({ hosts: ['model.test', 'own.test'] });
    expect(walls.writable).toContain('/copy');
    expect(walls.readable.includes('/copy/.git/config')).toBe(name !== 'a turn of a task');
  });

  it.each(names)('X2 %s: none is where nobody can tell which variables hold secrets of ours', async (name) => {
    const { told, done } = await launching(name, 'write', unreadable);
    expect(told).toEqual([]);
    expect(JSON.stringify(done)).toContain('CONFIG_INVALID');
  });

  it.each(names)('%s: who only looks writes nothing there and speaks with its model alone', async (name) => {
    const { spec, walls } = await launched(name, 'analysis');
    expect(spec).toMatchObject({ mode: 'analysis', permissions: 'read-only' });
    expect(walls.network).toEqual({ hosts: ['model.test', 'own.test'] });
    if (name !== 'a turn of a task') expect(walls.writable).not.toContain('/copy');
  });

  it.each(names)('%s: servers of tools come with what they need, or not at all', async (name) => {
    const { spec, walls } = await launched(name, 'write');
    const { mcp } = launches[name];
    expect(spec.mcp).toEqual(mcp);
    expect(spec.env.TICKETS_KEY).toBe(mcp === undefined ? undefined : 'theirs');
    expect(walls.readable.includes('/data') && walls.readable.includes('/opt/tickets')).toBe(mcp !== undefined);
  });
});
