import { existsSync } from 'node:fs';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../test/fakes/git-remote/make-world.ts';
import type { ChangeAsked } from '../domain/run/change-asked.ts';
import type { Base, Hub } from '../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
});
afterEach(() => world.close());

const branch = async () => (await world.by(['branch', '--show-current'])).trim();

test('CM-18 isolation checkout: a dirty tree, untracked files included, is GIT_DIRTY with their names, and nothing moves', async () => {
  await world.write('untracked.txt', 'x');
  const taken = await world.git.takeCheckout(hub, base, 'task');
  expect(taken).toMatchObject({ failure: { error_code: 'GIT_DIRTY', details: { files: ['untracked.txt'] } } });
  expect(await branch()).toBe('main');
});

test('CM-18 isolation clone: a dirty checkout is not refused and not touched', async () => {
  await world.write('untracked.txt', 'x');
  const copy = must(await world.git.makeCopy(hub, join(world.folder, 'copy'), base, 'task'));
  expect(must(await world.git.snapshot(hub, copy.path, base.commit, 'x')).tree).toBe(base.tree);
  expect(must(await world.git.inspect(world.checkout)).dirty).toEqual(['untracked.txt']);
});

test('the checkout is taken on a new branch, found when repeated, and given back', async () => {
  await world.by(['switch', '-q', '-c', 'mine']);
  for (let time = 0; time < 2; time += 1)
    expect(must(await world.git.takeCheckout(hub, base, 'task'))).toEqual({ path: world.checkout, branch: 'task' });
  expect(await branch()).toBe('task');
  for (let time = 0; time < 2; time += 1) must(await world.git.leaveCheckout(hub, base, 'task', false));
  expect(await branch()).toBe('mine');
  expect(await world.by(['branch', '--list', 'task'])).toContain('task');
});

test('a branch of the person is not taken for the task', async () => {
  await world.by(['branch', 'task']);
  expect(await world.git.takeCheckout(hub, base, 'task')).toMatchObject({ failure: { error_code: 'ALREADY_EXISTS' } });
});

test('a branch that is removed is kept in the hub with its commits', async () => {
  must(await world.git.takeCheckout(hub, base, 'task'));
  await world.by(['commit', '-q', '--allow-empty', '-m', 'work']);
  const work = await world.by(['rev-parse', 'HEAD']);
  must(await world.git.leaveCheckout(hub, base, 'task', true));
  expect(await world.by(['branch', '--list', 'task'])).toBe('');
  expect(await world.by(['--git-dir', hub.path, 'rev-parse', 'refs/drover/kept/checkout/task'])).toBe(work);
  must(await world.git.leaveCheckout(hub, base, 'task', true));
});

test('a detached head is found again', async () => {
  await world.by(['switch', '-q', '--detach']);
  must(await world.git.takeCheckout(hub, base, 'task'));
  must(await world.git.leaveCheckout(hub, base, 'task', true));
  expect(must(await world.git.inspect(world.checkout))).toMatchObject({ branch: null, head: base.commit });
});

test('work that is not committed is not carried to another branch', async () => {
  must(await world.git.takeCheckout(hub, base, 'task'));
  await world.write('README.md', 'half');
  expect(await world.git.leaveCheckout(hub, base, 'task', true)).toMatchObject({
    failure: { error_code: 'GIT_DIRTY' },
  });
  expect(await branch()).toBe('task');
});

test('a snapshot of the own checkout keeps to the line ends and filters of the person', async () => {
  await world.write('.gitattributes', '*.txt text eol=crlf\n*.up filter=up\n');
  await world.by(['config', '--global', 'filter.up.clean', 'tr a-z A-Z']);
  await world.by(['config', '--global', 'filter.up.smudge', 'tr A-Z a-z']);
  await world.write('a.txt', 'one\r\n');
  await world.write('b.up', 'text');
  await world.by(['add', '-A']);
  await world.by(['commit', '-q', '-m', 'filters']);
  await world.by(['push', '-q', 'origin', 'main']);
  ({ base } = await world.ready());
  must(await world.git.takeCheckout(hub, base, 'task'));
  expect(must(await world.git.snapshot(hub, world.checkout, base.commit, 'x')).tree).toBe(base.tree);
  await world.write('a.txt', 'two\r\n');
  const { tree } = must(await world.git.snapshot(hub, world.checkout, base.commit, 'y'));
  expect(Buffer.from((await world.git.tree(hub, tree).read('a.txt')) ?? []).toString()).toBe('two\n');
});

test('the checkout is put on record in one look, as its hub and a snapshot tell it, and filters of its own configuration do not run', async () => {
  await world.by(['config', 'filter.own.clean', 'touch ran; cat']);
  await world.write('.gitattributes', '*.own filter=own\n');
  await world.write('a.own', 'x');
  const { hub: opened, tree } = must(await world.git.recordCheckout('shop-look', world.checkout, 'once/r1-start'));
  expect(opened).toEqual(must(await world.git.openHub('shop-look', world.checkout, true)));
  expect(must(await world.git.snapshot(opened, world.checkout, 'HEAD', 'once/r1-again')).tree).toBe(tree);
  expect(await world.by(['--git-dir', opened.path, 'ls-tree', '--name-only', tree])).toContain('a.own');
  for (const label of ['once/r1-start', 'once/r1-again'])
    expect(await world.by(['--git-dir', opened.path, 'rev-parse', `refs/drover/snap/${label}`])).toBe(`${tree}\n`);
  expect(must(await world.git.inspect(world.checkout)).dirty).toEqual(['.gitattributes', 'a.own']);
});

test('a snapshot whose name git would refuse is refused, and one that stands is given its new tree', async () => {
  const take = (label: string) => world.git.recordCheckout('shop-look', world.checkout, label);
  must(await take('once/r2'));
  expect(await take('once/../r2')).toMatchObject({ failure: { error_code: 'GIT_FAILED' } });
  await world.write('new.txt', 'x');
  const { hub: opened, tree } = must(await take('once/r2'));
  expect(await world.by(['--git-dir', opened.path, 'rev-parse', 'refs/drover/snap/once/r2'])).toBe(`${tree}\n`);
});

test('a checkout that was put on record before is put on record as if it never had been, whatever was done in it since', async () => {
  let looks = 0;
  const look = async (name: string) => {
    looks += 1;
    return must(await world.git.recordCheckout(name, world.checkout, `once/r${looks}`)).tree;
  };
  const steps: readonly (() => Promise<unknown>)[] = [
    async () => null,
    () => world.write('README.md', 'half'),
    () => world.write('new/deep.txt', 'x'),
    async () => null,
    () => world.by(['checkout', '-q', '--', 'README.md']),
    () => rm(join(world.checkout, 'README.md')),
    () => world.by(['add', '-A']),
    () => world.by(['commit', '-q', '-m', 'next']),
    () => world.write('.gitignore', '*.log\n'),
    () => world.write('kept.log', 'ignored, and yet tracked'),
    () => world.by(['add', '-f', 'kept.log']),
    () => world.by(['commit', '-q', '-m', 'log']),
    () => world.write('kept.log', 'changed'),
    () => world.by(['switch', '-q', '-f', '--detach', 'HEAD~1']),
    () => world.by(['update-index', '--assume-unchanged', 'new/deep.txt']),
    () => world.write('new/deep.txt', 'y'),
  ];
  for (const [number, step] of steps.entries()) {
    await step();
    const anew = await look(`anew-${number}`);
    expect([await look('known'), await look('known')], `after step ${number}`).toEqual([anew, anew]);
  }
});

test('what has changed under the times and the size it had is seen', async () => {
  await world.by(['config', '--global', 'core.trustctime', 'false']);
  const file = join(world.checkout, 'same.txt');
  const old = new Date(Date.now() - 3_600_000);
  await writeFile(file, 'one');
  await utimes(file, old, old);
  await world.by(['add', '-A']);
  await world.by(['commit', '-q', '-m', 'same']);
  const look = () => world.git.recordCheckout('shop-look', world.checkout, 'once/r3');
  const { tree } = must(await look());
  const before = await stat(file);
  const second = async () => Math.floor((await stat(file)).ctimeMs / 1000);
  // Git counts seconds; the one in which it was looked at must be over.
  for (const begun = await second(); (await second()) === begun; ) {
    await writeFile(file, 'two');
    await utimes(file, before.atime, before.mtime);
  }
  expect(must(await look()).tree).not.toBe(tree);
});

test('an index that was kept and is damaged is made anew', async () => {
  const look = async () => must(await world.git.recordCheckout('shop-look', world.checkout, 'once/r4'));
  const { hub: opened, tree } = await look();
  const [place = ''] = await readdir(join(opened.path, 'checkouts'));
  for (const name of await readdir(join(opened.path, 'checkouts', place)))
    await writeFile(join(opened.path, 'checkouts', place, name), 'DIRC and then nothing');
  expect((await look()).tree).toBe(tree);
  expect((await look()).tree).toBe(tree);
});

test('the hub of a record that has gone since the last one is there again, and borrows what the checkout has', async () => {
  const look = async () => must(await world.git.recordCheckout('shop-look', world.checkout, 'once/r5'));
  const { hub: opened, tree } = await look();
  await world.write('new.txt', 'x');
  await rm(opened.path, { recursive: true });
  const again = await look();
  expect(again.hub).toEqual(opened);
  const changes = must(await world.git.changes(again.hub, tree, again.tree));
  expect(changes.map(({ path }) => path)).toEqual(['new.txt']);
});

describe('a change that is named', () => {
  const look = async () => must(await world.git.recordCheckout('shop-look', world.checkout, 'once/review'));
  const commit = async (file: string, text: string) => {
    await world.write(file, text);
    await world.by(['add', '-A']);
    await world.by(['commit', '-q', '-m', file]);
    return (await world.by(['rev-parse', 'HEAD'])).trim();
  };
  const pathsOf = async (change: ChangeAsked) => {
    const { hub: opened, tree } = await look();
    const trees = await world.git.changedTrees(opened, change, tree);
    if (!trees.ok) return trees.failure.error_code;
    return must(await world.git.changes(opened, trees.value.from, trees.value.to)).map(({ path }) => path);
  };

  test('is what is not committed, all since a branch, or one commit, and its trees are seen by the hub', async () => {
    const branch = (await world.by(['branch', '--show-current'])).trim();
    await world.by(['checkout', '-q', '-b', 'work']);
    const first = await commit('first.txt', '1');
    await commit('second.txt', '2');
    await world.by(['checkout', '-q', branch]);
    await commit('meanwhile.txt', 'on the base');
    await world.by(['checkout', '-q', 'work']);
    await world.write('third.txt', 'not committed');
    expect(await pathsOf({ kind: 'uncommitted' })).toEqual(['third.txt']);
    expect(await pathsOf({ kind: 'since', base: branch })).toEqual(['first.txt', 'second.txt', 'third.txt']);
    expect(await pathsOf({ kind: 'commit', commit: first })).toEqual(['first.txt']);
    expect(await pathsOf({ kind: 'commit', commit: 'HEAD~1' })).toEqual(['first.txt']);
  });

  test('is all that stands there before the first commit, since no branch and of no commit', async () => {
    await world.by(['update-ref', '-d', 'HEAD']);
    await world.write('new.txt', 'new');
    const { tree } = await look();
    const all = (await world.by(['ls-files', '--cached', '--others', '--exclude-standard'])).trim().split('\n').sort();
    expect([...(await pathsOf({ kind: 'uncommitted' }))].sort()).toEqual(all);
    expect(await pathsOf({ kind: 'commit', commit: 'HEAD' })).toBe('BASE_UNKNOWN');
    expect(await pathsOf({ kind: 'since', base: 'nowhere' })).toBe('BASE_UNKNOWN');
    expect((await look()).tree).toBe(tree);
  });

  test('is all of it where it is the first commit, and none where nobody knows it or it begins like an option', async () => {
    const [root = ''] = (await world.by(['rev-list', '--max-parents=0', 'HEAD'])).trim().split('\n');
    expect((await world.by(['ls-tree', '-r', '--name-only', root])).trim().split('\n').sort()).toEqual(
      [...(await pathsOf({ kind: 'commit', commit: root }))].sort(),
    );
    for (const name of ['nowhere', '--all', '', 'HEAD:a.txt'])
      for (const change of [{ kind: 'since', base: name } as const, { kind: 'commit', commit: name } as const])
        expect([name, await pathsOf(change)]).toEqual([name, 'BASE_UNKNOWN']);
  });
});

test('lends programs that work in the checkout itself its `.git` to read, so that they change nothing there', async () => {
  expect(await world.git.lentTo(hub, world.checkout)).toEqual([
    join(hub.path, 'objects'),
    join(world.checkout, '.git'),
  ]);
});

describe('a checkout that is sparse', () => {
  beforeEach(async () => {
    for (const path of ['in/a.txt', 'out/b.txt']) await world.write(path, 'one\n');
    await world.by(['add', '-A']);
    await world.by(['commit', '-q', '-m', 'more']);
    await world.by(['sparse-checkout', 'set', 'in']);
  });

  test('is on record with what lies outside, and put back without laying that out', async () => {
    const { hub: own, tree } = must(await world.git.recordCheckout('shop', world.checkout, 'x'));
    expect(tree).toBe((await world.by(['rev-parse', 'HEAD^{tree}'])).trim());
    await world.write('in/a.txt', 'two\n');
    const changed = must(await world.git.restore(own, world.checkout, tree, 'back')).changed;
    expect(changed).toEqual(['in/a.txt']);
    expect(await world.by(['status', '--porcelain'])).toBe('');
    expect(existsSync(join(world.checkout, 'out'))).toBe(false);
  });
});
