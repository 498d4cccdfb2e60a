import { chownSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, nobody, openBench } from '../../test/fakes/commands/open-bench.ts';

let bench: Bench;
afterEach(() => bench.close());

const python = {
  'pyproject.toml': '[project]\nname = "shop"\n[tool.pytest.ini_options]\n',
  'tests/test_a.py': 'def test_a(): pass\n',
};
const here = () => ({ cwd: bench.checkout });

describe('a look at a workspace', () => {
  it('CM-15 a clean repository gives branch main, not dirty, runtime python, test command pytest', async () => {
    bench = await openBench({ project: python });
    await bench.must('workspace.add', { name: 'a', path: bench.checkout, cwd: '/' });
    const check = await bench.must('workspace.check', here());
    expect(check).toMatchObject({
      workspace: 'a',
      git: { branch: 'main', dirty: false, files: [], last_commit: { subject: 'start' } },
      kinds: ['python'],
      test_command: expect.stringContaining('pytest'),
      forge: 'none',
      agents: [{ name: 'claude', found: true, version: '1.0.0' }],
      leases: [],
    });
    expect(check.runtimes.map(({ name }) => name)).toEqual(['python']);
    expect(check.disk_free).toBeGreaterThan(0);
    expect(await bench.by(['status', '--porcelain'])).toBe('');
  });

  it('CM-18 names what is uncommitted, and registers nothing', async () => {
    bench = await openBench({ project: python });
    const unregistered = await bench.must('workspace.check', here());
    expect(unregistered).toMatchObject({ workspace: 'shop', notes: [expect.stringContaining('is not registered')] });
    expect((await bench.must('workspace.list', {})).workspaces).toEqual([]);
    await bench.must('workspace.add', { name: 'a', path: '.', cwd: bench.checkout });
    bench.write('new.txt', 'x');
    expect((await bench.must('workspace.check', here())).git).toMatchObject({ dirty: true, files: ['new.txt'] });
  });

  it('WT-113 asks the remote: a base that is gone there, a branch that is followed and gone, a remote that does not answer', async () => {
    bench = await openBench({ project: python });
    const bare = join(bench.folder, 'bare.git');
    await bench.by(['init', '-q', '--bare', '-b', 'main', bare]);
    await bench.by(['remote', 'add', 'origin', bare]);
    await bench.by(['push', '-q', '-u', 'origin', 'main']);
    await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
    await bench.must('workspace.set', { workspace: 'shop', key: 'base', value: 'main' });
    const git = async () => (await bench.must('workspace.check', here())).git;
    expect(await git()).toMatchObject({
      behind: 0,
      at_remote: { reached: true, default: 'main', base: 'main', notes: [] },
    });
    await bench.by(['push', '-q', 'origin', 'main:trunk']);
    await bench.by(['symbolic-ref', 'HEAD', 'refs/heads/trunk'], bare);
    await bench.by(['update-ref', '-d', 'refs/heads/main'], bare);
    expect(await git()).toMatchObject({
      ...{ ahead: null, behind: null },
      at_remote: {
        ...{ reached: true, default: 'trunk', base: 'main' },
        notes: [
          'main is configured as the base and is not at the remote: it was renamed or removed there, or never pushed. Its default branch is trunk; to start there: drover workspace set shop base trunk.',
          'main follows origin/main, which is not at the remote any more: it was renamed or removed there.',
        ],
      },
    });
    await bench.by(['remote', 'set-url', 'origin', join(bench.folder, 'nowhere')]);
    expect((await git()).at_remote).toMatchObject({
      reached: false,
      notes: [expect.stringMatching(/^The remote cannot be reached, so ahead and behind are as of the last fetch: /)],
    });
  });

  it('shows one with its environments and living tasks', async () => {
    bench = await openBench();
    await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
    await bench.must('env.add', { name: 'shop-prod', connect: 'deploy@prod:/opt/shop', cwd: '/' });
    await bench.must('task.create', { text: 'x', ...here() });
    const shown = await bench.must('workspace.show', { workspace: 'shop', cwd: '/' });
    expect(shown).toMatchObject({
      environments: [{ name: 'shop-prod', tier: 'prod' }],
      tasks: [{ id: 'shop-1' }],
      slots: 3,
    });
  });
});

describe('a checkout in a folder of any name', () => {
  it.each(['-x', '--json', 'a b', ' a ', 'quo\'te"', '#x', '$(touch hit)', '~', 'new\nline'])(
    '%j becomes known by the first task, and is found again by its path',
    async (name) => {
      bench = await openBench({ project: python });
      const checkout = join(bench.folder, 'odd', name);
      await bench.by(['clone', '-q', bench.checkout, checkout], bench.folder);
      const { task } = await bench.must('task.create', { text: 'x', cwd: checkout });
      const { workspaces } = await bench.must('workspace.list', {});
      expect(workspaces).toMatchObject([{ path: checkout, name: expect.stringMatching(/^[A-Za-z0-9][\w.-]*$/) }]);
      const again = await bench.must('task.create', { text: 'y', cwd: '/', workspace: checkout });
      expect([task, again.task].map((id) => id.replace(/-\d+$/, ''))).toEqual([
        workspaces[0]?.name,
        workspaces[0]?.name,
      ]);
      expect((await bench.must('workspace.check', { cwd: checkout })).git).toMatchObject({
        branch: 'main',
        dirty: false,
      });
    },
  );

  it.each(['-x', 'a b', './--json', 'quo\'te"'])('%j is registered by a path from where one stands', async (name) => {
    bench = await openBench({ project: python });
    await bench.by(['clone', '-q', bench.checkout, join(bench.folder, 'odd', name)], bench.folder);
    const path = join(bench.folder, 'odd', name);
    expect(await bench.must('workspace.add', { name: 'odd', path: name, cwd: join(bench.folder, 'odd') })).toEqual({
      name: 'odd',
      path,
    });
    expect((await bench.must('workspace.check', { workspace: 'odd', cwd: '/' })).git).toMatchObject({ branch: 'main' });
    for (const wrong of ['', ' ', '-x', 'a b', 'a\nb', '../x', '__proto__'])
      expect(await bench.refusal('workspace.add', { name: wrong, path, cwd: '/' }), wrong).toBe('USAGE');
  });
});

describe('a workspace named by its path', () => {
  it('WT-27 is the one whose checkout it is in, over a link too', async () => {
    bench = await openBench({ project: { ...python, 'src/deep/a.py': '' } });
    const link = join(bench.folder, 'linked');
    symlinkSync(bench.checkout, link);
    await bench.must('workspace.add', { name: 'a', path: link, cwd: '/' });
    for (const workspace of ['.', './', bench.checkout, link, 'src/deep', '../shop'])
      expect(await bench.must('workspace.check', { workspace, ...here() })).toMatchObject({
        workspace: 'a',
        notes: [],
      });
    expect(await bench.must('workspace.show', { workspace: '.', ...here() })).toMatchObject({ name: 'a' });
    expect(await bench.must('task.list', { workspace: '.' })).toEqual({ tasks: [] });
    expect(await bench.must('workspace.remove', { workspace: '.' })).toMatchObject({ name: 'a' });
  });

  it('WT-27 is looked at unregistered, registered by the first task, and refused where there is no checkout', async () => {
    bench = await openBench({ project: python });
    const elsewhere = { workspace: bench.checkout, cwd: bench.folder };
    expect(await bench.must('workspace.check', elsewhere)).toMatchObject({ workspace: 'shop', path: bench.checkout });
    expect(await bench.refusal('workspace.show', elsewhere)).toBe('WORKSPACE_NOT_FOUND');
    expect(await bench.refusal('workspace.remove', { workspace: bench.checkout })).toBe('WORKSPACE_NOT_FOUND');
    expect(await bench.refusal('workspace.check', { workspace: '..', ...here() })).toBe('PATH_NOT_FOUND');
    expect(await bench.refusal('workspace.check', { workspace: './no such\nfolder', ...here() })).toBe(
      'PATH_NOT_FOUND',
    );
    expect(await bench.refusal('workspace.check', { workspace: '-x', ...here() })).toBe('USAGE');
    expect((await bench.must('task.create', { text: 'x', ...elsewhere })).task).toBe('shop-1');
    expect((await bench.must('workspace.list', {})).workspaces).toMatchObject([{ name: 'shop', path: bench.checkout }]);
  });
});

it.skipIf(process.getuid?.() !== 0)(
  'a checkout that git does not trust is told, never another workspace taken',
  async () => {
    bench = await openBench();
    await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
    const foreign = join(bench.folder, 'foreign');
    await bench.by(['init', '-q', foreign]);
    chownSync(foreign, 4711, 4711);
    expect(await bench.ask('task.create', { text: 'x', cwd: foreign })).toMatchObject({
      error_code: 'GIT_FAILED',
      hint: expect.stringContaining('safe.directory'),
    });
    expect((await bench.must('task.list', {})).tasks).toEqual([]);
  },
);

it('WT-31 names for completion come from what there is', async () => {
  bench = await openBench({ agents: { claude: true, codex: false } });
  await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
  await bench.must('env.add', { name: 'shop-prod', connect: '/opt/shop', cwd: '/' });
  const { task } = await bench.must('task.create', { text: 'x', ...here() });
  const of = async (kind: string) => (await bench.must('service.names', { kind })).names;
  expect([await of('workspace'), await of('environment'), await of('task'), await of('thing')]).toEqual([
    ...[['shop'], ['shop-prod'], [task], [task]],
  ]);
  expect([await of('agent'), await of('question'), await of('session'), await of('run'), await of('chain')]).toEqual([
    ...[['claude', 'codex'], [], [], [], []],
  ]);
});

it('WT-34 the list says which workspace is busy, and test_command is gates.test', async () => {
  bench = await openBench();
  await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
  const busy = async () => (await bench.must('workspace.list', {})).workspaces;
  expect(await busy()).toMatchObject([{ name: 'shop', at_work: 0, open: 0 }]);
  await bench.must('task.create', { text: 'x', ...here() });
  expect(await busy()).toMatchObject([{ open: 1 }]);
  const set = { workspace: 'shop', key: 'test_command', value: 'npm test' };
  expect(await bench.must('workspace.set', set)).toMatchObject({ name: 'shop', key: 'gates.test', value: 'npm test' });
});

describe('what an isolation puts at risk', () => {
  it.each([
    ['checkout', 'in your checkout itself'],
    ['worktree', 'No sandbox holds an agent'],
  ])('of %s is said by check and show', async (isolation, words) => {
    bench = await openBench();
    await bench.must('workspace.add', { name: 'shop', path: bench.checkout, cwd: '/' });
    expect((await bench.must('workspace.check', here())).risk).toBeNull();
    await bench.must('workspace.set', { workspace: 'shop', key: 'isolation', value: isolation });
    expect((await bench.must('workspace.check', here())).risk).toContain(words);
    expect((await bench.must('workspace.show', here())).risk).toContain(words);
  });
});

describe('what was detected is written down', () => {
  it('into the checkout, once', async () => {
    bench = await openBench({ project: python });
    const { file, written } = await bench.must('workspace.init', here());
    expect(file).toBe(`${bench.checkout}/.drover.yaml`);
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect(bench.ports.config.repository(written, file)).toMatchObject({
      ok: true,
      value: { gates: { test: expect.stringContaining('pytest') } },
    });
    expect(await bench.refusal('workspace.init', here())).toBe('ALREADY_EXISTS');
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('or into the overlay of the person, who is not contradicted', async () => {
    bench = await openBench({ project: python });
    await bench.must('workspace.init', { ...here(), mine: true });
    expect(bench.config()).toContain('pytest');
    expect(await bench.refusal('workspace.init', { ...here(), mine: true })).toBe('ALREADY_EXISTS');
    expect(await bench.by(['status', '--porcelain'])).toBe('');
  });
});

describe('the configuration', () => {
  it('CM-01 without a file: empty maps, the defaults, and no file made', async () => {
    bench = await openBench();
    expect(await bench.must('config.list', {})).toMatchObject({
      file: { exists: false },
      workspaces: {},
      environments: {},
      defaults: { agent: 'claude', turns: 200 },
    });
    expect(() => bench.config()).toThrow();
  });

  it('CM-02 CM-03 adds once and keeps the path as written', async () => {
    bench = await openBench();
    await bench.must('workspace.add', { name: 'a', path: bench.checkout, cwd: '/' });
    const before = bench.config();
    expect(await bench.refusal('workspace.add', { name: 'a', path: bench.checkout, cwd: '/' })).toBe('ALREADY_EXISTS');
    expect(bench.config()).toBe(before);
    expect(await bench.refusal('workspace.add', { name: 'b', path: './gone', cwd: bench.checkout })).toBe(
      'PATH_NOT_FOUND',
    );
    expect(await bench.refusal('workspace.set', { workspace: 'nope', key: 'slots', value: '1' })).toBe(
      'WORKSPACE_NOT_FOUND',
    );
  });
});

it('triggers stand in the configuration as it is told, without a word of where their secrets are', async () => {
  bench = await openBench({
    config: `workspaces: { shop: /shop }
triggers:
  nightly: { cron: "0 3 * * 1-5", zone: Europe/Berlin, workspace: shop, text: Update., per_hour: 1 }
  alert: { webhook: { secret_env: SHOP_ALERT }, workspace: shop }
`,
  });
  const told = await bench.must('config.list', {}, nobody);
  expect(told.triggers).toEqual({
    nightly: { cron: '0 3 * * 1-5', zone: 'Europe/Berlin', workspace: 'shop', text: 'Update.', per_hour: 1 },
    alert: { webhook: 'signed', workspace: 'shop', per_hour: 10 },
  });
  expect(JSON.stringify(told)).not.toContain('SHOP_ALERT');
});
