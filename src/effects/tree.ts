// The copy's whole working tree as an object of the hub, and what changed against the base.

import { defined } from '../domain/defined.ts';
import type { EffectMap } from '../domain/effect/effect.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import { boundList, totalsOf } from '../domain/evidence/bound-list.ts';
import type { GatePlan } from '../domain/evidence/gate-plan.ts';
import type { GuardedKnown } from '../domain/evidence/guarded-change.ts';
import type { StruckTree } from '../domain/evidence/reached.ts';
import type { TaskId } from '../domain/ids.ts';
import { ofRoot } from '../domain/root.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Hub } from '../ports/git.ts';
import { absentPlaces } from './absent-places.ts';
import { changedTests, changedUnder, filesNamedOn } from './changed-tests.ts';
import { mustHaveCopy } from './copy.ts';
import { gatherTaskFiles } from './flow/gather.ts';
import { recallVerdicts } from './kept-verdicts.ts';
import { copiedFiles, leftOut } from './provision.ts';

/** Of the list that is kept in rows: some five hundred files. */
const mostBytes = 64 * 1024;

export const snapshot: EffectFunction<'snapshot'> = async (ports, input, { thing }) => {
  const { hub, copy, base, label, gather, places } = input;
  const { git } = ports;
  const there = await mustHaveCopy(ports, { hub, copy }, thing.task);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const outside = await leftOut(ports, thing.task);
  const gathered = gather && (await gatherTaskFiles(ports, { hub, copy, base, gather, outside }, thing));
  const taken = await git.snapshot(hub, copy, base, label, outside);
  if (!taken.ok) return { kind: 'failed', failure: taken.failure };
  const changes = await git.changes(hub, base, taken.value.tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const { tree, aside } = taken.value;
  const kept = boundList(changes.value, mostBytes);
  const total = kept.length < changes.value.length && { total: totalsOf(changes.value) };
  const absent = places && (await absentPlaces(git.tree(hub, places.tree), places.said, copy));
  return { kind: 'done', output: { tree, changes: kept, ...total, ...defined({ gathered, absent, aside }) } };
};

// The copy made equal to a tree; what differed is kept in the hub first.

export const restoreCopy: EffectFunction<'restore-copy'> = async (ports, { hub, copy, tree, label }, { thing }) => {
  const { git, files } = ports;
  const there = await mustHaveCopy(ports, { hub, copy }, thing.task);
  if (!there.ok) return { kind: 'failed', failure: there.failure };
  const own = await copiedFiles(ports, thing.task);
  const restored = await git.restore(hub, copy, tree, label, await leftOut(ports, thing.task));
  if (hub.checkout !== copy) for (const path of own) await files.bringInside(hub.checkout, path, copy);
  return restored.ok ? { kind: 'done', output: restored.value } : { kind: 'failed', failure: restored.failure };
};

// A clean checkout of a tree for gates and hooks, never the agent's folder; dependencies are shared from the cache.

export const checkOutTree: EffectFunction<'stage-tree'> = async (ports, input, { thing, now }) => {
  const { git, files } = ports;
  const { definitions, tree } = input;
  const kept =
    definitions === undefined ? null : await recallVerdicts(ports, ofRoot(thing), { tree, definitions }, now);
  if (kept !== null) return { kind: 'done', output: { folder: '', tree, kept } };
  const made = await composeOverlay(ports, input, thing.task);
  if (!made.ok) return { kind: 'failed', failure: made.failure };
  const { composed, ...laid } = made.value;
  if (laid.laid?.length === 0 && laid.sample === undefined)
    return { kind: 'done', output: { folder: '', tree, ...laid } };
  await files.makeFolder(`stages/${thing.task}`);
  const folder = files.path('stages', thing.task, input.label.slice(thing.task.length + 1).replaceAll('/', '-'));
  const out = await git.checkout(input.hub, composed, folder, {
    repository: input.repository,
    hooksFrom: input.repository ? input.hub.checkout : null,
    ...(input.repository ? { parentTree: input.base } : {}),
  });
  if (!out.ok) return { kind: 'failed', failure: out.failure };
  if (input.dependencies !== null)
    for (const path of input.folders) await files.share(`${input.dependencies}/${path}`, { root: folder, path });
  return { kind: 'done', output: { folder, tree: composed, ...laid } };
};

type Composed = {
  readonly composed: string;
  readonly laid?: readonly string[];
  readonly moreLaid?: true;
  readonly onlyTests?: true;
  readonly struck?: StruckTree;
  readonly sample?: { path: string; like: readonly string[] };
};

async function composeOverlay(
  ports: EffectPorts,
  input: EffectMap['stage-tree']['input'],
  task: TaskId,
): Promise<Result<Composed>> {
  const { hub, base, tree, overlay } = input;
  if (overlay === null) return ok({ composed: tree });
  if ('guarded' in overlay) return holdGuarded(ports, input, overlay);
  if ('without' in overlay) return putHunkBack(ports, input, overlay);
  if ('exchanged' in overlay) return exchangeValues(ports, input, overlay);
  if ('struck' in overlay) return strikeChange(ports, input, overlay);
  if ('settings' in overlay) return laySettings(ports, input, overlay);
  if ('globs' in overlay && overlay.whole) return changedTests(ports, input, overlay.globs, task);
  if ('globs' in overlay && overlay.asTheyWere) return layAsTheyWere(ports, input, overlay.globs, task);
  const paths = 'globs' in overlay ? await changedUnder(ports, input, overlay.globs) : ok(overlay);
  if (!paths.ok) return paths;
  const composed = await ports.git.compose(hub, base, tree, paths.value);
  return composed.ok ? ok({ composed: composed.value }) : composed;
}

/** Of the list that is kept in rows. */
const mostLaid = 32 * 1024;

/** Here `tree` is where the change began and `base` what came of it. */
async function layAsTheyWere(
  ports: EffectPorts,
  { hub, base, tree }: EffectMap['stage-tree']['input'],
  globs: readonly string[],
  task: TaskId,
): Promise<Result<Composed>> {
  const { git, gates } = ports;
  const changes = await git.changes(hub, tree, base);
  if (!changes.ok) return changes;
  const plan = { tests: globs };
  const under = (paths: readonly string[]) => [...new Set(paths)].filter((path) => gates.isTest(plan, path));
  const laid = under(changes.value.flatMap(({ kind, path, from }) => (kind === 'added' ? [] : [from ?? path])));
  if (laid.length === 0) return ok({ composed: base, laid });
  const added = under(changes.value.map(({ path }) => path));
  const texts = await gates.carriedTests(plan, git.tree(hub, tree), git.tree(hub, base), changes.value, laid);
  const composed = await git.compose(hub, base, tree, [...new Set([...laid, ...added])], texts);
  if (!composed.ok) return composed;
  const kept = boundList(laid, mostLaid);
  const known = await filesNamedOn(ports, task, tree);
  return ok({
    composed: composed.value,
    laid: kept,
    ...(kept.length < laid.length && { moreLaid: true }),
    ...(laid.every((path) => known?.has(path) ?? false) && { onlyTests: true }),
  });
}

/** As above. What was taken away comes back, what is read unasked and was not there goes. */
async function holdGuarded(
  { git, gates }: EffectPorts,
  { hub, base, tree }: EffectMap['stage-tree']['input'],
  { plan, guarded }: { readonly plan: GatePlan; readonly guarded: GuardedKnown },
): Promise<Result<Composed>> {
  const changes = await git.changes(hub, tree, base);
  if (!changes.ok) return changes;
  const touched = await gates.guardedChanges(plan, git.tree(hub, tree), git.tree(hub, base), changes.value, guarded);
  const laid = [...new Set(touched.flatMap(({ path, from }) => (from === null ? [path] : [from, path])))];
  if (laid.length === 0) return ok({ composed: base, laid });
  const composed = await git.compose(hub, base, tree, laid);
  return composed.ok ? ok({ composed: composed.value, laid: boundList(laid, mostLaid) }) : composed;
}

type Without = Extract<EffectMap['stage-tree']['input']['overlay'], { readonly without: unknown }>;

/** `composed` is the change without it. */
async function putHunkBack(
  { git, gates }: EffectPorts,
  { hub, base, tree }: EffectMap['stage-tree']['input'],
  { without: { path, key }, plan }: Without,
): Promise<Result<Composed>> {
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return changes;
  const own = changes.value.filter((each) => each.path === path);
  const { hunks } = await gates.cutChange(plan, git.tree(hub, base), git.tree(hub, tree), own, key);
  const hunk = hunks.find((each) => each.key === key);
  const text = hunk?.text;
  if (text === undefined) return ok({ composed: tree, laid: [] });
  const composed =
    text === null
      ? await git.compose(hub, tree, base, [path])
      : await git.compose(hub, tree, tree, [path], new Map([[path, text]]));
  return composed.ok ? ok({ composed: composed.value, laid: [path] }) : composed;
}

/** As above, of values that tests expect. */
async function exchangeValues(
  { git, gates }: EffectPorts,
  { hub, tree }: EffectMap['stage-tree']['input'],
  { exchanged: path, asks }: Extract<EffectMap['stage-tree']['input']['overlay'], { readonly exchanged: unknown }>,
): Promise<Result<Composed>> {
  const other = await gates.otherValues(git.tree(hub, tree), path, asks);
  if (other === null) return ok({ composed: tree, laid: [] });
  const composed = await git.compose(hub, tree, tree, [path], new Map([[path, other.text]]));
  return composed.ok ? ok({ composed: composed.value, laid: [path] }) : composed;
}

/** What is told are the settings alone. */
async function laySettings(
  ports: EffectPorts,
  input: EffectMap['stage-tree']['input'],
  { globs, settings }: Extract<EffectMap['stage-tree']['input']['overlay'], { readonly settings: unknown }>,
): Promise<Result<Composed>> {
  const { git, gates } = ports;
  const { hub, base, tree } = input;
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return changes;
  const laid = await gates.settingPaths(settings, git.tree(hub, base), git.tree(hub, tree), changes.value);
  const tests = await changedUnder(ports, input, globs);
  if (!tests.ok) return tests;
  const composed = await git.compose(hub, base, tree, [...tests.value, ...laid]);
  return composed.ok ? ok({ composed: composed.value, laid: boundList(laid, mostLaid) }) : composed;
}

/** Without a file to be struck nothing is composed. */
async function strikeChange(
  { git, gates }: EffectPorts,
  { hub, tree }: EffectMap['stage-tree']['input'],
  { struck: from, plan }: Extract<EffectMap['stage-tree']['input']['overlay'], { readonly struck: unknown }>,
): Promise<Result<Composed>> {
  const changes = await git.changes(hub, from, tree);
  if (!changes.ok) return changes;
  const { files, whole } = await gates.strike(plan, git.tree(hub, from), git.tree(hub, tree), changes.value);
  const laid = files.map(({ path }) => path);
  if (laid.length === 0) return ok({ composed: tree, laid });
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const composed = await git.compose(hub, tree, tree, laid, texts);
  if (!composed.ok) return composed;
  const kept = boundList(
    files.map(({ path, spans }) => ({ path, spans })),
    mostLaid,
  );
  const struck = { files: kept, whole };
  return ok({ composed: composed.value, laid: boundList(laid, mostLaid), struck });
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
