// What a task may take away: with real git and a real store, the effects that make, claim and remove, against what a person put there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localPorts } from '../../src/daemon/system/computer.ts';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import type { EffectMap, EffectName } from '../../src/domain/effect/effect.ts';
import { type HostId, instant, taskId } from '../../src/domain/ids.ts';
import type { Run } from '../../src/domain/run/run.ts';
import type { EffectResult } from '../../src/domain/thing.ts';
import { effects } from '../../src/effects/table.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { EffectContext, EffectPorts } from '../../src/ports/effect.ts';
import type { Base, Hub } from '../../src/ports/git.ts';
import type { Copy, Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeWorld, must, type World } from '../fakes/git-remote/make-world.ts';
import { quiet } from '../fakes/outside.ts';
import { sha256Of } from '../fakes/told-proof.ts';

let world: World;
let store: Store;
let ports: EffectPorts;
let hub: Hub;
let base: Base;
beforeEach(async () => {
  world = await makeWorld();
  const state = join(world.folder, 'state');
  mkdirSync(state, { recursive: true });
  store = await openSqliteStore({ path: join(state, 'drover.db'), clock: systemClock, log: quiet });
  ({ hub, base } = await world.ready());
  ports = {
    ...{ store, git: world.git, files: createStateFiles(state, () => String(Math.random())), localPorts },
    ...{ sha256: sha256Of, log: quiet },
    ...{ person: { env: () => world.env }, forges: { of: async () => ({ ok: true, value: { name: 'bare' } }) } },
    keeper: { find: async () => null },
  } as unknown as EffectPorts;
});
afterEach(async () => {
  await store.close();
  await world.close();
});

const task = taskId('shop', 1);
const thing = { id: task, task, host: 'here' as HostId, kind: 'task', spec: {} };
const context = (of: object = thing) =>
  ({
    id: 'e',
    thing: of,
    now: instant(1),
    signal: new AbortController().signal,
    fenced: async () => true,
  }) as unknown as EffectContext;

async function perform<Name extends EffectName>(name: Name, input: EffectMap[Name]['input'], of?: object) {
  const result = (await effects[name](ports, input, context(of))) as EffectResult<EffectMap[Name]['output']>;
  if (result.kind === 'later') throw new Error('later');
  return result;
}
async function done<Name extends EffectName>(name: Name, input: EffectMap[Name]['input']) {
  const result = await perform(name, input);
  if (result.kind === 'failed') throw new Error(result.failure.message);
  return result.output;
}

type Isolation = Copy['isolation'];
const branch = 'fix/x';
const path = () => join(world.folder, 'state', 'copies', task);
const make = (isolation: Isolation = 'clone') => done('make-copy', { hub, base, branch, isolation });
const remove = (isolation: Isolation = 'clone', copy = path()) =>
  done('remove-copy', { hub, base, copy, branch, isolation });
const claim = (commit = base.commit, pushed = false) => done('claim-branch', { hub, branch, commit, pushed });
const claimOn = (on: Base) => done('claim-branch', { hub, branch, commit: base.commit, pushed: false, base: on });
const isOursThere = async () => (await done('find-pull-request', { hub, branch })).ours;
const record = async () => (await store.read((reads) => reads.copy(task)))?.created;
const localBranches = () => world.by(['branch', '--format=%(refname:short)']);
const byPerson = (name: string) => world.by(['push', '-q', 'origin', `HEAD:refs/heads/${name}`]);
const unpush = (commit: string) =>
  perform('start-run', {}, {
    id: 'r1',
    task,
    kind: 'run',
    spec: { purpose: { kind: 'unpush', hub, commit, branch } },
  } as unknown as Run);
/** As rows of an earlier version are. */
const forgetRecord = () =>
  store.transact(async (tx) => {
    const { created: _, ...copy } = (await tx.copy(task)) as Copy;
    await tx.putCopy(copy);
  });

it('WT-50 a copy is on record before it is made, and goes with it', async () => {
  await make();
  expect(await record()).toEqual([{ kind: 'folder', name: path() }]);
  expect(await remove()).toEqual({ kept: null });
  expect([existsSync(path()), await record()]).toEqual([false, []]);
});

it('WT-50 a folder that a person put where the copy belongs is refused, named, left, and not taken away later', async () => {
  mkdirSync(path(), { recursive: true });
  writeFileSync(join(path(), 'mine.txt'), 'mine');
  for (const isolation of ['clone', 'worktree'] as const)
    expect(await perform('make-copy', { hub, base, branch, isolation })).toMatchObject({
      failure: { error_code: 'ALREADY_EXISTS', message: expect.stringContaining(path()) },
    });
  expect(await remove()).toMatchObject({ left: [path()] });
  expect(readFileSync(join(path(), 'mine.txt'), 'utf8')).toBe('mine');
});

it('WT-50 a copy of an earlier version, which kept no record, is left and named', async () => {
  await make();
  await forgetRecord();
  expect(await remove()).toEqual({ kept: null, left: [path()] });
  expect(existsSync(path())).toBe(true);
});

it.each([
  ['at the base', 'HEAD'],
  ['ahead of it', 'ahead'],
])('WT-50 a branch that a person pushed %s, on the remote only, is theirs for good', async (_, from) => {
  if (from === 'ahead') await world.by(['commit', '-q', '--allow-empty', '-m', 'ahead']);
  await make();
  await byPerson(branch);
  expect(await claim('c'.repeat(40))).toEqual({ fresh: false });
  expect(await isOursThere()).toBe(false);
  expect(await unpush(base.commit)).toMatchObject({ failure: { error_code: 'PROTECTED_BRANCH' } });
});

it('WT-50 a branch that a person pushes between the look and the push is theirs, whatever was noted', async () => {
  await make();
  expect(await claim()).toEqual({ fresh: true });
  expect(await isOursThere()).toBe(true);
  await byPerson(branch);
  await claim('c'.repeat(40));
  expect(await isOursThere()).toBe(false);
});

it('WT-50 a branch that Drover made stays its own after the push, also when a person has pushed to it, and goes only while it is where Drover left it', async () => {
  await make();
  await claim();
  await byPerson(branch);
  expect(await claim()).toEqual({ fresh: false });
  expect(await isOursThere()).toBe(true);
  await world.by(['commit', '-q', '--allow-empty', '-m', 'by a person']);
  await byPerson(branch);
  await claim(base.commit, true);
  expect(await isOursThere()).toBe(true);
  const { ending } = await world.run(must(await world.git.unpush(hub, base.commit, branch, world.env)));
  expect(ending).not.toEqual({ kind: 'exited', code: 0 });
  expect(must(await world.git.remoteBranch(hub, branch, world.env))).toBe(
    (await world.by(['rev-parse', 'HEAD'])).trim(),
  );
});

it('WT-50 where the remote cannot be asked nothing is noted, and so nothing is removed', async () => {
  await make();
  await world.remote.close();
  expect(await claim()).toEqual({ fresh: false });
  expect(await isOursThere()).toBe(false);
});

it.each(['worktree', 'checkout'] as const)(
  'WT-50 the branch that a task made in the checkout goes with it (%s)',
  async (isolation) => {
    const { path: copy } = await make(isolation);
    expect(await record()).toContainEqual({ kind: 'checkout_branch', name: branch });
    expect(await remove(isolation, copy)).toEqual({ kept: null });
    expect(await localBranches()).toBe('main\n');
  },
);

it('WT-50 a branch that a person made in the checkout is left by a worktree that used it', async () => {
  await world.by(['branch', branch]);
  await make('worktree');
  expect(await record()).toEqual([{ kind: 'folder', name: path() }]);
  expect(await remove('worktree')).toEqual({ kept: null, left: [`branch ${branch}`] });
  expect(await localBranches()).toBe(`${branch}\nmain\n`);
});

it.each(['worktree', 'checkout'] as const)(
  'WT-50 the branch of a task without a record stays in the checkout (%s)',
  async (isolation) => {
    const { path: copy } = await make(isolation);
    await forgetRecord();
    expect((await remove(isolation, copy)).left).toContain(`branch ${branch}`);
    expect(await localBranches()).toContain(branch);
  },
);

it('WT-50 commits of a person on a branch that goes are kept in the hub and named', async () => {
  const { path: copy } = await make('checkout');
  await world.by(['commit', '-q', '--allow-empty', '-m', 'by a person']);
  const commit = (await world.by(['rev-parse', 'HEAD'])).trim();
  const { kept } = await remove('checkout', copy);
  expect(kept).toBe(`refs/drover/kept/checkout/${branch}`);
  expect((await world.by(['--git-dir', hub.path, 'rev-parse', kept ?? ''])).trim()).toBe(commit);
});

it('WT-50 a making that fails leaves nothing on the record', async () => {
  await world.by(['branch', branch]);
  await world.by(['commit', '-q', '--allow-empty', '-m', 'further']);
  await world.by(['branch', '-f', branch]);
  expect(await perform('make-copy', { hub, base, branch, isolation: 'worktree' })).toMatchObject({ kind: 'failed' });
  expect(await record()).toEqual([]);
  expect(await perform('make-copy', { hub, base, branch: 'a b', isolation: 'worktree' })).toMatchObject({
    kind: 'failed',
  });
  expect(await perform('make-copy', { hub, base, branch: '-x', isolation: 'clone' })).toMatchObject({ kind: 'failed' });
  expect(await record()).toEqual([]);
});

describe('copies of criteria that are worked on at once', () => {
  const member = (label: string) => `${path()}.${label}`;
  const makeMember = (label: string) =>
    perform('mend-copy', {
      ...{ workspace: 'shop', hub, base, copy: member(label), branch: `${branch}--${label}`, isolation: 'clone' },
      ...{ tree: base.tree, dependencies: null, folders: [], files: [] },
    });
  const labels = ['SC-1', 'SC-2', 'SC-3'];

  it('are all on the record though they are made at the same time, and go one by one or with the task', async () => {
    await make();
    expect((await Promise.all(labels.map(makeMember))).map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    const folders = async () =>
      ((await store.read((reads) => reads.copy(task)))?.created ?? []).flatMap(({ kind, name }) =>
        kind === 'folder' ? [name] : [],
      );
    expect((await folders()).toSorted()).toEqual([path(), ...labels.map(member)]);
    writeFileSync(join(member('SC-1'), 'made.txt'), 'made');
    await done('remove-member-copy', { hub, copy: member('SC-1') });
    expect([existsSync(member('SC-1')), (await folders()).includes(member('SC-1'))]).toEqual([false, false]);
    expect(await world.by(['--git-dir', hub.path, 'show', `refs/drover/kept/${task}.SC-1:made.txt`])).toBe('made');
    await remove();
    expect([path(), ...labels.map(member)].filter((each) => existsSync(each))).toEqual([]);
  });

  it('are never made in, or taken away from, a folder that somebody else put there', async () => {
    await make();
    mkdirSync(member('SC-1'));
    writeFileSync(join(member('SC-1'), 'mine.txt'), 'mine');
    expect(await makeMember('SC-1')).toMatchObject({ kind: 'failed', failure: { error_code: 'ALREADY_EXISTS' } });
    await done('remove-member-copy', { hub, copy: member('SC-1') });
    await remove();
    expect(readFileSync(join(member('SC-1'), 'mine.txt'), 'utf8')).toBe('mine');
  });
});

it('a branch whose base is no more what it began from is not claimed, and that is told', async () => {
  await make();
  expect(await claimOn(base)).toEqual({ fresh: true });
  await world.by(['commit', '-q', '--amend', '-m', 'other']);
  await world.by(['push', '-qf', 'origin', 'main']);
  expect(await claimOn(base)).toEqual({ fresh: false, base: 'rewritten' });
  expect(await claimOn({ ...base, branch: 'trunk' })).toEqual({ fresh: false, base: 'gone' });
});

it('work in the checkout itself waits where the person went to another branch there, and what is theirs is left', async () => {
  await make('checkout');
  const at = { hub, copy: world.checkout, base: base.tree, tree: base.tree, label: 'shop-1/look' };
  expect(await perform('snapshot', at)).toMatchObject({ kind: 'done' });
  await world.by(['switch', '-q', '-c', 'mine', 'main']);
  await world.write('mine.txt', 'mine');
  for (const effect of ['snapshot', 'restore-copy'] as const)
    expect(await perform(effect, at)).toMatchObject({
      failure: { error_code: 'GIT_FAILED', message: expect.stringMatching(/is on mine, .*`git switch fix\/x`/) },
    });
  expect(readFileSync(join(world.checkout, 'mine.txt'), 'utf8')).toBe('mine');
  await world.by(['switch', '-q', branch]);
  expect(await perform('snapshot', at)).toMatchObject({ kind: 'done' });
});
