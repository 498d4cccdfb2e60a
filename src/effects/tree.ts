// The copy's whole working tree as an object of the hub, and what changed against the base.
import type { EffectMap } from '../domain/effect/effect.ts';
import { fail, type Result } from '../domain/error.ts';
import { boundList, totalsOf } from '../domain/evidence/bound-list.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Hub } from '../ports/git.ts';
import { mustHaveCopy } from './copy.ts';
import { recallVerdicts } from './kept-verdicts.ts';
import { copiedFiles } from './provision.ts';

/** Of the list that is kept in rows: some five hundred files. */
const mostBytes = 64 * 1024;

export const snapshot: EffectFunction<'snapshot'> = async (ports, { hub, copy, base, label }, { thing }) => {
  const { git } = ports;
  const there = await mustHaveCopy(ports, copy);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const taken = await git.snapshot(hub, copy, base, label, await copiedFiles(ports, thing.task));
  if (!taken.ok) return { kind: 'failed', failure: taken.failure };
  const changes = await git.changes(hub, base, taken.value.tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const { tree } = taken.value;
  const kept = boundList(changes.value, mostBytes);
  const total = kept.length < changes.value.length && { total: totalsOf(changes.value) };
  return { kind: 'done', output: { tree, changes: kept, ...total } };
};

// The copy made equal to a tree; what differed is kept in the hub first.

export const restoreCopy: EffectFunction<'restore-copy'> = async (ports, { hub, copy, tree, label }, { thing }) => {
  const { git, files } = ports;
  const there = await mustHaveCopy(ports, copy);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const own = await copiedFiles(ports, thing.task);
  const restored = await git.restore(hub, copy, tree, label, own);
  if (hub.checkout !== copy) for (const path of own) await files.bringInside(hub.checkout, path, copy);
  return restored.ok ? { kind: 'done', output: restored.value } : { kind: 'failed', failure: restored.failure };
};

// A clean checkout of a tree for gates and hooks, never the agent's folder; dependencies are shared from the cache.

export const checkOutTree: EffectFunction<'stage-tree'> = async (ports, input, { thing, now }) => {
  const { git, files } = ports;
  const { definitions, tree } = input;
  const kept =
    definitions === undefined ? null : await recallVerdicts(ports, thing as Task, { tree, definitions }, now);
  if (kept !== null) return { kind: 'done', output: { folder: '', tree, kept } };
  const overlay = await overlayOf(ports, input);
  if (!overlay.ok) return { kind: 'failed', failure: overlay.failure };
  const composed =
    overlay.value === null
      ? { ok: true as const, value: input.tree }
      : await git.compose(input.hub, input.base, input.tree, overlay.value);
  if (!composed.ok) return { kind: 'failed', failure: composed.failure };
  await files.makeFolder(`stages/${thing.task}`);
  const folder = files.path('stages', thing.task, input.label.slice(thing.task.length + 1).replaceAll('/', '-'));
  const out = await git.checkout(input.hub, composed.value, folder, {
    repository: input.repository,
    hooksFrom: input.repository ? input.hub.checkout : null,
    ...(input.repository ? { parentTree: input.base } : {}),
  });
  if (!out.ok) return { kind: 'failed', failure: out.failure };
  if (input.dependencies !== null)
    for (const path of input.folders) await files.share(`${input.dependencies}/${path}`, { root: folder, path });
  return { kind: 'done', output: { folder, tree: composed.value } };
};

async function overlayOf(
  { git, gates }: EffectPorts,
  { hub, base, tree, overlay }: EffectMap['stage-tree']['input'],
): Promise<Result<readonly string[] | null>> {
  if (overlay === null || !('globs' in overlay)) return { ok: true, value: overlay };
  const { globs } = overlay;
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return changes;
  const under = changes.value.filter(({ kind, path }) => kind !== 'deleted' && gates.isTest({ tests: globs }, path));
  return { ok: true, value: under.map(({ path }) => path) };
}

// What differs between two trees: paths, and how many lines came and went.

export type TreeChange = { readonly paths: readonly string[]; readonly added: number; readonly removed: number };

/** Null: it cannot be told. */
export async function compareTrees(
  { git }: Pick<EffectPorts, 'git'>,
  hub: Hub,
  from: string,
  to: string,
): Promise<TreeChange | null> {
  const changes = await git.changes(hub, from, to);
  if (!changes.ok) return null;
  const paths = changes.value.flatMap(({ path, from: old }) => (old === null ? [path] : [old, path]));
  const { added, removed } = totalsOf(changes.value);
  return { paths: [...new Set(paths)].sort(), added, removed };
}

// The copy goes on under another branch; nothing in it changes.

export const switchBranch: EffectFunction<'switch-branch'> = async (
  { git, store },
  { hub, base, copy, from, branch, isolation },
  { thing },
) => {
  if (isolation !== 'clone')
    return {
      kind: 'failed',
      ...fail(
        'UNSUPPORTED',
        `The branch stays ${from}: it stands in your own repository. Only a clone goes on under another one.`,
      ),
    };
  if (branch === base.branch || base.protected.includes(branch))
    return { kind: 'failed', ...fail('PROTECTED_BRANCH', `${branch} is protected; nothing was changed.`) };
  const switched = await git.switchBranch(hub, copy, base, branch);
  if (!switched.ok) return { kind: 'failed', failure: switched.failure };
  await store.transact(async (tx) => {
    const there = await tx.copy(thing.task);
    if (there !== null) await tx.putCopy({ ...there, branch });
    const lease = await tx.lease(thing.task);
    if (lease !== null) await tx.changeLease(thing.task, lease.fence, { branch });
  });
  return { kind: 'done', output: { branch } };
};
