import { expect, test } from 'vitest';
import { type SettingsInput, settingsFrom } from './settings-from.ts';

const roles = {
  analyze: ['claude'],
  plan: ['claude'],
  develop: ['claude'],
  review: ['claude'],
  fix: ['claude'],
  advise: ['claude'],
};
const input: SettingsInput = {
  name: 'shop',
  path: '/shop',
  workspace: {},
  roles,
  agents: {},
  policy: 'normal',
  limits: { attempts: 7, fix_rounds: 2 },
  sandbox: 'auto',
  model: null,
  yes: [],
};

test('what is not said has its default, and a kind said to be answered by policy is', () => {
  const made = settingsFrom({ ...input, yes: ['plan'] });
  expect(made).toMatchObject({
    ok: true,
    value: {
      workspace: { slots: 3, isolation: 'clone' },
      policy: { plan: 'auto' },
      agent: { claude: { turns: 200, maxRuntimeMs: 7_200_000 } },
    },
  });
});

test('work in the checkout itself is exclusive, whatever the slots say', () => {
  expect(settingsFrom({ ...input, workspace: { isolation: 'checkout', slots: 5 } })).toMatchObject({
    value: { workspace: { slots: 1 } },
  });
});

test('an isolation that is not there is refused, never replaced by another', () => {
  expect(settingsFrom({ ...input, workspace: { isolation: 'worktree' } })).toMatchObject({
    ok: false,
    failure: { error_code: 'UNSUPPORTED' },
  });
});

test('a duration that is none is refused by its name', () => {
  expect(settingsFrom({ ...input, agents: { claude: { max_runtime: 'soon' } } })).toMatchObject({
    ok: false,
    failure: { error_code: 'CONFIG_INVALID', message: expect.stringContaining('soon') },
  });
});

test('a budget is what is configured for each task, unless one is said; tokens that are configured stay', () => {
  const limits = { ...input.limits, budget: { task: { money: 5, tokens: 1000 }, day: { money: 50 } } };
  expect(settingsFrom({ ...input, limits })).toMatchObject({
    value: { limits: { budget: { task: { money: 5, tokens: 1000 }, day: { money: 50, tokens: null } } } },
  });
  expect(settingsFrom({ ...input, limits, budget: { money: 2 } })).toMatchObject({
    value: { limits: { budget: { task: { money: 2, tokens: 1000 } } } },
  });
  const bare = settingsFrom(input);
  expect(bare.ok && 'budget' in bare.value.limits).toBe(false);
});

test('an agent that a person may choose later keeps what is configured for it, and not the model of this task', () => {
  const agents = { codex: { deny: ['Bash(rm *)'], model: 'own' } };
  expect(settingsFrom({ ...input, agents, model: 'big', known: ['claude', 'codex'] })).toMatchObject({
    value: {
      known: ['claude', 'codex'],
      agent: { claude: { model: 'big' }, codex: { model: 'own', deny: ['Bash(rm *)'] } },
    },
  });
});
