import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../domain/error.ts';
import { runId } from '../../domain/ids.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import { Spool } from '../drivers/pty/hooks.ts';
import { opencodeTerminal } from './terminal.ts';

const spec: AgentSpec = {
  ...{ runId: runId(1), cwd: '/copy', promptFile: null, mode: 'write', permissions: 'ask', once: false, resume: null },
  ...{ fork: false, conversation: 'C', model: null, effort: null, args: [], turns: 1, deadlineMs: 1, quietMs: null },
  ...{ columns: 80, rows: 24, folder: '/own', env: {} },
  usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  confine: async (program) => ok(program),
};
const prepared = (more: Partial<AgentSpec> = {}) =>
  opencodeTerminal('/package/opencode-plugin.mjs').prepare(
    { ...spec, ...more },
    new Spool(mkdtempSync(join(process.env.HOME ?? '', 'spool-'))),
  );
const content = 'OPENCODE_CONFIG_CONTENT';

test('its plugin stands beside what the person has in the configuration of their environment', async () => {
  const theirs = JSON.stringify({ theme: 'x', plugin: ['theirs'] });
  const { env, without, reads } = await prepared({ env: { [content]: theirs } });
  expect(JSON.parse(env[content] ?? '')).toEqual({
    theme: 'x',
    plugin: ['theirs', 'file:///package/opencode-plugin.mjs'],
  });
  expect(env.DROVER_HOOKS).toMatch(/\/hooks$/);
  expect(without).toEqual([content, 'DROVER_HOOKS']);
  expect(reads).toEqual(['/package/opencode-plugin.mjs']);
});

test('a configuration with comments in it is left as it is, and the plugin stays out', async () => {
  const { env, without } = await prepared({ env: { [content]: '{ // mine\n }' } });
  expect(Object.keys(env)).not.toContain(content);
  expect(without).toBeUndefined();
});

test('what it may is all in its rules; it is told to ask nobody only where nobody is to be asked', async () => {
  const rules = async (more: Partial<AgentSpec>) => {
    const { args, env } = await prepared(more);
    return [args.includes('--auto'), JSON.parse(env.OPENCODE_PERMISSION ?? '{}')['*'] ?? null];
  };
  expect(await rules({})).toEqual([false, 'ask']);
  expect(await rules({ permissions: 'auto' })).toEqual([true, null]);
  expect(await rules({ permissions: 'bypass' })).toEqual([true, 'allow']);
  expect(await rules({ permissions: 'bypass', mode: 'analysis' })).toEqual([false, 'deny']);
  expect(await rules({ permissions: 'read-only' })).toEqual([false, 'deny']);
});

test('it goes on with a conversation, or with a copy of it', async () => {
  expect((await prepared({ resume: 'ses_1', model: 'p/m' })).args).toEqual(['--session', 'ses_1', '-m', 'p/m']);
  expect((await prepared({ resume: 'ses_1', fork: true })).args).toEqual(['--session', 'ses_1', '--fork']);
});
