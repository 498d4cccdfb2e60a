import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import { makeWorld, must, type World } from '../../test/fakes/git-remote/make-world.ts';
import { instant } from '../domain/ids.ts';
import { createGit } from './create-git.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const commitAt = async (file: string) => {
  await world.write(file, file);
  await world.by(['add', '-A']);
  await world.by(['commit', '-q', '-m', file]);
  return (await world.by(['rev-parse', 'HEAD'])).trim();
};

/** Somebody else pushes to the remote; the checkout does not know. */
const elsewhere = async (branch: string) => {
  const folder = join(world.folder, 'elsewhere');
  await world.by(['clone', '-q', join(world.bare), folder], world.folder);
  await world.write('theirs.txt', 'theirs', folder);
  await world.by(['add', '-A'], folder);
  await world.by(['commit', '-q', '-m', 'theirs'], folder);
  await world.by(['push', '-q', 'origin', `HEAD:${branch}`], folder);
  const commit = (await world.by(['rev-parse', 'HEAD'], folder)).trim();
  await rm(folder, { recursive: true });
  return commit;
};

describe('the hub', () => {
  test('is made once, also by ten at the same time, and found again', async () => {
    const hubs = await Promise.all(Array.from({ length: 10 }, () => world.git.openHub('shop', world.checkout)));
    expect(new Set(hubs.map((hub) => must(hub).path)).size).toBe(1);
    expect(await readdir(join(world.folder, 'state', 'hubs'))).toEqual(['shop.git']);
    expect(must(await world.git.openHub('shop', world.checkout))).toEqual(must(hubs[0]!));
  });

  test('leaves the hub of a workspace alone whose name looks like something beside it', async () => {
    const names = ['shop.git.new-abcdef', 'shop.git.commits'];
    const others = await Promise.all(names.map((name) => world.git.openHub(name, world.checkout)));
    const old = new Date(Date.now() - 30 * 86_400_000);
    for (const other of others) await utimes(must(other).path, old, old);
    await world.git.openHub('shop', world.checkout);
    for (const other of others) expect(await readdir(must(other).path)).toContain('HEAD');
  });

  test('opened from a folder within the checkout belongs to the whole checkout', async () => {
    expect(must(await world.git.openHub('shop', join(world.checkout, 'src'))).checkout).toBe(world.checkout);
  });

  test('of no repository, or no folder, is PATH_NOT_FOUND', async () => {
    await mkdir(join(world.folder, 'plain'));
    for (const path of ['plain', 'nowhere'])
      expect(await world.git.openHub('x', join(world.folder, path))).toMatchObject({
        failure: { error_code: 'PATH_NOT_FOUND' },
      });
  });

  test('WT-71 tells when the last fetch began that brought all, and nothing where it was mended since', async () => {
    const hub = must(await world.git.openHub('shop', world.checkout));
    expect(await world.git.fetchedAt(hub)).toBeNull();
    const before = Date.now();
    await world.ready();
    const first = (await world.git.fetchedAt(hub)) ?? 0;
    expect(first).toBeGreaterThanOrEqual(before);
    await rm(world.bare, { recursive: true });
    await expect(world.ready()).rejects.toThrow();
    expect(await world.git.fetchedAt(hub)).toBe(first);
    await rm(join(hub.path, 'HEAD'));
    must(await world.git.openHub('shop', world.checkout));
    expect(await world.git.fetchedAt(hub)).toBeNull();
  });

  test.each([86_400_000, -86_400_000])(
    'WT-69 keeps what is at work in it where the clock was set by %i meanwhile',
    async (by) => {
      const { hub } = await world.ready();
      const clock = manualClock(instant(Date.now()));
      const folder = () => hub.path;
      const git = createGit({ folder, person: async () => world.env, clock });
      await mkdir(join(hub.path, 'scratch', 'call-1'), { recursive: true });
      await writeFile(join(hub.path, 'packed-refs.lock'), '');
      await clock.jump(by);
      must(await git.openHub('shop', world.checkout));
      expect(await readdir(join(hub.path, 'scratch'))).toEqual(['call-1']);
      expect(await readdir(hub.path)).toContain('packed-refs.lock');
    },
  );

  test('loses the locks of a git that was killed long ago, and no fresh ones', async () => {
    const { hub } = await world.ready();
    for (const lock of ['packed-refs.lock', 'refs/drover/head.lock']) await writeFile(join(hub.path, lock), '');
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(hub.path, 'packed-refs.lock'), hourAgo, hourAgo);
    await world.git.openHub('shop', world.checkout);
    expect(await readdir(hub.path)).not.toContain('packed-refs.lock');
    expect(await readdir(join(hub.path, 'refs', 'drover'))).toContain('head.lock');
  });
});

describe('the base', () => {
  test('CM-56 a new task starts from the remote as it is now, not as the checkout knows it', async () => {
    const theirs = await elsewhere('main');
    const { base } = await world.ready();
    expect(base).toMatchObject({ commit: theirs, branch: 'main', from: 'remote' });
  });

  test('CM-56 what the person committed and did not push is not in it', async () => {
    const pushed = (await world.by(['rev-parse', 'HEAD'])).trim();
    await commitAt('mine.txt');
    expect((await world.ready()).base.commit).toBe(pushed);
  });

  test('CM-48 the default branch is what the remote says, and is protected whatever its name', async () => {
    await world.close();
    world = await makeWorld({ defaultBranch: 'trunk' });
    const { base } = await world.ready();
    expect(base.branch).toBe('trunk');
    expect(base.protected).toEqual(['trunk', 'main', 'master']);
  });

  test('CM-48 a default that moved to another branch is followed', async () => {
    await world.by(['push', '-q', 'origin', 'main:next']);
    await world.by(['symbolic-ref', 'HEAD', 'refs/heads/next'], world.bare);
    expect((await world.ready()).base).toMatchObject({ branch: 'next', protected: ['next', 'main', 'master'] });
  });

  test('is the branch asked for, at the remote or only in the checkout', async () => {
    const there = await elsewhere('feature/one');
    await world.by(['switch', '-q', '-c', 'mine']);
    const mine = await commitAt('mine.txt');
    expect((await world.ready('origin/feature/one')).base).toMatchObject({ commit: there, from: 'remote' });
    expect((await world.ready('mine')).base).toMatchObject({ commit: mine, from: 'local' });
    const { hub } = await world.ready();
    expect(await world.git.resolveBase(hub, 'none')).toMatchObject({ failure: { error_code: 'BASE_UNKNOWN' } });
  });

  test('WT-113 a base that was renamed at the remote is no base, though the checkout has it still', async () => {
    await world.by(['push', '-q', 'origin', 'main:trunk']);
    await world.by(['symbolic-ref', 'HEAD', 'refs/heads/trunk'], world.bare);
    await world.by(['push', '-q', 'origin', ':main']);
    const { hub, base } = await world.ready();
    expect(base.branch).toBe('trunk');
    expect(await world.git.resolveBase(hub, 'main')).toMatchObject({
      failure: {
        error_code: 'BASE_UNKNOWN',
        message: expect.stringContaining('main is not at the remote, and trunk there holds all of it'),
        details: { branches: ['trunk'] },
      },
    });
    await commitAt('mine.txt');
    expect((await world.ready('main')).base).toMatchObject({ branch: 'main', from: 'local' });
  });

  test.each<readonly [string, { readonly alone?: true; readonly config?: readonly string[]; readonly found: boolean }]>(
    [
      ['that is the only one', { alone: true, config: ['--unset branch.main.remote'], found: true }],
      ['that all branches follow', { found: true }],
      ['that git prefers', { config: ['branch.main.remote a-first', 'checkout.defaultRemote theirs'], found: true }],
      ['that nothing chooses among several', { config: ['--unset branch.main.remote'], found: false }],
    ],
  )('a remote of another name %s', async (_, { alone, config = [], found }) => {
    await world.by(['remote', 'rename', 'origin', 'theirs']);
    if (alone !== true) await world.by(['remote', 'add', 'a-first', join(world.folder, 'nowhere')]);
    for (const words of config) await world.by(['config', ...words.split(' ')]);
    const heads = await world.git.remoteHeads(world.checkout, process.env as Record<string, string>);
    expect(heads).toMatchObject({ ok: true, value: found ? { default: 'main' } : null });
  });

  test('WT-113 the remote says which branches it has, and which is its default, without a fetch', async () => {
    await world.by(['push', '-q', 'origin', 'main:trunk']);
    await world.by(['symbolic-ref', 'HEAD', 'refs/heads/trunk'], world.bare);
    await world.by(['push', '-q', 'origin', ':main']);
    const heads = () => world.git.remoteHeads(world.checkout, process.env as Record<string, string>);
    expect(await heads()).toEqual({ ok: true, value: { default: 'trunk', branches: ['trunk'] } });
    await world.by(['remote', 'set-url', 'origin', join(world.folder, 'nowhere')]);
    expect(await heads()).toMatchObject({ ok: false, failure: { error_code: 'REMOTE_UNREACHABLE' } });
    await world.by(['remote', 'remove', 'origin']);
    expect(await heads()).toEqual({ ok: true, value: null });
  });

  test('CM-48 the only branch of a remote that names no default is protected, also where another is asked for', async () => {
    await world.by(['push', '-q', 'origin', 'main:trunk']);
    await world.by(['symbolic-ref', 'HEAD', 'refs/heads/none'], world.bare);
    await world.by(['push', '-q', 'origin', ':main']);
    await commitAt('mine.txt');
    expect((await world.ready('main')).base).toMatchObject({ from: 'local', protected: ['trunk', 'main', 'master'] });
  });

  test('a branch that is gone from the remote is gone from the hub', async () => {
    await world.by(['push', '-q', 'origin', 'main:old']);
    const { hub } = await world.ready();
    await world.by(['push', '-q', 'origin', ':old']);
    await world.by(['push', '-q', 'origin', 'main:old/er']);
    await world.ready();
    expect(await world.git.resolveBase(hub, 'old')).toMatchObject({ ok: false });
    expect(await world.git.resolveBase(hub, 'old/er')).toMatchObject({ ok: true });
  });
});

describe('a branch that is at the remote alone', () => {
  const atRemote = async (branch: string) => (await world.by(['rev-parse', branch], world.bare)).trim();
  const copyAt = (name: string) => join(world.folder, 'copies', name);
  beforeEach(() => mkdir(join(world.folder, 'copies')));

  test.each(['feature/theirs', 'origin/feature/theirs', 'refs/heads/feature/theirs'])(
    'is a base, as %s',
    async (name) => {
      const theirs = await elsewhere('feature/theirs');
      const { hub, base } = await world.ready(name);
      expect(base).toMatchObject({ commit: theirs, branch: 'feature/theirs', from: 'remote' });
      const copy = must(await world.git.makeCopy(hub, copyAt('one'), base, 'drover/shop-1'));
      expect((await world.by(['rev-parse', 'HEAD'], copy.path)).trim()).toBe(theirs);
      expect(await world.by(['branch', '--list', 'feature/*'])).toBe('');
    },
  );

  test('is no name for a copy, nor is one above or below it: it is refused, and nothing of it is moved', async () => {
    const theirs = await elsewhere('feature/theirs');
    const { hub, base } = await world.ready();
    const refused = async (branch: string) => {
      const made = await world.git.makeCopy(hub, copyAt('one'), base, branch);
      const message = expect.stringContaining('of the remote');
      expect(made, branch).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS', message } });
      return made.ok ? undefined : made.failure.details?.above;
    };
    expect(await refused('feature/theirs')).toBeUndefined();
    expect(await refused('feature')).toBeUndefined();
    expect(await refused('feature/theirs/more')).toBe('feature/theirs');
    expect(await readdir(join(world.folder, 'copies'))).toEqual([]);
    const copy = must(await world.git.makeCopy(hub, copyAt('one'), base, 'drover/shop-1'));
    expect(await world.git.switchBranch(hub, copy.path, base, 'feature/theirs')).toMatchObject({
      failure: { error_code: 'ALREADY_EXISTS' },
    });
    expect((await world.by(['branch', '--show-current'], copy.path)).trim()).toBe('drover/shop-1');
    expect(await atRemote('feature/theirs')).toBe(theirs);
  });

  test('and came there after the fetch is never forced: the push is refused', async () => {
    const { hub, base } = await world.ready();
    must(await world.git.makeCopy(hub, copyAt('one'), base, 'feature/late'));
    const theirs = await elsewhere('feature/late');
    const tree = { tree: base.tree, parent: base.commit, message: 'ours', atSeconds: 1 };
    const { commit } = must(await world.git.commit(hub, tree));
    for (const fresh of [true, false]) {
      const pushing = { commit, branch: 'feature/late', protected: base.protected, fresh };
      const { ending, stderr } = await world.run(must(await world.git.push(hub, pushing, world.env)));
      expect(world.git.readTransfer('push', ending, stderr)).toMatchObject({
        failure: { error_code: 'PUSH_REJECTED' },
      });
    }
    expect(await atRemote('feature/late')).toBe(theirs);
  });
});

test.each(['-a b', ' x ', '--upload-pack=x', 'quo"te\'s', '#x', '$(touch hit)', 'new\nline', 'ü\u202e'])(
  'a checkout in a folder %j, and a copy in one of that name, are as any other',
  async (name) => {
    const checkout = join(world.folder, name, 'shop');
    await world.by(['clone', '-q', world.bare, checkout], world.folder);
    await world.by(['remote', 'set-url', 'origin', `${world.remote.url}shop`], checkout);
    const hub = must(await world.git.openHub('odd', checkout, true));
    const { ending, stderr } = await world.run(must(await world.git.fetch(hub, world.env)));
    must(world.git.readTransfer('fetch', ending, stderr));
    const base = must(await world.git.resolveBase(hub, null));
    expect(must(await world.git.inspect(checkout))).toMatchObject({ root: checkout, branch: 'main', dirty: [] });
    const copy = must(await world.git.makeCopy(hub, join(world.folder, name, name), base, 'drover/odd-1'));
    expect(await world.by(['status', '--porcelain'], copy.path)).toBe('');
    // What only the checkout has is lent to the hub.
    await world.by(['commit', '-q', '--allow-empty', '-m', 'mine'], checkout);
    const mine = (await world.by(['rev-parse', 'HEAD'], checkout)).trim();
    expect(await world.by(['cat-file', '-t', mine], hub.path)).toBe('commit\n');
    expect(await readdir(world.folder)).not.toContain('hit');
  },
);

describe('without a remote', () => {
  beforeEach(async () => {
    await world.by(['remote', 'remove', 'origin']);
  });

  test('the base is the branch the checkout is on', async () => {
    await world.by(['switch', '-q', '-c', 'work']);
    const commit = await commitAt('mine.txt');
    expect((await world.ready()).base).toMatchObject({ branch: 'work', commit, from: 'local' });
  });

  test('a detached head is said, with what to do', async () => {
    await world.by(['switch', '-q', '--detach']);
    await expect(world.ready()).rejects.toThrow(/BASE_UNKNOWN: .*detached.*--base/);
  });

  test('an unborn branch is said, with what to do', async () => {
    await world.close();
    world = await makeWorld({ remote: false });
    await rm(join(world.checkout, '.git'), { recursive: true });
    await world.by(['init', '-q']);
    await expect(world.ready()).rejects.toThrow(/BASE_UNKNOWN: .*first commit/);
    const state = must(await world.git.inspect(world.checkout));
    expect(state).toMatchObject({ head: null, remote: null });
    expect(await world.git.lastCommit(world.checkout)).toBeNull();
  });

  test('a remote that was taken away is no base any more', async () => {
    await world.by(['remote', 'add', 'origin', `${world.remote.url}shop.git`]);
    await world.ready();
    await world.by(['remote', 'remove', 'origin']);
    expect((await world.ready()).base.from).toBe('local');
  });

  test('a shallow checkout gives what it has', async () => {
    await commitAt('two.txt');
    await world.by(['clone', '-q', '--depth', '1', `file://${world.checkout}`, 'shallow'], world.folder);
    const checkout = join(world.folder, 'shallow');
    await world.by(['remote', 'remove', 'origin'], checkout);
    expect(must(await world.git.inspect(checkout)).shallow).toBe(true);
    const hub = must(await world.git.openHub('shallow', checkout));
    const { ending, stderr } = await world.run(must(await world.git.fetch(hub, world.env)));
    must(world.git.readTransfer('fetch', ending, stderr));
    const base = must(await world.git.resolveBase(hub, null));
    const copy = must(await world.git.makeCopy(hub, join(world.folder, 'copy'), base, 'task'));
    expect(await world.by(['log', '--format=%s'], copy.path)).toBe('two.txt\n');
  });
});

describe('a fetch that fails', () => {
  const fails = async () => {
    const hub = must(await world.git.openHub('shop', world.checkout));
    const { ending, stderr } = await world.run(must(await world.git.fetch(hub, world.env)));
    return world.git.readTransfer('fetch', ending, stderr);
  };

  test('says that a credential is missing, and never asks', async () => {
    world.remote.requirePassword('ada:secret');
    expect(await fails()).toMatchObject({
      failure: { error_code: 'REMOTE_UNREACHABLE', message: expect.stringMatching(/credential/) },
    });
  });

  test('works with the credential helper of the person', async () => {
    world.remote.requirePassword('ada:secret');
    await world.by(['config', '--global', 'credential.helper', '!f() { echo username=ada; echo password=secret; }; f']);
    expect(await fails()).toMatchObject({ ok: true });
  });

  test('says that the connection failed', async () => {
    world.remote.cut('at once');
    expect(await fails()).toMatchObject({ failure: { error_code: 'REMOTE_UNREACHABLE' } });
  });

  test('says that the host is not there, without the password of its address', async () => {
    await world.by(['remote', 'set-url', 'origin', 'http://ada:hunter2@127.0.0.1:1/x.git']);
    const result = await fails();
    expect(result).toMatchObject({ failure: { error_code: 'REMOTE_UNREACHABLE' } });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('does not run an address of the kind ext', async () => {
    await world.by(['remote', 'set-url', 'origin', `ext::sh -c "touch ${world.folder}/hit"`]);
    await world.by(['config', '--global', 'protocol.ext.allow', 'always']);
    expect(await fails()).toMatchObject({ failure: { error_code: 'REMOTE_UNREACHABLE' } });
    expect(await readdir(world.folder)).not.toContain('hit');
  });
});
