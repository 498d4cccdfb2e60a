// The person's file: what is read, what is written, and what is refused.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleProgram } from '../../test/fakes/bundle-program.ts';
import type { Result } from '../domain/error.ts';
import { createConfig } from './create-config.ts';

function fresh(text: string | null = null) {
  const home = mkdtempSync(join(tmpdir(), 'config-'));
  const file = join(home, 'config.yaml');
  if (text !== null) writeFileSync(file, text);
  for (const name of ['shop', 'blog']) mkdirSync(join(home, name, '.git'), { recursive: true });
  return { home, file, config: createConfig({ file, home }), text: () => readFileSync(file, 'utf8') };
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.failure.error_code);
const message = (result: Result<unknown>) => (result.ok ? '' : result.failure.message);

it('is understood once as long as its text is the same, and anew when it is another or gone', async () => {
  const { config, file } = fresh('policy: careful\n');
  const read = await config.read();
  expect(await config.read()).toBe(read);
  writeFileSync(file, 'policy: odd\n');
  expect(code(await config.read())).toBe('CONFIG_INVALID');
  writeFileSync(file, 'policy: careful\n');
  expect(value(await config.read()).policy).toBe('careful');
  rmSync(file);
  expect(value(await config.read())).toMatchObject({ policy: 'normal', file: { exists: false } });
});

it('CM-01 without a file the defaults are read and no file is made', async () => {
  const { config, home, file } = fresh();
  const read = value(await config.read());
  expect(read).toEqual({
    workspaces: {},
    environments: {},
    agents: {},
    policy: 'normal',
    limits: { attempts: 7, fix_rounds: 2, concurrency: 'auto', tasks: 'auto' },
    sandbox: 'auto',
    store: 'sqlite',
    file: { path: file, exists: false },
  });
  expect(readdirSync(home)).toEqual(['blog', 'shop']);
});

it.each([
  ['polcy: hands-off\nwork_spaces: {}\n', { polcy: 'policy', work_spaces: 'workspaces' }],
  ['policy: careful\nbuild_farm: 1\n', undefined],
])('a section that was probably meant otherwise is told, one of another program is not', async (written, misspelt) => {
  expect(value(await fresh(written).config.read()).misspelt).toEqual(misspelt);
});

describe('a value of another kind is refused in words of ours, wherever it stands', () => {
  const whole = {
    workspaces: {
      shop: {
        path: '~/shop',
        base: 'main',
        slots: 1,
        setup: ['a'],
        gates: { test: 'npm test' },
        roles: { develop: { model: 'a' } },
      },
    },
    environments: { prod: { connect: 'me@host:/srv', tier: 'prod', allow_paths: ['/srv'], verify: { soak: '1m' } } },
    agents: { mine: { command: ['a', '{prompt_file}'], turns: 3, pass_env: ['A'], allow: ['Read'] } },
    mcp: { servers: { docs: { command: 'a', args: ['b'], env: ['B'] } } },
    forges: { 'git.example.com': { kind: 'gitea', api: 'https://git.example.com', token_env: 'T' } },
    registries: { npm: 'https://npm.example.com' },
    policy: { plan: 'ask' },
    limits: { attempts: 3, budget: { task: { money: 5 } } },
    hosts: { silence: '1m', takeover: 'ask' },
    proof: { hunks: 'ask' },
    sandbox_read: ['/srv'],
    trust: ['a'.repeat(40)],
    people: { ann: { terminal: 'ann', may: { answer: ['plan'] } } },
    triggers: { nightly: { cron: '0 3 * * *', workspace: 'shop', text: 'T' } },
    step_up: 'pin',
    store: 'sqlite',
    surfaces: {
      http: { port: 1, url: 'https://a.example.com', trusted_proxy: '10.0.0.1' },
      desktop: true,
      ntfy: { url: 'https://a.example.com/b' },
    },
  };
  const placesOf = (value: unknown, at: readonly string[] = []): readonly (readonly string[])[] =>
    typeof value === 'object' && value !== null
      ? [
          ...(at.length === 0 ? [] : [at]),
          ...Object.entries(value).flatMap(([key, part]) => placesOf(part, [...at, key])),
        ]
      : [at];
  type Branches = { [key: string]: unknown };
  const others = ['x', 3, true, null, [], {}, [[]], { a: {} }];

  it('the whole of it is understood', async () =>
    expect(value(await fresh(JSON.stringify(whole)).config.read()).sandbox).toBe('auto'));

  it.each(placesOf(whole).map((at) => [at.join(' '), at] as const))('%s', async (_, at) => {
    for (const other of others) {
      const changed: Branches = structuredClone(whole);
      const last = at.slice(0, -1).reduce((part, key) => part[key] as Branches, changed);
      last[at.at(-1) ?? ''] = other;
      const read = await fresh(JSON.stringify(changed)).config.read();
      if (read.ok) continue;
      const { message: said } = read.failure;
      expect(said).toMatch(/: (?:unknown key |(?:[^ ]+: )?expected (?!(?:string|number|boolean)$)\S)/);
      expect(said).not.toMatch(/Invalid|received|undefined|Expected|\bnull$|NaN|Object|Array/);
    }
  });
});

it('CM-02 an added workspace is kept as a plain path, and another reader sees it', async () => {
  const { config, file, home, text } = fresh();
  value(await config.add('workspaces', 'shop', `${home}/shop`));
  expect(text()).toBe(`workspaces:\n  shop: ${home}/shop\n`);
  const other = createConfig({ file, home });
  expect(value(await other.read()).workspaces).toEqual({ shop: { path: `${home}/shop` } });
});

it('a new file is for its owner alone, an old one keeps its mode', async () => {
  const { config, file } = fresh();
  value(await config.add('workspaces', 'shop', '~/shop'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const old = fresh('# mine\n');
  const before = statSync(old.file).mode & 0o777;
  value(await old.config.add('workspaces', 'shop', '~/shop'));
  expect(statSync(old.file).mode & 0o777).toBe(before);
});

it('CM-03 a name that is there already is refused and the file stays as it was', async () => {
  const { config, text } = fresh('workspaces:\n  shop:   ~/shop # mine\n');
  expect(code(await config.add('workspaces', 'shop', '~/blog'))).toBe('ALREADY_EXISTS');
  expect(text()).toBe('workspaces:\n  shop:   ~/shop # mine\n');
});

it('CM-04 a short entry grows into a long one when a key is set', async () => {
  const { config, text } = fresh(
    'workspaces:\n  shop: ~/shop # main one\nenvironments:\n  shop-prod: me@host:/opt/shop\n',
  );
  value(await config.set('workspaces', 'shop', 'slots', '5'));
  value(await config.set('environments', 'shop-prod', 'log', 'logs/app.log'));
  const read = value(await config.read());
  expect(read.workspaces.shop).toEqual({ path: '~/shop', slots: 5 });
  expect(read.environments['shop-prod']).toMatchObject({ connect: 'me@host:/opt/shop', log: 'logs/app.log' });
  expect(text()).toContain('path: ~/shop # main one\n    slots: 5');
});

it('CM-05 setting or removing an unknown name says that it is not found, and which is nearest', async () => {
  const { config } = fresh('workspaces:\n  shop: ~/shop\n');
  for (const result of [
    await config.set('workspaces', 'shpo', 'slots', '2'),
    await config.remove('workspaces', 'shpo'),
  ]) {
    expect(code(result)).toBe('WORKSPACE_NOT_FOUND');
    expect(message(result)).toBe('workspace "shpo" is not found; the nearest is "shop"');
  }
  expect(message(await config.remove('environments', 'nowhere'))).toContain('environment "nowhere" is not found');
});

it('CM-06 removing takes that entry alone', async () => {
  const { config, text } = fresh('workspaces:\n  shop: ~/shop\n  blog: ~/blog # words\n');
  value(await config.remove('workspaces', 'shop'));
  expect(text()).toBe('workspaces:\n  blog: ~/blog # words\n');
});

it('CM-07 a home sign is kept in the file and opened where the path is used', async () => {
  const { config, home, text } = fresh();
  value(await config.add('workspaces', 'shop', '~/shop'));
  expect(text()).toContain('shop: ~/shop\n');
  expect(config.expand('~/shop')).toBe(join(home, 'shop'));
  expect([config.expand('~'), config.expand('~other/x'), config.expand('/a/~/b')]).toEqual([
    home,
    '~other/x',
    '/a/~/b',
  ]);
});

it('CM-08 an environment is a folder here or user@host:/path by ssh', async () => {
  const { config } = fresh();
  value(await config.add('environments', 'shop-prod', 'me@prod.example:/opt/shop'));
  value(await config.add('environments', 'shop-local', '/srv/shop'));
  const { environments } = value(await config.read());
  expect(environments['shop-prod']).toMatchObject({ type: 'ssh', user_host: 'me@prod.example', path: '/opt/shop' });
  expect(environments['shop-local']).toMatchObject({ type: 'local', user_host: null, path: '/srv/shop' });
});

it('CM-09 a workspace has the environments that begin with its name, its default one first, each with its tier', async () => {
  const { config } = fresh(`workspaces:
  app: { path: /app, default_env: canary }
  app-web: /web
environments:
  app-prod: a@h:/app
  app-dev: /app
  app-eu: { connect: a@h:/eu, tier: staging }
  app-web-prod: a@h:/web
  other-stg: /other
  canary: a@h:/canary
`);
  const tiers = (workspace: string) => async () =>
    config.environmentsOf(value(await config.read()), workspace).map(({ name, entry }) => [name, entry.tier]);
  expect(await tiers('app')()).toEqual([
    ['canary', null],
    ['app-prod', 'prod'],
    ['app-dev', 'local'],
    ['app-eu', 'staging'],
  ]);
  expect(await tiers('app-web')()).toEqual([['app-web-prod', 'prod']]);
});

it('CM-10 comments, order and foreign sections survive every write', async () => {
  const before = `# mine, by hand
zebra: [1, 2]   # foreign

workspaces:
  # the shop
  shop: ~/shop # trailing
telegram:
  chats: { a: 1 }
# the end
`;
  const { config, text } = fresh(before);
  value(await config.add('workspaces', 'blog', '~/blog'));
  value(await config.set('workspaces', 'blog', 'gates.test', 'npm test'));
  value(await config.remove('workspaces', 'blog'));
  const kept = text()
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
  for (const line of before.split('\n').map((each) => each.replaceAll(/\s+/g, ' ').trim()))
    expect(kept.join('\n').replaceAll('[ 1, 2 ]', '[1, 2]')).toContain(line);
  expect(Object.keys({ zebra: 0, workspaces: 0, telegram: 0 })).toEqual(text().match(/^[a-z]+(?=:)/gm));
});

it('CM-12 an empty section is an empty map, read and written', async () => {
  const { config, text } = fresh('workspaces: # none yet\nenvironments:\n');
  expect(value(await config.read())).toMatchObject({ workspaces: {}, environments: {} });
  expect(code(await config.remove('workspaces', 'shop'))).toBe('WORKSPACE_NOT_FOUND');
  value(await config.add('workspaces', 'shop', '~/shop'));
  expect(text()).toContain('shop: ~/shop');
  expect(text()).toContain('# none yet');
});

it.each(['-oProxyCommand=touch x', '-o@h:/p', 'me@-oX:/p', 'me@host', 'somewhere', '', 'me@h:/p\nx: 1'])(
  'CM-13 the connection %j is refused and nothing is written',
  async (connect) => {
    const { config, home } = fresh();
    expect(code(await config.add('environments', 'prod', connect))).toBe('CONFIG_INVALID');
    expect(readdirSync(home)).not.toContain('config.yaml');
  },
);

it('a workspace must be an existing git checkout', async () => {
  const { config, home } = fresh();
  mkdirSync(join(home, 'plain'));
  expect(message(await config.add('workspaces', 'a', '~/plain'))).toBe(
    '~/plain is not the top folder of a git checkout',
  );
  expect(message(await config.add('workspaces', 'a', '~/gone'))).toBe('~/gone does not exist');
  expect(code(await config.add('workspaces', 'a', 'relative'))).toBe('CONFIG_INVALID');
  value(await config.add('workspaces', 'a', '~/shop'));
  expect(code(await config.set('workspaces', 'a', 'path', '~/gone'))).toBe('PATH_NOT_FOUND');
  expect(code(await config.set('workspaces', 'a', 'default_env', 'nowhere'))).toBe('ENVIRONMENT_NOT_FOUND');
});

it.each(['', '-x', 'a b', 'a/b', '__proto__', '名', 'r12'])('the name %j is refused', async (name) => {
  const { config } = fresh();
  expect(code(await config.add('workspaces', name, '~/shop'))).toBe('CONFIG_INVALID');
});

it.each([
  ['slots', '4', { slots: 4 }],
  ['base', '2026', { base: '2026' }],
  ['setup', 'npm ci', { setup: ['npm ci'] }],
  ['setup', '[npm ci, npm run build]', { setup: ['npm ci', 'npm run build'] }],
  ['agents.develop', 'codex, claude', { agents: { develop: ['codex', 'claude'] } }],
  ['gates.test', 'npm test', { gates: { test: 'npm test' } }],
  ['tdd.docs', 'off', { tdd: { docs: 'off' } }],
])('a typed key takes the text of a command line: %s %s', async (key, typed, expected) => {
  const { config } = fresh('workspaces:\n  shop: ~/shop\n');
  value(await config.set('workspaces', 'shop', key, typed));
  expect(value(await config.read()).workspaces.shop).toEqual({ path: '~/shop', ...expected });
});

it.each([
  ['slots', 'many', 'CONFIG_INVALID', 'workspaces.shop.slots: expected a whole number above 0'],
  ['slots', '0', 'CONFIG_INVALID', 'workspaces.shop.slots: expected a whole number above 0'],
  ['isolation', 'none', 'CONFIG_INVALID', 'workspaces.shop.isolation: expected one of clone, checkout, worktree'],
  ['slts', '3', 'UNKNOWN_KEY', 'workspaces.shop.slts: unknown key "slts", the nearest known one is "slots"'],
  ['path.x', '3', 'UNKNOWN_KEY', 'unknown key "path.x": path has no parts'],
])('a wrong key or value is refused: %s %s', async (key, typed, expected, words) => {
  const { config, text } = fresh('workspaces:\n  shop: ~/shop\n');
  const result = await config.set('workspaces', 'shop', key, typed);
  expect([code(result), message(result)]).toEqual([expected, words]);
  expect(text()).toBe('workspaces:\n  shop: ~/shop\n');
});

it.each([
  ['workspaces:\n  a: [1\n', ':3:1: expected valid YAML'],
  ['workspaces:\n  a: { path: /a, slots: x }\n', ':2:25: workspaces.a.slots: expected a whole number above 0'],
  ['limits:\n  attempts: 1.5\n', ':2:13: limits.attempts: expected a whole number above 0'],
  ['agents:\n  codex: { stall: soon }\n', ':2:19: agents.codex.stall: expected a duration like 90s, 30m or 2h'],
  ['policy: yes\n', ':1:9: policy: expected one of careful, normal, hands-off'],
  ['proof: { hunks: never }\n', ':1:17: proof.hunks: expected one of ask, show, off'],
  ['- a\n', ':1:1: expected a map'],
  ['a: 1\na: 2\n', ':2:1: expected valid YAML'],
])('a file that cannot be taken is told with line and column, and is never overwritten: %j', async (text, words) => {
  const { config, file, text: now } = fresh(text);
  const read = await config.read();
  expect(code(read)).toBe('CONFIG_INVALID');
  expect(message(read)).toContain(`${file}${words}`);
  expect(code(await config.add('workspaces', 'shop', '~/shop'))).toBe('CONFIG_INVALID');
  expect(now()).toBe(text);
});

it('an unknown key in the file is refused with its place and the nearest known one', async () => {
  const { config, file } = fresh('workspaces:\n  a:\n    path: /a\n    gtes: {}\n');
  const read = await config.read();
  expect(code(read)).toBe('UNKNOWN_KEY');
  expect(message(read)).toBe(`${file}:4:5: unknown key "gtes", the nearest known one is "gates"`);
});

it('a file edited by hand meanwhile is read again', async () => {
  const { config, file } = fresh('workspaces: {}\n');
  value(await config.read());
  writeFileSync(file, 'workspaces: { hand: /hand }\n');
  value(await config.add('workspaces', 'shop', '~/shop'));
  expect(Object.keys(value(await config.read()).workspaces)).toEqual(['hand', 'shop']);
});

it('a file that is a link stays one', async () => {
  const { config, home, file } = fresh();
  writeFileSync(join(home, 'dotfile.yaml'), '# kept\n');
  symlinkSync(join(home, 'dotfile.yaml'), file);
  value(await config.add('workspaces', 'shop', '~/shop'));
  expect(readFileSync(join(home, 'dotfile.yaml'), 'utf8')).toContain('shop: ~/shop');
});

it('ten processes that write at once keep ten entries', async () => {
  const { config, file, home } = fresh('# head\n');
  const program = `
    import { createConfig } from ${JSON.stringify(await bundleProgram(join(import.meta.dirname, 'create-config.ts')))};
    const [file, home, name] = process.argv.slice(1);
    const done = await createConfig({ file, home }).add('environments', name, '/srv/' + name);
    process.exitCode = done.ok ? 0 : 1;
  `;
  const exits = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const argv = ['--input-type=module', '-e', program, file, home, `env${index}`];
      const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
      const [exit] = await once(child, 'exit');
      return exit;
    }),
  );
  expect(exits).toEqual(Array.from({ length: 10 }, () => 0));
  expect(Object.keys(value(await config.read()).environments)).toHaveLength(10);
  expect(readdirSync(home).filter((name) => name.startsWith('config.yaml'))).toEqual([
    'config.yaml',
    'config.yaml.lock',
  ]);
});

it('writers of one process wait for one another', async () => {
  const { config } = fresh();
  const names = Array.from({ length: 20 }, (_, index) => `env${index}`);
  for (const result of await Promise.all(names.map((name) => config.add('environments', name, '/srv')))) value(result);
  expect(Object.keys(value(await config.read()).environments).sort()).toEqual(names.sort());
});

it('a place that cannot be written is said so', async () => {
  const config = createConfig({ file: '/sys/drover/config.yaml', home: '/' });
  expect(code(await config.add('environments', 'a', '/srv'))).toBe('STATE_READ_ONLY');
});

it("a repository's own file is read with its place in what is refused", () => {
  const { config } = fresh();
  expect(value(config.repository('', '.drover.yaml'))).toEqual({});
  expect(
    value(
      config.repository(
        'setup: [npm ci]\ngates: { test: npm test }\ntdd: { docs: green }\nrun: { start: npm run dev, port: 1 }',
        'f',
      ),
    ),
  ).toEqual({
    run: { start: 'npm run dev', port: 1 },
    setup: ['npm ci'],
    gates: { test: 'npm test' },
    tdd: { behaviour: 'enforce', refactor: 'green', docs: 'green', config: 'off' },
  });
  expect(message(config.repository('gates:\n  lint: { file: 200 }\n', '.drover.yaml'))).toBe(
    '.drover.yaml:2:9: gates.lint: expected a command line, or off',
  );
  expect(code(config.repository('sertup: [a]', '.drover.yaml'))).toBe('UNKNOWN_KEY');
});

it.each([
  ['limits: { function: 50, file: 200, nesting: 3 }', { limits: { function: 50, file: 200, nesting: 3 } }],
  ['limits: { file: 400, absolute: true }', { limits: { file: 400, absolute: true } }],
  ['limits: npm run sizes', { limits: 'npm run sizes' }],
  ['limits: off', { limits: false }],
  ['text: [ascii, commented-code]', { text: ['ascii', 'commented-code'] }],
  ['text: off', { text: false }],
])('PC-22 the gate %s is read', (line, gates) => {
  const { config } = fresh();
  expect(value(config.repository(`gates: { ${line} }`, 'f'))).toEqual({ gates });
});

it.each([
  ['limits: {}', 'gates.limits: expected at least one of function, file, nesting'],
  ['limits: { absolute: true }', 'at least one of function, file, nesting'],
  ['limits: { function: 0 }', 'gates.limits.function: expected a whole number above 0'],
  ['limits: { function: "50" }', 'gates.limits.function: expected a whole number'],
  ['limits: { nestign: 3 }', '"nesting"'],
  ['limits: [ascii]', 'gates.limits: expected a command line, or off'],
  ['text: []', 'gates.text: expected at least one of ascii, debug, commented-code'],
  ['text: [emoji]', 'one of ascii, debug, commented-code'],
  ['text: { ascii: true }', 'gates.text: expected a command line, or off'],
  ['test: { function: 50 }', 'gates.test: expected a command line, or off'],
])('the gate %s is refused with what is expected', (line, expected) => {
  const { config } = fresh();
  expect(message(config.repository(`gates: { ${line} }`, 'f'))).toContain(expected);
});

const measures = 'run: npm run coverage, report: coverage/lcov.info';
it.each([
  [`coverage: { ${measures} }`, { run: 'npm run coverage', report: 'coverage/lcov.info' }],
  [
    `coverage: { ${measures}, timeout: 5m, min: 79.5, core: { paths: [src/core/**], min: 90 } }`,
    {
      ...{ run: 'npm run coverage', report: 'coverage/lcov.info', timeout: '5m' },
      ...{ min: 79.5, core: { paths: ['src/core/**'], min: 90 } },
    },
  ],
  ['coverage: { run: npm run coverage }', { run: 'npm run coverage' }],
  ['coverage: npm run coverage', 'npm run coverage'],
  ['coverage: { min: 80 }', { min: 80 }],
  [
    'coverage: { core: { paths: [src/core/**], min: 90 }, timeout: 5m }',
    { core: { paths: ['src/core/**'], min: 90 }, timeout: '5m' },
  ],
  ['coverage: off', false],
])('the gate %s is read', (line, word) => {
  const { config } = fresh();
  expect(value(config.repository(`gates: { ${line} }`, 'f'))).toEqual({ gates: { coverage: word } });
});

it.each([
  [`coverage: { ${measures}, min: 101 }`, 'a percentage from 0 to 100'],
  [`coverage: { ${measures}, core: { paths: [a] } }`, 'min'],
  [`coverage: { run: npm test, report: ../out/lcov.info }`, 'a path below the checkout'],
  [`coverage: { run: npm test, report: /tmp/lcov.info }`, 'a path below the checkout'],
  ['coverage: { run: npm test, min: 80 }', 'coverage with the `report` that its command writes'],
  [`coverage: { ${measures}, mim: 80 }`, 'min'],
  ['coverage: { timeout: 5m }', 'coverage with min or core, or with `run` and `report`'],
  ['coverage: { report: coverage/lcov.info, min: 80 }', 'report'],
  ['lint: { min: 80 }', 'a command line, or off'],
  ['lint: { run: npm run lint, report: lint.json }', 'report, min and core at `coverage` alone'],
])('the gate %s is refused with what is expected', (line, expected) => {
  const { config } = fresh();
  expect(message(config.repository(`gates: { ${line} }`, 'f'))).toContain(expected);
});

it("an agent of one's own is a program that speaks the protocol, or one of a turn", async () => {
  const { config } = fresh(
    'agents:\n  mine: { acp: [my-agent, --acp] }\n  other: { command: [other, "{prompt_file}"] }\n',
  );
  const { agents } = value(await config.read());
  expect(agents).toEqual({
    mine: { acp: ['my-agent', '--acp'] },
    other: { command: ['other', '{prompt_file}'] },
  });
  expect(message(await fresh('agents:\n  mine: { acp: [] }\n').config.read())).toContain('a command and its arguments');
});

it('the keys that leave a terminal are read, and what is none is refused with its place', async () => {
  const { config } = fresh('surfaces: { terminal: { detach_key: "ctrl-] x" } }\n');
  expect(value(await config.read()).detachKey).toBe('ctrl-] x');
  expect(value(await fresh('surfaces: {}\n').config.read()).detachKey).toBeUndefined();
  for (const key of ['d', 'ctrl-', 'ctrl-ab', 'alt-d'])
    expect(message(await fresh(`surfaces: { terminal: { detach_key: ${key} } }\n`).config.read())).toContain(
      'surfaces.terminal.detach_key: expected keys like ctrl-',
    );
  expect(code(await fresh('surfaces: { terminal: { detach: ctrl-q } }\n').config.read())).toBe('UNKNOWN_KEY');
});

it('what starts a copy for a look is refused where it says nothing, or is misspelt', () => {
  const { config } = fresh();
  const refused = (run: string) => {
    const read = config.repository(`run: ${run}\n`, 'f');
    return read.ok ? 'ok' : `${read.failure.error_code} ${read.failure.message}`;
  };
  expect(refused('{ start: npm run dev }')).toBe('ok');
  expect(refused('{ port: 1 }')).toContain('start');
  expect(refused('{ strat: npm run dev, start: x }')).toContain('"start"');
  expect(refused('{ start: x, port: 1000 }')).toContain('at most 20');
  expect(value(config.repository('large_files: 100\n', 'f'))).toEqual({ largest: 100 });
});

it('HTTP is served beyond this machine by TLS or behind a named proxy, under a named address', async () => {
  const http = (words: string) => fresh(`surfaces: { http: ${words} }\n`).config.read();
  const tls = 'tls: { cert: ~/c.pem, key: ~/k.pem }';
  const url = 'url: "https://drover.example.com"';
  expect(value(await http('{}')).http).toEqual({ port: 4777 });
  expect(value(await http(`{ host: 10.0.0.7, ${tls} }`)).http).toMatchObject({ host: '10.0.0.7' });
  for (const right of ['{ host: "::1" }', `{ host: 0.0.0.0, ${tls}, ${url} }`, `{ trusted_proxy: 10.0.0.0/8, ${url} }`])
    expect(code(await http(right))).toBe('ok');
  for (const host of ['0.0.0.0', '"::"', '10.0.0.7', 'machine.example', '127.0.0.1.example'])
    expect(message(await http(`{ host: ${host}, ${url} }`))).toContain('`tls` or `trusted_proxy`');
  expect(message(await http(`{ host: 0.0.0.0, trusted_proxy: [], ${url} }`))).toContain('`tls` or `trusted_proxy`');
  expect(message(await http(`{ host: 0.0.0.0, ${tls} }`))).toContain('`url`');
  expect(message(await http('{ trusted_proxy: 127.0.0.1 }'))).toContain('`url`');
  for (const wrong of ['http://drover.example.com', 'https://drover.example.com/x', 'https://a@b'])
    expect(message(await http(`{ url: "${wrong}" }`))).toContain('an address like https://');
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '0.0.0.0/-1', '10.0.0.0/8/8'])
    expect(code(await http(`{ ${url}, trusted_proxy: "${wrong}" }`))).toBe('CONFIG_INVALID');
  expect(code(await http('{ host: "-x" }'))).toBe('CONFIG_INVALID');
  expect(code(await http('{ hosts: 0.0.0.0 }'))).toBe('UNKNOWN_KEY');
});

it('a webhook has one address, one place of its secret, and kinds of facts that there are', async () => {
  const hook = (words: string) => fresh(`surfaces: { webhooks: { pager: ${words} } }\n`).config.read();
  const url = 'url: "https://hooks.example.com/x?y=1"';
  expect(value(await hook(`{ ${url}, secret_env: A, kinds: [question_asked, "task_*"] }`)).webhooks).toEqual({
    pager: { url: 'https://hooks.example.com/x?y=1', secret_env: 'A', kinds: ['question_asked', 'task_*'] },
  });
  expect(code(await hook('{ url: "http://127.0.0.1:9/x", secret_file: ~/s }'))).toBe('ok');
  for (const wrong of ['http://hooks.example.com', 'ftp://a', 'https://a:b@c', 'http://127.0.0.1.example', 'x'])
    expect(message(await hook(`{ url: "${wrong}", secret_env: A }`))).toContain('http on this machine alone');
  expect(message(await hook(`{ ${url} }`))).toContain('either secret_env or secret_file');
  expect(message(await hook(`{ ${url}, secret_env: A, secret_file: ~/s }`))).toContain('either secret_env');
  for (const kind of ['question_askd', 'unheard_*', 'Task_*', '**'])
    expect(message(await hook(`{ ${url}, secret_env: A, kinds: ["${kind}"] }`))).toContain('kinds of facts');
  expect(code(await fresh(`surfaces: { webhooks: { a/b: { ${url}, secret_env: A } } }\n`).config.read())).toBe(
    'CONFIG_INVALID',
  );
});

it('ntfy has a topic; mail has addresses, and a password beside a user alone', async () => {
  const surface = (words: string) => fresh(`surfaces: { ${words} }\n`).config.read();
  expect(value(await surface('ntfy: { url: "https://ntfy.sh/topic" }')).ntfy).toEqual({ url: 'https://ntfy.sh/topic' });
  for (const wrong of ['https://ntfy.sh', 'https://ntfy.sh/a/b', 'https://ntfy.sh/a?b=1', 'http://ntfy.sh/a'])
    expect(code(await surface(`ntfy: { url: "${wrong}" }`))).toBe('CONFIG_INVALID');
  const mail = (more: string) => surface(`email: { host: mail.test, from: a@b.c, to: [d@e.f]${more} }`);
  expect(value(await mail('')).email).toEqual({ host: 'mail.test', from: 'a@b.c', to: ['d@e.f'] });
  expect(code(await mail(', user: ada, password_file: ~/p'))).toBe('ok');
  for (const wrong of [', user: ada', ', password_env: A', ', user: a, password_env: A, password_file: ~/p'])
    expect(message(await mail(wrong))).toContain('password_env or password_file');
  expect(message(await surface('email: { host: m.test, from: "a@b.c, x@y.z", to: [d@e.f] }'))).toContain('ada@example');
  expect(message(await surface('email: { host: m.test, from: a@b.c, to: [] }'))).toContain('at least one');
});

it('notifications in browsers have somebody who answers for them, and services of one’s own by their origins', async () => {
  const push = (words: string) => fresh(`surfaces: { web_push: ${words} }\n`).config.read();
  const whole = '{ contact: "mailto:ada@example.com", services: ["https://push.test:8443"] }';
  expect(value(await push(whole)).webPush).toEqual({
    contact: 'mailto:ada@example.com',
    services: ['https://push.test:8443'],
  });
  expect(code(await push('{ contact: "https://example.com/drover" }'))).toBe('ok');
  for (const wrong of [
    '{}',
    'true',
    '{ contact: ada }',
    '{ contact: "mailto:a@b.c, x@y.z" }',
    '{ contact: "http://a.b" }',
  ])
    expect(code(await push(wrong)), wrong).toBe('CONFIG_INVALID');
  for (const wrong of ['http://push.test', 'https://push.test/x', 'https://a@push.test', 'push.test'])
    expect(code(await push(`{ contact: "mailto:a@b.c", services: ["${wrong}"] }`)), wrong).toBe('CONFIG_INVALID');
});

it('Telegram is configured with one place of its token, hours, and what may be sent', async () => {
  const telegram = (words: string) => fresh(`surfaces: { telegram: ${words} }\n`).config.read();
  const words = '{ token_env: BOT, quiet: "22:00-07:00", show: { diffs: [shop] }, api_root: "http://127.0.0.1:8081" }';
  expect(value(await telegram(words)).telegram).toEqual({
    ...{ token_env: 'BOT', quiet: '22:00-07:00', show: { diffs: ['shop'] }, api_root: 'http://127.0.0.1:8081' },
  });
  expect(value(await telegram('{ token_file: ~/bot }')).telegram).toEqual({ token_file: '~/bot' });
  expect(message(await telegram('{ quiet: "22:00-07:00" }'))).toContain('either token_env or token_file');
  expect(message(await telegram('{ token_env: A, token_file: ~/b }'))).toContain('either token_env or token_file');
  expect(message(await telegram('{ token_env: A, quiet: nights }'))).toContain('hours like "22:00-07:00"');
  expect(message(await telegram('{ token_env: A, webhook: { port: 1 } }'))).toContain('surfaces.telegram.webhook');
  expect(code(await telegram('{ token: x }'))).toBe('UNKNOWN_KEY');
});

it.each(['off', 'Off', 'false', 'null', '~', ''])(
  'WT-08 `lint: %s` in either file switches the gate off',
  async (word) => {
    const { config } = fresh(`workspaces:\n  shop:\n    path: ~/shop\n    gates:\n      lint: ${word}\n`);
    expect(value(await config.read()).workspaces.shop?.gates).toEqual({ lint: false });
    expect(value(config.repository(`gates:\n  lint: ${word}\n`, '.drover.yaml')).gates).toEqual({ lint: false });
  },
);

it('WT-08 off is set from the command line; a word that is neither command nor off is refused', async () => {
  const { config } = fresh('workspaces:\n  shop: ~/shop\n');
  for (const word of ['off', 'false', 'null']) {
    value(await config.set('workspaces', 'shop', 'gates.lint', word));
    expect(value(await config.read()).workspaces.shop?.gates).toEqual({ lint: false });
  }
  for (const word of ['true', 'on'])
    expect(message(await config.set('workspaces', 'shop', 'gates.lint', word))).toContain('a command line, or off');
  expect(code(config.repository('gates: { lint: true }', '.drover.yaml'))).toBe('CONFIG_INVALID');
  expect(value(config.repository('gates: { lint: { run: npm run lint, timeout: 5m } }', '.drover.yaml')).gates).toEqual(
    {
      lint: { run: 'npm run lint', timeout: '5m' },
    },
  );
});

it('WT-34 test_command of older tools is gates.test, and in a file it is told so', async () => {
  const { config, file, text } = fresh('workspaces:\n  shop: ~/shop\n');
  value(await config.set('workspaces', 'shop', 'test_command', 'npm test'));
  expect(text()).toContain('    gates:\n      test: npm test');
  writeFileSync(file, 'workspaces: { shop: { path: ~/shop, test_command: npm test } }\n');
  expect(message(await config.read())).toContain('"test_command", here it is "gates.test"');
});

it.each([
  ['new', null],
  ['left open to others by an earlier version', 0o644],
] as const)('WT-22 the side file of its lock is the person’s alone, also where it is %s', async (_how, mode) => {
  const { config, file, home } = fresh();
  if (mode !== null) writeFileSync(`${file}.lock`, '', { mode });
  value(await config.add('workspaces', 'shop', join(home, 'shop')));
  expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600);
});
