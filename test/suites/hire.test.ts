import { describe, expect, it } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import type { Purpose } from '../../src/domain/run/run.ts';
import type { AgentSettings } from '../../src/domain/task/settings/settings.ts';
import { chooseAgent } from '../../src/effects/run/choose-agent.ts';
import { unsaidDriver } from '../../src/ports/live-agent.ts';

const agents = createAgents();
const turn = (agent: string, mode: 'analysis' | 'write' = 'write'): Extract<Purpose, { kind: 'agent' }> => ({
  ...{ kind: 'agent', role: 'develop', agent, mode, prompt: '', resume: null, copy: '/c' },
  hub: { path: '/h', checkout: '/o' } as never,
});
const settings = (more: Partial<AgentSettings>): AgentSettings => ({
  ...{ model: null, turns: 1, maxRuntimeMs: 1, stallMs: null, passEnv: [] },
  ...more,
});

describe('an agent hired for a task', () => {
  it('works by itself where nothing is configured, and only reads in an analysis', () => {
    expect(chooseAgent(agents, turn('claude'), undefined)?.hired).toMatchObject({
      permissions: 'auto',
      allow: [],
      deny: [],
    });
    expect(
      chooseAgent(agents, turn('claude', 'analysis'), settings({ permissions: 'bypass' }))?.hired.permissions,
    ).toBe('read-only');
  });

  it('is driven so that its questions come through where it is to ask', () => {
    const asked = chooseAgent(agents, turn('pi'), settings({ permissions: 'ask' }));
    expect(asked?.agent.capabilities.permissions || asked?.hired.driver !== 'pty').toBe(true);
    for (const name of ['claude', 'codex', 'gemini', 'qwen'])
      expect(
        chooseAgent(agents, turn(name), settings({ permissions: 'ask' }))?.agent.capabilities.permissions,
        name,
      ).toBe(true);
  });

  it.each(['auto', 'bypass'] as const)('asks, whatever %s says, where anything is denied', (permissions) => {
    expect(
      chooseAgent(agents, turn('claude'), settings({ permissions, deny: ['Bash(git push*)'] }))?.hired,
    ).toMatchObject({
      ...{ permissions: 'ask', deny: ['Bash(git push*)'] },
    });
  });

  it('that asks nobody is not hired where anything is denied to it', () => {
    const denied = settings({ deny: ['Bash(git push*)'] });
    expect(chooseAgent(agents, turn('pi'), denied)?.heeds).toBe(false);
    expect(chooseAgent(agents, turn('claude'), denied)?.heeds).toBe(true);
    expect(chooseAgent(agents, turn('pi', 'analysis'), denied)?.heeds).toBe(true);
  });

  it('has the model of the turn before that of the settings, and is told how much to think where it can be', () => {
    const both = settings({ model: 'big', effort: 'high' });
    expect(chooseAgent(agents, turn('claude'), both)?.hired).toMatchObject({ model: 'big', effort: 'high' });
    expect(chooseAgent(agents, { ...turn('claude'), model: 'small' }, both)?.hired.model).toBe('small');
    expect(chooseAgent(agents, turn('gemini'), both)?.hired).not.toHaveProperty('effort');
  });

  it('is never put before a terminal', () => {
    for (const name of agents.names())
      expect(chooseAgent(agents, turn(name), undefined)?.hired.driver, name).not.toBe('pty');
    expect(chooseAgent(agents, turn('nobody'), undefined)).toBeNull();
  });

  it('a row that names no way is found by the one that was used then', () => {
    for (const name of ['claude', 'codex', 'pi']) expect(unsaidDriver(agents, name), name).toBe('plain');
    for (const name of ['gemini', 'qwen', 'opencode']) expect(unsaidDriver(agents, name), name).toBe('acp');
  });
});

describe('an agent hired for a role', () => {
  const probe = { name: 'probe', reach: { kind: 'address', url: 'https://tools.test' } } as const;

  it('has the model of its role before its own, and what a person chose for the turn before both', () => {
    const role = { models: { claude: 'opus' }, allow: ['Bash(npm *)'] };
    const own = settings({ model: 'sonnet', allow: ['Read'] });
    expect(chooseAgent(agents, turn('claude'), own, role)?.hired).toMatchObject({
      model: 'opus',
      allow: ['Read', 'Bash(npm *)'],
    });
    expect(chooseAgent(agents, turn('codex'), own, role)?.hired.model).toBe('sonnet');
    expect(chooseAgent(agents, { ...turn('claude'), model: 'haiku' }, own, role)?.hired.model).toBe('haiku');
  });

  it('gets servers of tools where it writes and can be given any', () => {
    expect(chooseAgent(agents, turn('claude'), undefined, undefined, [probe])?.hired.mcp).toEqual([probe]);
    expect(chooseAgent(agents, turn('claude', 'analysis'), undefined, undefined, [probe])?.hired).not.toHaveProperty(
      'mcp',
    );
    expect(chooseAgent(agents, turn('pi'), undefined, undefined, [probe])?.hired).not.toHaveProperty('mcp');
  });
});
