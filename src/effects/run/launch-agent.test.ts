import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../../domain/error.ts';
import type { Agent, AgentSpec } from '../../ports/agent.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Confinement, Sandbox } from '../../ports/sandbox.ts';
import { launchAgent, type Walls } from './launch-agent.ts';

type Wish = Partial<Pick<Walls, 'network' | 'hosts' | 'within'>>;

/** What the sandbox is told of the network. */
async function networkOf(
  mode: 'analysis' | 'write',
  wish: Wish = {},
  service: readonly string[] | null = ['api.test'],
) {
  const told: Confinement[] = [];
  const sandbox = {
    name: 'bubblewrap',
    confine: async (program, confinement) => {
      told.push(confinement);
      return ok(program);
    },
  } as Sandbox;
  const agent = {
    name: 'any',
    start: async (_keeper, spec) => {
      const confined = await spec.confine({ argv: ['x'] } as never, [], []);
      return confined.ok ? ok({} as never) : confined;
    },
  } as Agent;
  const ports = {
    agents: { hosts: async () => service },
    files: { remove: async () => {}, write: async () => '' },
    person: { home: '/h' },
  } as unknown as EffectPorts;
  const spec = { mode, env: {}, runId: 'r1', cwd: '/c', resume: null } as unknown as AgentSpec;
  const walls = { sandbox, owner: 'o', home: '/h/o', writable: [], readable: [], ...wish };
  const started = await launchAgent(ports, agent, spec, walls);
  return started.ok ? told[0]?.network : started.failure.error_code;
}

describe('WT-48 the network of an agent', () => {
  it('is that of its model where it only looks, whoever starts it', async () => {
    expect(await networkOf('analysis')).toEqual({ hosts: ['api.test'] });
    expect(await networkOf('analysis', {}, null)).toBe('all');
  });

  it('is open where it writes, and as configured where the person says less', async () => {
    expect(await networkOf('write')).toBe('all');
    expect(await networkOf('write', { network: 'model', hosts: ['own.test'] })).toEqual({
      hosts: ['api.test', 'own.test'],
    });
    expect(await networkOf('analysis', { network: 'none' })).toBe('none');
    expect(await networkOf('write', { network: 'model' }, null)).toBe('UNSUPPORTED');
  });

  it('is widened by what its tools need, and by nothing else', async () => {
    const within = () => ({ hosts: ['tools.test'] });
    expect(await networkOf('analysis', { within })).toEqual({ hosts: ['tools.test'] });
  });

  it('is decided at one place: no other effect starts an agent', () => {
    const effects = join(import.meta.dirname, '..');
    const starts = globSync('**/*.ts', { cwd: effects })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => /agent\.start\(/.test(readFileSync(join(effects, file), 'utf8')));
    expect(starts).toEqual(['run/launch-agent.ts']);
  });
});
