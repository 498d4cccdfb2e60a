// Any key of the person's file: read, set and taken out, and what is refused.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Result } from '../domain/error.ts';
import { createConfig } from './create-config.ts';

const written = `# mine
workspaces:
  # the shop
  my.shop: ~/shop # short
other: { of: another tool }
limits:
  attempts: 5 # enough
`;

function fresh(text: string = written) {
  const home = mkdtempSync(join(tmpdir(), 'config-'));
  const file = join(home, 'config.yaml');
  writeFileSync(file, text);
  mkdirSync(join(home, 'shop', '.git'), { recursive: true });
  return { config: createConfig({ file, home }), file, text: () => readFileSync(file, 'utf8') };
}

const told = (result: Result<unknown>) =>
  result.ok ? result.value : [result.failure.error_code, result.failure.message];

it('WT-32 a key is set and taken out; comments, order and foreign sections stay', async () => {
  const { config, text } = fresh();
  expect(told(await config.change('limits.attempts', '9'))).toBe(undefined);
  expect(told(await config.change('limits.budget.day.money', '50'))).toBe(undefined);
  expect(told(await config.change('policy', 'hands-off'))).toBe(undefined);
  expect(told(await config.change('workspaces.my.shop.gates.test', 'npm test'))).toBe(undefined);
  expect(told(await config.change('workspaces.my.shop.test_command', 'npm t'))).toBe(undefined);
  expect(told(await config.change('forges."git.example.org".kind', 'gitea'))).toBe(undefined);
  expect(told(await config.get('workspaces.my.shop.gates'))).toEqual({ test: 'npm t' });
  expect(text()).toBe(`# mine
workspaces:
  # the shop
  my.shop:
    path: ~/shop # short
    gates:
      test: npm t
other: { of: another tool }
limits:
  attempts: 9 # enough
  budget:
    day:
      money: 50
policy: hands-off
forges:
  git.example.org:
    kind: gitea
`);
  for (const key of ['limits.budget', 'policy', 'forges.git.example.org', 'workspaces.my.shop.gates'])
    expect(told(await config.unset(key)), key).toBe(true);
  expect(told(await config.unset('policy'))).toBe(false);
  expect(text()).toContain('  attempts: 9 # enough\nforges: {}\n');
  expect(text()).toContain('    path: ~/shop # short\nother: { of: another tool }\n');
});

it.each([
  ['limts.attempts', '3', 'UNKNOWN_KEY', 'unknown key "limts", the nearest known one is "limits"'],
  ['other.of', '3', 'UNKNOWN_KEY', /^unknown key "other", known are /],
  ['limits.atempts', '3', 'UNKNOWN_KEY', /the nearest known one is "attempts"/],
  ['limits.attempts', 'many', 'CONFIG_INVALID', 'limits.attempts: expected a whole number above 0'],
  [
    'agents.mine',
    '{command: [cat], driver: x}',
    'UNKNOWN_KEY',
    /^agents\.mine: unknown key "driver", known are model, /,
  ],
  ['agents.mine', '{"stall": "soon"}', 'CONFIG_INVALID', /^agents\.mine\.stall: expected a duration like/],
  ['agents.mine', 'cat', 'CONFIG_INVALID', 'agents.mine: expected a map'],
  ['policy', 'loose', 'CONFIG_INVALID', /^policy: expected one of careful, normal, hands-off/],
  ['workspaces.nowhere.slots', '2', 'WORKSPACE_NOT_FOUND', /nowhere/],
  ['workspaces.-x', '~/shop', 'CONFIG_INVALID', /is no name/],
  ['workspaces', 'x', 'USAGE', /Say which/],
  ['', 'x', 'UNKNOWN_KEY', /^unknown key ""/],
  ['__proto__.x', '1', 'UNKNOWN_KEY', /unknown key/],
])('WT-32 `config set %s %s` is refused, and the file stays as it is', async (key, typed, code, words) => {
  const { config, text } = fresh();
  const [said, message] = told(await config.change(key, typed)) as [string, string];
  expect([said, text()]).toEqual([code, written]);
  expect(message).toMatch(words);
});

it('WT-32 a key without which the file means nothing is not taken out', async () => {
  const { config, text } = fresh();
  await config.change('workspaces.my.shop.slots', '2');
  const before = text();
  expect(told(await config.unset('workspaces.my.shop.path'))).toMatchObject(['CONFIG_INVALID', expect.any(String)]);
  expect(text()).toBe(before);
});

it('WT-32 a file that does not parse is refused with line and column, and can be replaced by one that does', async () => {
  const broken = 'limits:\n  attempts: [1\n';
  const { config, file, text } = fresh(broken);
  for (const result of [
    await config.change('policy', 'careful'),
    await config.unset('policy'),
    await config.get('policy'),
  ])
    expect(told(result)).toEqual([
      'CONFIG_INVALID',
      expect.stringMatching(/config\.yaml:\d+:\d+: expected valid YAML/),
    ]);
  const still = await config.replace('limits:\n  attempts: x\n', broken);
  expect(told(still)).toEqual(['CONFIG_INVALID', `${file}:2:13: limits.attempts: expected a whole number above 0`]);
  expect(text()).toBe(broken);
  expect(told(await config.replace('# good\n', 'what it was long ago'))).toEqual([
    'NOT_READY',
    expect.stringContaining('meanwhile'),
  ]);
  expect(told(await config.replace('# good\n', broken))).toBe(undefined);
  expect([text(), told(await config.text())]).toEqual(['# good\n', '# good\n']);
});
