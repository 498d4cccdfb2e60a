// Tests of a change: the files they stand in, and what the runner called them on this very tree.
import { aTestOf } from '../domain/criterion/gate.ts';
import { ok, type Result } from '../domain/error.ts';
import { boundList } from '../domain/evidence/bound-list.ts';
import { fileOf } from '../domain/evidence/test-id.ts';
import type { TestIds } from '../domain/evidence/verdict.ts';
import type { TaskId } from '../domain/ids.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { Hub } from '../ports/git.ts';

type Trees = { readonly hub: Hub; readonly base: string; readonly tree: string };

/** New or changed on `tree`, under these globs. */
export async function changedUnder(
  { git, gates }: Pick<EffectPorts, 'git' | 'gates'>,
  { hub, base, tree }: Trees,
  globs: readonly string[],
): Promise<Result<readonly string[]>> {
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return changes;
  const under = changes.value.filter(({ kind, path }) => kind !== 'deleted' && gates.isTest({ tests: globs }, path));
  return ok(under.map(({ path }) => path));
}

/** Of the list that is kept in rows. */
const mostLaid = 32 * 1024;

/** Those of them in which tests stand; all where they have no names. */
export async function changedTests(ports: EffectPorts, trees: Trees, globs: readonly string[], task: TaskId) {
  const paths = await changedUnder(ports, trees, globs);
  if (!paths.ok) return paths;
  const known = await filesNamedOn(ports, task, trees.tree);
  const own = paths.value.filter((path) => known?.has(path) ?? true);
  const laid = boundList(own, mostLaid);
  const sample = laid.length === 0 ? sampleOf(await namesOn(ports, task, trees.tree)) : null;
  if (sample !== null) return ok({ composed: trees.tree, laid, sample });
  return ok({ composed: trees.tree, laid, ...(laid.length < own.length && { moreLaid: true as const }) });
}

/** A file that is known by its path alone is no sample: which of its tests ran is not known. */
function sampleOf(names: TestIds | null) {
  const path = names?.passed.map(fileOf).find((file) => aTestOf(file, { ids: names }).length > 0);
  return path === undefined ? null : { path, like: aTestOf(path, { ids: names }) };
}

/** Files whose tests the runner called by name there; null: they have no names. */
export async function filesNamedOn(
  ports: Pick<EffectPorts, 'store'>,
  task: TaskId,
  tree: string,
): Promise<ReadonlySet<string> | null> {
  const names = await namesOn(ports, task, tree);
  return names === null ? null : new Set([names.passed, names.failed, names.skipped].flat().map(fileOf));
}

/** As the gates of this very tree told them last; the lists in the row of a criterion are shorter. */
export async function namesOn(
  { store }: Pick<EffectPorts, 'store'>,
  task: TaskId,
  tree: string,
): Promise<TestIds | null> {
  const chain = await store.read((reads) => reads.evidence(task, { tree, gate: 'test' }));
  return chain.at(-1)?.result.ids ?? null;
}
