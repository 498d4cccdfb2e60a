import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { taskId } from '../../src/domain/ids.ts';
import type { Program } from '../../src/domain/run/program.ts';
import { startRun } from '../../src/effects/run/start.ts';
import type { EffectContext, EffectPorts } from '../../src/ports/effect.ts';

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
const settings = {
  env: { PIP_INDEX_URL: 'https://pip.example/simple' },
  npmrc: 'registry=https://npm.company.example/\n',
};

async function started(purpose: object): Promise<Program> {
  const programs: Program[] = [];
  const ports = {
    files: createStateFiles(state, () => 'x'),
    store: { read: async () => null },
    person: { env: () => person },
    packages: { settings: async () => settings },
    gates: { program: () => ({ argv: ['npm', 'test'], env: {}, report: null }) },
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
    expect(program.env).toEqual({ PATH: '/bin', ...settings.env, HOME: home(), TMPDIR: home() });
    expect(readFileSync(join(home(), '.npmrc'), 'utf8')).toBe(settings.npmrc);
  }
});

it('WT-36 a gate is told of no registry', async () => {
  const program = await started({ kind: 'gate', definition: {}, folder: '/work', only: null, dependencies: null });
  expect(program.env).toEqual({ PATH: '/bin', HOME: home(), TMPDIR: home() });
  expect(() => readFileSync(join(home(), '.npmrc'))).toThrow('ENOENT');
});
