import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { makeReadyWorld, makeWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
let commit: string;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  commit = await made('change');
});
afterEach(() => world.close());

const made = async (message: string, parent = base.commit) =>
  must(await world.git.commit(hub, { tree: base.tree, parent, message, atSeconds: 1 })).commit;
const push = async (id = commit, branch = 'drover/shop-1', fresh = false) => {
  const { ending, stderr } = await world.run(
    must(await world.git.push(hub, { commit: id, branch, protected: base.protected, fresh }, world.env)),
  );
  return world.git.readTransfer('push', ending, stderr);
};
const address = (at: string) => `http://ada:secret@${at}/shop.git`;

describe('a remote that is not the one it was when the task began', () => {
  const changes: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'by its address': [['config', 'remote.origin.url', address('evil.test')]],
    'by the one for pushing alone': [['config', 'remote.origin.pushurl', address('evil.test')]],
    'by a rule for addresses': [['config', 'url.http://evil.test/.insteadOf', 'http://']],
    'by a rule for pushing': [['config', 'url.http://evil.test/.pushInsteadOf', 'http://']],
    'by another one that is preferred': [
      ['remote', 'rename', 'origin', 'before'],
      ['remote', 'add', 'origin', address('evil.test')],
    ],
  };

  it.each(Object.entries(changes))('%s: nothing is pushed, and both are named without secrets', async (_, change) => {
    const to = must(await world.git.inspect(world.checkout)).pushes ?? '';
    const asked = () =>
      world.git.push(hub, { commit, branch: 'drover/shop-1', protected: base.protected, to }, world.env);
    expect((await asked()).ok).toBe(true);
    for (const argv of change) await world.by(argv);
    const refused = await asked();
    expect(refused).toMatchObject({
      failure: { error_code: 'REMOTE_CHANGED', details: { was: to, remote: expect.stringContaining('evil.test/') } },
    });
    expect(JSON.stringify(refused)).not.toContain('secret');
  });

  it('is the same one where its credentials are others', async () => {
    const { pushes = '' } = must(await world.git.inspect(world.checkout));
    await world.by(['config', 'remote.origin.url', pushes.replace('://', '://ada:another@')]);
    expect(must(await world.git.inspect(world.checkout)).pushes).toBe(pushes);
  });
});

const unpush = async (id = commit) => {
  const { ending, stderr } = await world.run(must(await world.git.unpush(hub, id, 'drover/shop-1', world.env)));
  return world.git.readTransfer('push', ending, stderr);
};
const atRemote = async (branch = 'drover/shop-1') => must(await world.git.remoteBranch(hub, branch, world.env));

describe('a base at the remote', () => {
  const at = async () => must(await world.git.baseAtRemote(hub, base, world.env));
  const byPerson = async (...push: string[]) => {
    await world.by(['push', '-q', ...push]);
    return at();
  };

  it('holds what a task began from, also where it has gone on since', async () => {
    expect(await at()).toBe('there');
    await world.by(['commit', '-q', '--allow-empty', '-m', 'more']);
    expect(await byPerson('origin', 'main')).toBe('there');
  });

  it('that was rewritten, or is gone, is told as that, and no ref of the hub moves', async () => {
    const refs = () => world.by(['--git-dir', hub.path, 'for-each-ref']);
    const before = await refs();
    await world.by(['commit', '-q', '--amend', '-m', 'other']);
    expect(await byPerson('--force', 'origin', 'main')).toBe('rewritten');
    await world.by(['push', '-q', 'origin', 'main:trunk']);
    await world.by(['--git-dir', world.bare, 'symbolic-ref', 'HEAD', 'refs/heads/trunk']);
    expect(await byPerson('origin', ':main')).toBe('gone');
    expect(await refs()).toBe(before);
  });

  it('is not known where the remote cannot be asked', async () => {
    world.remote.cut('at once');
    const asked = await world.git.baseAtRemote(hub, base, world.env);
    world.remote.cut(null);
    expect(asked).toMatchObject({ failure: { error_code: 'REMOTE_UNREACHABLE' } });
  });
});

test('a branch is pushed from the hub, again without harm, and taken back', async () => {
  expect(await atRemote()).toBeNull();
  for (let time = 0; time < 2; time += 1) expect(await push()).toEqual({ ok: true, value: undefined });
  expect(await atRemote()).toBe(commit);
  expect(await unpush()).toMatchObject({ ok: true });
  expect(await atRemote()).toBeNull();
});

test('WT-50 a branch that is to be made there is refused where somebody made it meanwhile, and pushed again where it was us', async () => {
  for (let time = 0; time < 2; time += 1) expect(await push(commit, 'drover/shop-1', true)).toMatchObject({ ok: true });
  await world.by(['push', '-q', 'origin', `${base.commit}:refs/heads/theirs`]);
  expect(await push(commit, 'theirs', true)).toMatchObject({ failure: { error_code: 'PUSH_REJECTED' } });
  expect(await atRemote('theirs')).toBe(base.commit);
});

test('CM-48 the default branch of the remote is refused before anything is started, whatever its name and who forgot to say it', async () => {
  await world.close();
  world = await makeWorld({ defaultBranch: 'trunk' });
  ({ hub, base } = await world.ready());
  for (const branch of ['trunk', 'main', 'master', 'Trunk', 'release/1'])
    expect(
      await world.git.push(hub, { commit: base.commit, branch, protected: ['release/*'] }, world.env),
      branch,
    ).toMatchObject({
      failure: { error_code: 'PROTECTED_BRANCH' },
    });
  expect(await world.git.unpush(hub, base.commit, 'trunk', world.env)).toMatchObject({
    failure: { error_code: 'PROTECTED_BRANCH' },
  });
  expect(await world.git.push(hub, { commit: base.commit, branch: 'trunk:x', protected: [] }, world.env)).toMatchObject(
    { ok: false },
  );
});

test('a branch that somebody else moved is neither overwritten nor deleted', async () => {
  await push();
  await world.by(['push', '-q', '--force', 'origin', 'HEAD:refs/heads/drover/shop-1']);
  const theirs = await atRemote();
  expect(await unpush()).toMatchObject({ failure: { error_code: 'PUSH_REJECTED' } });
  await world.by(['commit', '-q', '--allow-empty', '-m', 'theirs']);
  await world.by(['push', '-q', 'origin', 'HEAD:refs/heads/drover/shop-1']);
  expect(await push()).toMatchObject({ failure: { error_code: 'PUSH_REJECTED' } });
  expect(await atRemote()).not.toBe(theirs);
});

describe('where a checkout pushes to another place than it fetches from', () => {
  const shop = () => `${world.remote.url}shop.git`;
  const rows: Readonly<Record<string, (fork: string) => readonly (readonly string[])[]>> = {
    'by its own address': (fork) => [['remote.origin.pushurl', fork]],
    'by a relative address': () => [['remote.origin.pushurl', '../fork.git']],
    'by a rule for addresses': (fork) => [['--global', `url.${fork}.pushInsteadOf`, shop()]],
    'by the longest of several rules': (fork) => [
      ['--global', `url.${fork}.pushInsteadOf`, shop()],
      ['--global', 'url./nowhere/.pushInsteadOf', world.remote.url],
    ],
    'by a rule that another would turn back': (fork) => [
      ['--global', `url.${fork}.pushInsteadOf`, shop()],
      ['--global', `url.${world.remote.url}.insteadOf`, `${dirname(fork)}/`],
    ],
  };
  it.each(Object.entries(rows))('%s, branches are pushed, looked for and taken back there', async (_, setting) => {
    const fork = join(world.checkout, '..', 'fork.git');
    await world.by(['init', '-q', '--bare', fork]);
    for (const words of setting(fork)) await world.by(['config', ...words]);
    expect(await push()).toEqual({ ok: true, value: undefined });
    expect(await atRemote()).toBe(commit);
    expect(await world.by(['for-each-ref', '--format=%(objectname)'], fork)).toBe(`${commit}\n`);
    expect(await world.by(['for-each-ref', '--format=%(refname)', 'refs/heads/drover'], world.bare)).toBe('');
    expect(await unpush()).toMatchObject({ ok: true });
    expect(await atRemote()).toBeNull();
  });
});

test('a refusal is told with the words of the remote', async () => {
  await world.remote.rejectPushes('shop', 'sign your \u001b[31mwork');
  expect(await push()).toMatchObject({
    failure: { error_code: 'PUSH_REJECTED', message: expect.stringMatching(/hook declined.*sign your \[31mwork/) },
  });
  expect(await atRemote()).toBeNull();
});

test('a missing credential is told and not asked for', async () => {
  world.remote.requirePassword('ada:secret');
  expect(await push()).toMatchObject({
    failure: { error_code: 'REMOTE_UNREACHABLE', message: expect.stringMatching(/credential/) },
  });
  expect(await world.git.remoteBranch(hub, 'x', world.env)).toMatchObject({
    failure: { error_code: 'REMOTE_UNREACHABLE' },
  });
  await world.by(['config', 'credential.helper', '!f() { echo username=ada; echo password=secret; }; f']);
  expect(await push()).toMatchObject({ ok: true });
});

test('a cut connection is told, and the push succeeds afterwards', async () => {
  world.remote.cut('at the push');
  expect(await push()).toMatchObject({ failure: { error_code: 'REMOTE_UNREACHABLE' } });
  world.remote.cut(null);
  expect(await push()).toMatchObject({ ok: true });
});

test('an address of the person is rewritten by the person, and a push address is used', async () => {
  await world.by(['config', '--global', `url.${world.remote.url}.insteadOf`, 'shop:']);
  await world.by(['remote', 'set-url', 'origin', 'shop:shop.git']);
  expect(await push()).toMatchObject({ ok: true });
  const other = await world.remote.repository('other');
  await world.by(['remote', 'set-url', '--push', 'origin', other.url]);
  expect(await push(commit, 'second')).toMatchObject({ ok: true });
  expect(await world.by(['ls-remote', other.url, 'refs/heads/second'])).toContain(commit);
});

test('the hooks of the person do not run at a push; they are a gate', async () => {
  const hit = join(world.folder, 'hit');
  await writeFile(join(world.checkout, '.git', 'hooks', 'pre-push'), `#!/bin/sh\ntouch ${hit}\nexit 1\n`, {
    mode: 0o755,
  });
  await world.by(['config', '--global', 'core.hooksPath', join(world.checkout, '.git', 'hooks')]);
  expect(await push()).toMatchObject({ ok: true });
  await expect(stat(hit)).rejects.toThrow(/ENOENT/);
});

test('the program asks nobody: no terminal, no askpass, ssh in batch mode with the command of the person', async () => {
  await world.by(['config', 'core.sshCommand', 'ssh -i ~/.ssh/work']);
  const { env, argv, io } = must(await world.git.push(hub, { commit, branch: 'x', protected: [] }, world.env));
  expect(env).toMatchObject({ GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'false', SSH_ASKPASS: 'false' });
  expect(env.GIT_SSH_COMMAND).toBe('ssh -i ~/.ssh/work -o BatchMode=yes -o ConnectTimeout=20');
  expect(io).toEqual({ kind: 'pipe', stdin: 'empty' });
  expect(argv.join(' ')).not.toContain('http');
});

test('without a remote there is nothing to push to', async () => {
  await world.by(['remote', 'remove', 'origin']);
  expect(await world.git.push(hub, { commit, branch: 'x', protected: [] }, world.env)).toMatchObject({
    failure: { error_code: 'REMOTE_UNREACHABLE' },
  });
});

test.each([
  [{ kind: 'timed_out', afterMs: 1 }, 'REMOTE_UNREACHABLE'],
  [{ kind: 'not_started', reason: 'ENOENT' }, 'GIT_FAILED'],
  [{ kind: 'lost' }, 'GIT_FAILED'],
  [{ kind: 'cancelled' }, 'GIT_FAILED'],
] as const)('an ending %j is %s', (ending, code) => {
  expect(world.git.readTransfer('push', ending, '')).toMatchObject({ failure: { error_code: code } });
});

describe('WT-68 a checkout that is gone', () => {
  const gone = () => rm(world.checkout, { recursive: true });
  const pushOf = async () => {
    const { hub, base } = await world.ready();
    must(await world.git.makeCopy(hub, join(world.folder, 'state', 'copies', 'shop-1'), base, 'drover/shop-1'));
    const address = must(await world.git.remoteAddress(world.checkout));
    return { hub, base, address };
  };

  test('WT-68 is not needed to commit, to look at the remote and to push', async () => {
    await world.by(['config', 'user.email', 'shop@example.org']);
    const { hub, base, address } = await pushOf();
    await gone();
    const spec = { tree: base.tree, parent: base.commit, message: 'work', atSeconds: 1 };
    const { commit } = must(await world.git.commit(hub, spec));
    expect(must(await world.git.remoteAddress(hub))).toBe(address);
    const what = { commit, branch: 'drover/shop-1', protected: base.protected };
    const { ending, stderr } = await world.run(must(await world.git.push(hub, what, world.env)));
    must(world.git.readTransfer('push', ending, stderr));
    expect(must(await world.git.remoteBranch(hub, 'drover/shop-1', world.env))).toBe(commit);
    expect(await world.by(['log', '-1', '--format=%ae', commit], hub.path)).toBe('shop@example.org\n');
    const fetched = await world.run(must(await world.git.fetch(hub, world.env)));
    must(world.git.readTransfer('fetch', fetched.ending, fetched.stderr));
  });

  test.each([
    ['http.extraHeader', 'X-Token: secret'],
    ['credential.helper', '!f() { echo password=secret; }; f'],
    ['core.sshCommand', 'sshpass -p secret ssh'],
  ])('WT-68 is said where %s had a credential in it, which nobody else keeps', async (key, value) => {
    await world.by(['config', key, value]);
    const { hub, base } = await pushOf();
    await gone();
    const spec = { tree: base.tree, parent: base.commit, message: 'work', atSeconds: 1 };
    expect(await world.git.commit(hub, spec)).toMatchObject({ failure: { error_code: 'PATH_NOT_FOUND' } });
  });
});

test('WT-68 a push has a deadline, and one that reached it is the remote that did not answer', async () => {
  const program = must(await world.git.push(hub, { commit, branch: 'drover/shop-1', protected: [] }, world.env));
  expect(program.deadlineMs).toBeLessThanOrEqual(10 * 60_000);
  expect(world.git.readTransfer('push', { kind: 'timed_out', afterMs: 600_000 }, '')).toMatchObject({
    failure: { error_code: 'REMOTE_UNREACHABLE', message: expect.stringContaining('in time') },
  });
});
