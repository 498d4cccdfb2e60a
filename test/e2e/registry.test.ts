// The registry and the read-only look at a workspace, through command line and daemon: what one process writes, the next one sees.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigList } from '../../src/contract/config.ts';
import type { EnvironmentList } from '../../src/contract/environment.ts';
import { errors } from '../../src/contract/errors/errors.ts';
import type { WorkspaceCheck, WorkspaceList } from '../../src/contract/workspace.ts';
import { openWorld, type World } from './world.ts';

const project = {
  'pyproject.toml': '[project]\nname = "app"\nversion = "1.0"\n',
  'app.py': 'def one():\n    return 1\n',
  'tests/test_app.py': 'from app import one\n\n\ndef test_one():\n    assert one() == 1\n',
};

let world: World;
const file = () => join(world.state, 'config.yaml');
const text = () => readFileSync(file(), 'utf8');
const write = (content: string) => writeFileSync(file(), content);
const list = () => world.must<ConfigList>(['config', 'list']);
const refused = async (args: readonly string[]) => {
  const reply = await world.ask(args);
  return reply.ok ? { ok: true } : { code: reply.error_code, error: reply.error };
};

beforeAll(async () => {
  world = await openWorld({ project });
  rmSync(file());
});
afterAll(() => world.close());

describe('the configuration through the program', () => {
  it('CM-01 without a file the lists are empty, the defaults are told, and no file is made', async () => {
    const config = await list();
    expect(config).toMatchObject({ workspaces: {}, environments: {}, agents: {}, defaults: { turns: 200 } });
    expect(config.file).toEqual({ path: file(), exists: false });
    const known = ['claude', 'codex', 'gemini', 'qwen', 'opencode', 'pi', 'copilot', 'scripted', null];
    expect(known).toContain(config.defaults.agent);
    expect(existsSync(file())).toBe(false);
  });

  it('CM-02 an added workspace is one string in the file, and a new process and a new daemon see it', async () => {
    await world.must(['workspace', 'add', 'a', world.checkout]);
    expect(text()).toBe(`workspaces:\n  a: ${world.checkout}\n`);
    expect((await list()).workspaces).toEqual({ a: { path: world.checkout } });
    await world.must(['down']);
    const { workspaces } = await world.must<WorkspaceList>(['workspace', 'list']);
    expect(workspaces).toMatchObject([{ name: 'a', path: world.checkout, slots: 3, isolation: 'clone' }]);
  });

  it('CM-03 a name that is taken is refused and the file stays as it was', async () => {
    const before = text();
    expect(await refused(['workspace', 'add', 'a', world.checkout])).toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(text()).toBe(before);
  });

  it('CM-04 setting a key lets a short entry grow, of a workspace and of an environment', async () => {
    await world.must(['env', 'add', 'a-prod', 'me@host.example:/opt/a']);
    await world.must(['workspace', 'set', 'a', 'slots', '5']);
    await world.must(['env', 'set', 'a-prod', 'log', 'logs/app.log']);
    const config = await list();
    expect(config.workspaces).toEqual({ a: { path: world.checkout, slots: 5 } });
    expect(config.environments).toMatchObject({ 'a-prod': { connect: 'me@host.example:/opt/a', log: 'logs/app.log' } });
    expect(text()).toContain(`path: ${world.checkout}`);
  });

  it('CM-05 setting or removing an unknown name says that it is not found [coded, nearest name told]', async () => {
    const before = text();
    expect(await refused(['workspace', 'set', 'b', 'slots', '2'])).toMatchObject({
      code: 'WORKSPACE_NOT_FOUND',
      error: expect.stringContaining('not found'),
    });
    expect(await refused(['env', 'remove', 'a-prd'])).toMatchObject({
      code: 'ENVIRONMENT_NOT_FOUND',
      error: expect.stringContaining('a-prod'),
    });
    expect(text()).toBe(before);
  });

  it('CM-08 an environment is local by its path, or ssh with user, host and path', async () => {
    await world.must(['env', 'add', 'a-local', '/srv/a']);
    const { environments } = await world.must<EnvironmentList>(['env', 'list']);
    expect(environments).toContainEqual(
      expect.objectContaining({ name: 'a-prod', type: 'ssh', user_host: 'me@host.example', path: '/opt/a' }),
    );
    expect(environments).toContainEqual(
      expect.objectContaining({ name: 'a-local', type: 'local', user_host: null, path: '/srv/a' }),
    );
  });

  it('CM-06 CM-10 an entry is added and removed alone: comments, order and foreign sections survive', async () => {
    const before =
      '# mine\nzebra: 1 # foreign\n\nworkspaces:\n  # the app\n  a: /srv/nowhere # trailing\nlast: { b: c }\n';
    write(before);
    await world.must(['workspace', 'add', 'mine', world.checkout]);
    expect(text()).toBe(before.replace('# trailing\n', `# trailing\n  mine: ${world.checkout}\n`));
    await world.must(['workspace', 'remove', 'mine']);
    expect(text()).toBe(before);
  });

  it('CM-07 a home sign stays in the file and is opened where the path is used', async () => {
    const home = world.env.HOME ?? '';
    await world.git('clone', '--quiet', world.checkout, join(home, 'x'));
    await world.must(['workspace', 'add', 'x', '~/x']);
    expect(text()).toContain('x: ~/x\n');
    const check = await world.must<WorkspaceCheck>(['workspace', 'check', 'x']);
    expect(check.path).toBe(join(home, 'x'));
  });

  it('CM-12 an empty section is an empty map [WORKSPACE_NOT_FOUND where it was PATH_NOT_FOUND]', async () => {
    write('workspaces:\nenvironments:\n');
    expect(await list()).toMatchObject({ workspaces: {}, environments: {} });
    expect(await refused(['workspace', 'check', 'app'])).toMatchObject({ code: 'WORKSPACE_NOT_FOUND' });
  });

  it('CM-13 a connection that begins with a dash is refused and nothing is written', async () => {
    const before = text();
    expect(await refused(['env', 'add', 'evil', '-oX=y'])).toMatchObject({ code: 'UNKNOWN_WORD' });
    const told = await world.drover(['env', 'add', '--json', 'evil', '--', '-oProxyCommand=touch x']);
    expect(JSON.parse(told.out)).toMatchObject({ ok: false, error_code: 'USAGE', details: { field: 'connect' } });
    expect(text()).toBe(before);
  });
});

describe('replies for programs', () => {
  const failing: readonly (readonly string[])[] = [
    ['nonsense'],
    ['task', 'shwo'],
    ['do'],
    ['do', '--nope', 'text'],
    ['do', 'x'.repeat(10), '--until', 'never'],
    ['task', 'show', 'shop-99'],
    ['answer', 'q99', 'go'],
    ['workspace', 'add', 'only-a-name'],
    ['workspace', 'set', 'nobody', 'slots', '3'],
    ['step', 'renew'],
    ['config'],
  ];

  it.each(failing)(
    'CM-14 %s %s: one JSON object on stdout with its code, sentence, hint and exit code',
    async (...args) => {
      const told = await world.drover([...args, '--json']);
      const reply = JSON.parse(told.out) as {
        ok: boolean;
        error: string;
        error_code: keyof typeof errors;
        hint: string;
      };
      expect(reply).toMatchObject({ ok: false, error: expect.stringMatching(/./), hint: expect.stringMatching(/./) });
      expect(Object.keys(errors)).toContain(reply.error_code);
      expect(told.code).toBe(errors[reply.error_code].exit);
    },
  );
});

describe('the look at a workspace', () => {
  it('CM-15 a clean repository gives branch, clean, its runtime and its test command', async () => {
    await world.must(['workspace', 'add', 'app', world.checkout]);
    const check = await world.must<WorkspaceCheck>(['workspace', 'check', 'app']);
    expect(check.git).toMatchObject({ branch: 'main', dirty: false, files: [], ahead: 0, behind: 0 });
    expect(check.git.head).toBe(await world.git('rev-parse', 'HEAD'));
    expect(check.runtimes.map(({ name }) => name)).toEqual(['python']);
    expect(check.test_command).toBe('python3 -m pytest');
    expect(check.leases).toEqual([]);
    expect(await world.git('status', '--porcelain', '--ignored')).toBe('');
  });

  it('CM-16 an unknown name, a missing path, a folder that is no repository: refused [WORKSPACE_NOT_FOUND for the name]', async () => {
    const gone = join(world.folder, 'gone');
    const plain = join(world.folder, 'plain');
    mkdirSync(plain);
    expect(await refused(['workspace', 'check', 'apq'])).toMatchObject({ code: 'WORKSPACE_NOT_FOUND' });
    expect(await refused(['workspace', 'add', 'gone', gone])).toMatchObject({ code: 'PATH_NOT_FOUND' });
    expect(await refused(['workspace', 'add', 'plain', plain])).toMatchObject({ code: 'PATH_NOT_FOUND' });
    write(`workspaces:\n  gone: ${gone}\n  plain: ${plain}\n`);
    expect(await refused(['workspace', 'check', 'gone'])).toMatchObject({ code: 'PATH_NOT_FOUND' });
    expect(await refused(['workspace', 'check', 'plain'])).toMatchObject({ code: 'PATH_NOT_FOUND' });
  });
});
