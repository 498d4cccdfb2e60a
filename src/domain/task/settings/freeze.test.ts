import { expect, test } from 'vitest';
import { type SettingsInput, settingsFrom } from './freeze.ts';

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

test('worktrees have as many slots as clones have', () => {
  expect(settingsFrom({ ...input, workspace: { isolation: 'worktree', slots: 5 } })).toMatchObject({
    value: { workspace: { isolation: 'worktree', slots: 5 } },
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

test('a review is wanted where somebody is appointed for it, in careful, or by its word; a flag for all roles appoints nobody', () => {
  const reviewed = (workspace: SettingsInput['workspace'], more: Partial<SettingsInput> = {}) => {
    const made = settingsFrom({ ...input, ...more, workspace });
    return made.ok ? made.value.review === true : null;
  };
  const other = { ...roles, review: ['codex'] };
  expect(reviewed({})).toBe(false);
  expect(reviewed({ agents: { review: ['codex'] } }, { roles: other })).toBe(true);
  expect(reviewed({ agents: { review: ['codex'] } })).toBe(false);
  expect(reviewed({ agents: { review: ['codex'] }, review: 'off' }, { roles: other })).toBe(false);
  expect(reviewed({ review: 'on' })).toBe(true);
  expect(reviewed({}, { policy: 'careful' })).toBe(true);
  expect(settingsFrom({ ...input, roles: other, workspace: { agents: { review: ['codex', 'pi'] } } })).toMatchObject({
    value: { appointed: ['review'] },
  });
});

test('a role has models by agent, a single one for its first; the model of the task wins', () => {
  const workspace = { roles: { develop: { model: 'big', context: '25%', prompt: 'No comments.' } } };
  const twice = { ...roles, develop: ['codex', 'claude'] };
  expect(settingsFrom({ ...input, roles: twice, workspace })).toMatchObject({
    value: { role: { develop: { models: { codex: 'big' }, context: 25, prompt: 'No comments.' } } },
  });
  const named = { roles: { develop: { model: { claude: 'small' } } } };
  expect(settingsFrom({ ...input, workspace: named })).toMatchObject({
    value: { role: { develop: { models: { claude: 'small' } } } },
  });
  const flagged = settingsFrom({ ...input, workspace: named, model: 'other' });
  expect(flagged.ok && flagged.value.role?.develop).toEqual({});
});

test('agents get the servers of tools that are configured, or those named for the workspace', () => {
  const mcp = {
    tickets: { command: 'tickets', args: ['serve'], env: ['KEY'] },
    docs: { url: 'https://docs.test/mcp' },
  };
  const made = settingsFrom({ ...input, mcp });
  expect(made.ok && made.value.mcp).toEqual([
    { name: 'tickets', reach: { kind: 'program', argv: ['tickets', 'serve'], env: ['KEY'], reads: [] } },
    { name: 'docs', reach: { kind: 'address', url: 'https://docs.test/mcp' } },
  ]);
  const chosen = settingsFrom({ ...input, mcp, workspace: { mcp: ['docs'] } });
  expect(chosen.ok && chosen.value.mcp?.map(({ name }) => name)).toEqual(['docs']);
  const none = settingsFrom({ ...input, mcp, workspace: { mcp: [] } });
  expect(none.ok && 'mcp' in none.value).toBe(false);
  expect(settingsFrom({ ...input, mcp, workspace: { mcp: ['ticket'] } })).toMatchObject({
    failure: { error_code: 'CONFIG_INVALID', message: expect.stringContaining('the nearest is "tickets"') },
  });
});
