import { expect, test } from 'vitest';
import { hunksOf, milliseconds, type SettingsInput, settingsFrom } from './freeze.ts';

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
  // A flag gets around no step-up: neither to spend more nor to publish.
  for (const [stepUp, money, submit] of [
    ['off', 50, 'auto'],
    ['pin', 5, undefined],
    ['another', 5, undefined],
  ] as const) {
    const made = settingsFrom({ ...input, limits, budget: { money: 50 }, yes: ['plan', 'submit'], stepUp });
    expect(made).toMatchObject({ value: { limits: { budget: { task: { money, tokens: 1000 } } } } });
    expect(made.ok && [made.value.policy.plan, made.value.policy.submit]).toEqual(['auto', submit]);
  }
  const unset = settingsFrom({ ...input, budget: { money: 50 }, stepUp: 'pin' });
  expect(unset).toMatchObject({ value: { limits: { budget: { task: { money: 50, tokens: null } } } } });
  expect(settingsFrom({ ...input, limits, budget: { money: 2 }, stepUp: 'pin' })).toMatchObject({
    value: { limits: { budget: { task: { money: 2, tokens: 1000 } } } },
  });
  expect(settingsFrom({ ...input, limits, budget: { money: 2 } })).toMatchObject({
    value: { limits: { budget: { task: { money: 2, tokens: 1000 } } } },
  });
  const bare = settingsFrom(input);
  expect(bare.ok && 'budget' in bare.value.limits).toBe(false);
});

test.each([
  ['normal', undefined, 'show'],
  ['careful', undefined, 'ask'],
  ['hands-off', undefined, 'ask'],
  ['hands-off', 'show', 'show'],
  ['normal', 'off', 'off'],
] as const)('with policy %s and proof.hunks %s, a part that no test demands: %s', (policy, hunks, word) => {
  const made = settingsFrom({ ...input, policy, ...(hunks && { proof: { hunks } }) });
  expect(made.ok && hunksOf(made.value)).toBe(word);
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

test.each<[string, SettingsInput['policy'], SettingsInput['workspace'], boolean]>([
  ['hands-off', 'hands-off', {}, true],
  ['hands-off, where it is switched off', 'hands-off', { review: 'off' }, false],
  ['normal', 'normal', {}, false],
])(
  'P12 %s: who reads where nobody said so is another agent than the one that works, or nobody',
  (_, policy, workspace, reads) => {
    const of = (review: readonly string[]) =>
      settingsFrom({ ...input, policy, workspace, roles: { ...roles, review } });
    expect(of(['codex'])).toMatchObject({ ok: true, value: reads ? { review: true, reviewByDefault: true } : {} });
    for (const made of [of([...roles.develop]), of([]), ...(reads ? [] : [of(['codex'])])])
      expect(made.ok && [made.value.review, made.value.reviewByDefault]).toEqual([undefined, undefined]);
  },
);

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

test('PC-30 those that are installed advise where nobody is appointed for it', () => {
  const advised = (change: Partial<SettingsInput>) => {
    const made = settingsFrom({ ...input, ...change });
    return made.ok ? (made.value.advisers ?? null) : made.failure;
  };
  const advisers = ['claude', 'codex'];
  expect(advised({ advisers })).toEqual(advisers);
  expect(advised({ advisers: [] })).toBeNull();
  expect(advised({ advisers, workspace: { agents: { advise: ['claude'] } } })).toBeNull();
});

test('`default` is the model that the agent has by itself', () => {
  const agents = { claude: { model: 'default' } };
  expect(settingsFrom({ ...input, agents })).toMatchObject({ value: { agent: { claude: { model: null } } } });
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

test('what nobody said anything of is frozen whole', () => {
  const claude = { model: null, turns: 200, maxRuntimeMs: 7_200_000, stallMs: 600_000, passEnv: [] };
  expect(settingsFrom(input)).toEqual({
    ok: true,
    value: {
      workspace: {
        ...{ name: 'shop', path: '/shop', base: null, slots: 3, isolation: 'clone' },
        ...{ branch: 'drover/{task}-{slug}', title: 'plain' },
      },
      pullRequest: { draft: false, labels: [], reviewers: [], coAuthor: null },
      agents: roles,
      agent: { claude },
      ...{
        preset: 'normal',
        policy: {},
        limits: { attempts: 7, fixRounds: 2, holds: 3, editMs: 60_000 },
        sandbox: 'auto',
        overlay: {},
      },
    },
  });
});

test.each([
  ['off', undefined],
  ['90s', 90_000],
  ['2m', 120_000],
] as const)('PC-14 tests near an edit that are said to take %s have so long', (said, editMs) => {
  const made = settingsFrom({ ...input, limits: { ...input.limits, edit_tests: said } });
  expect(made.ok && made.value.limits.editMs).toBe(editMs);
});

test('PC-14 a length for them that is none is refused by its name', () => {
  const made = settingsFrom({ ...input, limits: { ...input.limits, edit_tests: 'soon' } });
  expect(made).toMatchObject({ failure: { error_code: 'CONFIG_INVALID', details: { key: 'limits.edit_tests' } } });
});

test.each([
  ['normal', 3],
  ['polite', 1],
  ['off', 0],
] as const)('PC-44 at the level %s an agent that stops too early is sent on %d times', (level, holds) => {
  const made = settingsFrom({ ...input, limits: { ...input.limits, continuation_level: level } });
  expect(made).toMatchObject({ value: { limits: { attempts: 7, holds } } });
});

test('what is said of a workspace is what its tasks go by', () => {
  const said = {
    ...{ gates: { lint: false }, setup: ['npm ci'], copy: ['.env'], run: { start: 'npm start' } },
    ...{ teardown: ['make down'], tests: ['**/*.t.js'], protect: ['infra/**'] },
  } as const;
  const workspace = {
    ...{ ...said, base: 'next', slots: 2, branch: '{kind}/{slug}', title: 'conventional', large_files: 0 },
    tdd: { docs: 'green' },
    pull_request: { draft: true, labels: ['l'], reviewers: ['r'], review_by: ['b'], co_author: 'A <a@b.test>' },
  } as SettingsInput['workspace'];
  expect(settingsFrom({ ...input, workspace })).toMatchObject({
    value: {
      workspace: { base: 'next', slots: 2, branch: '{kind}/{slug}', title: 'conventional' },
      pullRequest: { draft: true, labels: ['l'], reviewers: ['r'], reviewBy: ['b'], coAuthor: 'A <a@b.test>' },
    },
  });
  const made = settingsFrom({ ...input, workspace });
  expect(made.ok && made.value.overlay).toEqual({
    ...{ ...said, largest: 0 },
    tdd: { behaviour: 'enforce', refactor: 'green', docs: 'green', config: 'off' },
  });
});

test('what is said of an agent is what its turns go by; words of this task win', () => {
  const rights = { permissions: 'ask', hosts: ['h'], allow: ['a'], deny: ['d'], network: 'model' } as const;
  const words = { ...rights, model: 'small', stall: '90s', max_runtime: '30m', turns: 9, pass_env: ['KEY'] };
  const plain = { turns: 9, maxRuntimeMs: 1_800_000, stallMs: 90_000, passEnv: ['KEY'], ...rights };
  const agentOf = (more: Partial<SettingsInput>) => {
    const made = settingsFrom({ ...input, agents: { claude: words, codex: {} }, ...more });
    return made.ok ? made.value.agent : null;
  };
  expect(agentOf({})?.claude).toEqual({ ...plain, model: 'small' });
  expect(agentOf({ model: 'big', effort: 'high' })?.claude).toEqual({ ...plain, model: 'big', effort: 'high' });
  expect(agentOf({ model: 'big', effort: 'high' })?.codex).toMatchObject({ model: null });
  expect(agentOf({ effort: 'high' })?.codex).not.toHaveProperty('effort');
});

test.each([
  ['1ms', 1],
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['0s', null],
  ['2', null],
  ['h', null],
  ['2w', null],
  ['1.5h', null],
  [' 2h', null],
  ['2h ', null],
  ['x2h', null],
  ['1234567890s', null],
])('%j lasts %s ms', (text, ms) => {
  expect(milliseconds(text)).toBe(ms);
});

test('a wrong duration is refused by its key', () => {
  for (const key of ['stall', 'max_runtime'] as const)
    expect(settingsFrom({ ...input, agents: { claude: { [key]: 'soon' } } })).toMatchObject({
      failure: {
        message: `agents.claude.${key}: expected a duration like 90s, 30m or 2h, not "soon"`,
        details: { key: `agents.claude.${key}` },
      },
    });
});

test('a policy of single words is that of `normal` but for them', () => {
  expect(settingsFrom({ ...input, policy: { plan: 'auto', submit: 'auto' }, yes: ['proceed'] })).toMatchObject({
    value: { preset: 'normal', policy: { plan: 'auto', submit: 'auto', proceed: 'auto' } },
  });
  expect(settingsFrom({ ...input, policy: 'hands-off' })).toMatchObject({ value: { preset: 'hands-off', policy: {} } });
});

test('a role has its rights, and no model where it has no agent', () => {
  const develop = { allow: ['Bash(make)'], network: 'none', model: 'big' } as const;
  const workspace = { roles: { develop } };
  expect(settingsFrom({ ...input, workspace })).toMatchObject({
    value: { role: { develop: { allow: ['Bash(make)'], network: 'none', models: { claude: 'big' } } } },
  });
  const nobody = settingsFrom({ ...input, roles: { ...roles, develop: [] }, workspace });
  expect(nobody.ok && nobody.value.role?.develop?.models).toEqual({});
});
