// A hub that was damaged is made whole from the remote and from the copies that live; what cannot be had again is named.
import { chmod, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Base, Hub } from '../../src/ports/git.ts';
import { watchGit } from '../e2e/watch-git.ts';
import { makeReadyWorld, must, type World } from '../fakes/git-remote/make-world.ts';

let world: World;
let hub: Hub;
let base: Base;
let copy: string;
let tree: string;

/** A hub with a living copy, and work of it that is nowhere else. */
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
  copy = join(world.folder, 'state', 'copies', 'shop-1');
  must(await world.git.makeCopy(hub, copy, base, 'drover/shop-1'));
  await world.write('work.txt', 'work', copy);
  tree = must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/1')).tree;
});
afterEach(() => world.close());

const inHub = (...argv: string[]) => world.by(['--git-dir', hub.path, ...argv]);
const fsck = () => inHub('fsck', '--full', '--no-dangling', '--no-progress');
const open = async () => must(await world.git.openHub('shop', world.checkout));

/** As it was before: every object is there, the copy works, the branch stays reserved. */
async function expectMended(): Promise<void> {
  const ready = await world.ready();
  expect(ready.base.commit).toBe(base.commit);
  await fsck();
  expect(await inHub('show', `${tree}:work.txt`)).toBe('work');
  expect(await world.by(['status', '--porcelain'], copy)).toBe('?? work.txt\n');
  expect(await world.by(['log', '--format=%s'], copy)).toBe('start\n');
  expect(await world.git.makeCopy(hub, `${copy}-b`, base, 'drover/shop-1')).toMatchObject({
    failure: { error_code: 'ALREADY_EXISTS' },
  });
  expect(must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/2')).tree).toBe(tree);
}

const objectFile = (id: string) => join(hub.path, 'objects', id.slice(0, 2), id.slice(2));
/** Fetched small things lie about singly; where they are packed the pack is taken. */
async function hurt(id: string, how: (file: string) => Promise<unknown>): Promise<void> {
  const loose = objectFile(id);
  if (await stat(loose).catch(() => null)) return void (await how(loose));
  const folder = join(hub.path, 'objects', 'pack');
  for (const name of await readdir(folder)) await how(join(folder, name));
}

describe('a damaged hub', () => {
  test('that is whole is left alone', async () => {
    const before = await readdir(join(hub.path, 'objects'));
    expect(await open()).toEqual(hub);
    expect(await readdir(join(hub.path, 'objects'))).toEqual(before);
    expect(await inHub('for-each-ref', 'refs/remotes')).toContain('refs/remotes/origin/main');
  });

  test.each(['HEAD', 'config', 'drover-hub'])('without its %s is a repository again', async (file) => {
    await rm(join(hub.path, file));
    expect(await open()).toEqual({ ...hub, lost: [] });
    await expectMended();
  });

  test('with a configuration that cannot be read is a repository again', async () => {
    await writeFile(join(hub.path, 'config'), '[core\n');
    await open();
    await expectMended();
  });

  test('whose commits were deleted has them again from the remote; no copy loses what it borrows', async () => {
    await hurt(base.commit, (file) => rm(file, { force: true }));
    expect(await open()).toEqual({ ...hub, lost: [] });
    await expectMended();
  });

  test('whose commits were damaged has them again', async () => {
    await hurt(base.commit, async (file) => {
      await chmod(file, 0o600);
      await writeFile(file, 'not an object');
    });
    const { ending } = await world.run(must(await world.git.fetch(hub, world.env)));
    expect(ending).not.toEqual({ kind: 'exited', code: 0 });
    expect(await readdir(hub.path)).toContain('drover-suspect');
    await open();
    await expectMended();
  });

  test('damaged twice is mended twice', async () => {
    for (let time = 1; time < 3; time += 1) {
      await hurt(base.commit, (file) => rm(file, { force: true }));
      await open();
      await expectMended();
    }
  });

  test('with refs that cannot be read loses those alone, and says which', async () => {
    await writeFile(join(hub.path, 'refs', 'remotes', 'origin', 'main'), 'nonsense');
    await writeFile(join(hub.path, 'refs', 'drover', 'snap', 'gone'), `${'1'.repeat(40)}\n`);
    expect(await open()).toEqual({ ...hub, lost: ['refs/drover/snap/gone'] });
    await expectMended();
  });

  test('whose mending was cut off is mended: a pack that was put aside is read', async () => {
    const pack = join(hub.path, 'damaged', 'pack-1.pack');
    await world.write('damaged/none', '', hub.path);
    await rm(join(hub.path, 'damaged', 'none'));
    await world.by(['--git-dir', hub.path, 'pack-objects', '-q', '--all', join(world.folder, 'all')]);
    const name = (await readdir(world.folder)).find((one) => one.endsWith('.pack')) ?? '';
    await rename(join(world.folder, name), pack);
    await hurt(tree, (file) => rm(file, { force: true }));
    await writeFile(join(hub.path, 'drover-suspect'), '');
    expect(await open()).toEqual({ ...hub, lost: [] });
    await expectMended();
    expect(await readdir(join(hub.path, 'damaged'))).toEqual([]);
  });

  test('with a pack that was cut short keeps the objects before the cut', async () => {
    await inHub('repack', '-a', '-d', '-q');
    const folder = join(hub.path, 'objects', 'pack');
    const name = (await readdir(folder)).find((one) => one.endsWith('.pack')) ?? '';
    const bytes = await readFile(join(folder, name));
    await chmod(join(folder, name), 0o600);
    await writeFile(join(folder, name), bytes.subarray(0, -30));
    await writeFile(join(hub.path, 'drover-suspect'), '');
    await open();
    const ready = await world.ready();
    expect(ready.base.commit).toBe(base.commit);
    await fsck();
    expect(await readdir(folder)).not.toContain(name);
  });

  test('is looked over whole after a fetch that failed on it', async () => {
    const blob = (await inHub('rev-parse', `${base.commit}:README.md`)).trim();
    if (await stat(objectFile(blob)).catch(() => null)) await rm(objectFile(blob));
    await writeFile(join(hub.path, 'drover-suspect'), '');
    await open();
    await expectMended();
    expect(await readdir(hub.path)).not.toContain('drover-suspect');
  });

  test('that was deleted is made again, and a copy that lives finds its base there', async () => {
    await rm(hub.path, { recursive: true });
    expect(await open()).toEqual(hub);
    await world.ready();
    expect(await world.by(['status', '--porcelain'], copy)).toBe('?? work.txt\n');
    expect(must(await world.git.snapshot(hub, copy, base.commit, 'shop-1/2')).tree).toBe(tree);
    expect(await readFile(join(copy, 'work.txt'), 'utf8')).toBe('work');
  });
});

describe('WT-64 a hub is a cache', () => {
  const lost: Readonly<Record<string, () => Promise<unknown>>> = {
    'all of it': () => rm(hub.path, { recursive: true }),
    'its HEAD': () => rm(join(hub.path, 'HEAD')),
    'its objects': () => rm(join(hub.path, 'objects'), { recursive: true }),
    'a part of its pack': async () => {
      await inHub('repack', '-a', '-d', '-q');
      const folder = join(hub.path, 'objects', 'pack');
      const name = (await readdir(folder)).find((one) => one.endsWith('.pack')) ?? '';
      const bytes = await readFile(join(folder, name));
      await chmod(join(folder, name), 0o600);
      await writeFile(join(folder, name), bytes.subarray(0, 40));
    },
  };
  let commit: string;
  beforeEach(async () => {
    world.copies.push({ path: copy, branch: 'drover/shop-1', base: base.commit });
    const spec = { tree, parent: base.commit, message: 'work', atSeconds: 1 };
    commit = must(await world.git.commit(hub, spec)).commit;
  });
  const pushed = async () => {
    const what = { commit, branch: 'drover/shop-1', protected: base.protected };
    const { ending, stderr } = await world.run(must(await world.git.push(hub, what, world.env)));
    must(world.git.readTransfer('push', ending, stderr));
    return (await world.by(['show', 'drover/shop-1:work.txt'], world.bare)).trim();
  };

  describe.each(Object.entries(lost))('that lost %s', (_, lose) => {
    beforeEach(lose);

    test('WT-64 is made anew by whatever is done on it: what was committed is pushed', async () => {
      expect(await pushed()).toBe('work');
      await expectMended();
    });

    test('WT-64 reads what it read before', async () => {
      const files = world.git.tree(hub, tree);
      expect(Buffer.from((await files.read('work.txt')) ?? []).toString()).toBe('work');
      expect(must(await world.git.changes(hub, base.commit, tree))).toMatchObject([{ path: 'work.txt' }]);
    });

    test('WT-64 comes from checkout and copies where the remote does not answer', async () => {
      await rm(world.bare, { recursive: true });
      expect(must(await world.git.diff(hub, base.tree, tree, 10_000))).toContain('+work');
      expect(must(await world.git.mergeBase(hub, base.commit, commit))?.commit).toBe(base.commit);
    });
  });

  test('WT-64 with a commit of the agent that stands in its copy alone', async () => {
    await world.by(['add', '-A'], copy);
    await world.by(['commit', '-q', '-m', 'mine'], copy);
    const mine = (await world.by(['rev-parse', 'HEAD'], copy)).trim();
    await rm(hub.path, { recursive: true });
    must(await world.git.changes(hub, base.commit, tree));
    expect(await inHub('cat-file', '-t', mine)).toBe('commit\n');
  });

  test('WT-64 with all commits of ours that are what they say they are, whatever is there already', async () => {
    const all = [commit];
    for (const message of ['more', 'most']) {
      const spec = { tree, parent: base.commit, message, atSeconds: 1 };
      all.push(must(await world.git.commit(hub, spec)).commit);
    }
    const forged = 'f'.repeat(commit.length);
    const kept = join(dirname(hub.path), `.commits-${basename(hub.path)}`);
    await writeFile(join(kept, forged), await readFile(join(kept, commit)));
    await rm(hub.path, { recursive: true });
    for (const _ of [1, 2]) {
      must(await world.git.changes(hub, base.commit, tree));
      expect((await inHub('for-each-ref', '--format=%(objectname)', 'refs/drover/commits')).split('\n').sort()).toEqual(
        ['', ...all].sort(),
      );
      await inHub(
        'update-ref',
        '-d',
        (await inHub('for-each-ref', '--count=1', '--format=%(refname)', 'refs/drover/commits')).trim(),
      );
      await rm(join(hub.path, 'HEAD'));
    }
  });

  test('WT-64 takes from each copy what it has once, however often it is made whole while the remote is away', async () => {
    const copies = [copy, `${copy}-b`, `${copy}-c`];
    for (const [at, path] of copies.entries()) {
      const branch = `drover/shop-${at + 1}`;
      if (at > 0) must(await world.git.makeCopy(hub, path, base, branch));
      if (at > 0) world.copies.push({ path, branch, base: base.commit });
    }
    await world.write('other.txt', 'other', `${copy}-b`);
    const other = must(await world.git.snapshot(hub, `${copy}-b`, base.commit, 'shop-2/1')).tree;
    await rm(hub.path, { recursive: true });
    await rm(world.bare, { recursive: true });
    const watched = watchGit();
    vi.stubEnv('PATH', watched.PATH);
    try {
      /** As after a restart: whether the remote was asked lately is not known any more. */
      const filledBy = async () => {
        watched.forget();
        expect(must(await world.gitAnew().changes(hub, base.commit, other))).toMatchObject([{ path: 'other.txt' }]);
        return watched.started().filter((words) => /\b(?:write-tree|pack-objects|index-pack)\b/.test(words));
      };
      expect((await filledBy()).length).toBeGreaterThanOrEqual(copies.length);
      expect(await filledBy()).toEqual([]);
      await rm(join(hub.path, 'objects'), { recursive: true });
      expect((await filledBy()).length).toBeGreaterThanOrEqual(copies.length);
    } finally {
      vi.unstubAllEnvs();
      watched.close();
    }
  });

  test('WT-64 ten that find it gone at the same time make it once', async () => {
    await rm(hub.path, { recursive: true });
    const all = await Promise.all(Array.from({ length: 10 }, () => world.git.changes(hub, base.commit, tree)));
    expect(all.map((each) => must(each).length)).toEqual(Array(10).fill(1));
  });
});

describe('a lock on a name', () => {
  const lock = () => join(hub.path, 'refs/drover/snap/shop-1/2.lock');
  const snapshot = () => world.git.snapshot(hub, copy, base.commit, 'shop-1/2');
  beforeEach(() => writeFile(lock(), ''));

  test('that a killed git left is taken away', async () => {
    const then = new Date(Date.now() - 60_000);
    await utimes(lock(), then, then);
    expect(must(await snapshot()).tree).toBe(tree);
    expect(await inHub('rev-parse', 'refs/drover/snap/shop-1/2')).toBe(`${tree}\n`);
  });

  test('that somebody holds is waited for', async () => {
    const watched = watchGit();
    vi.stubEnv('PATH', watched.PATH);
    try {
      const kept = snapshot();
      await expect.poll(() => watched.started().join('\n')).toContain('update-ref');
      await rm(lock());
      expect(must(await kept).tree).toBe(tree);
    } finally {
      vi.unstubAllEnvs();
      watched.close();
    }
  });
});
