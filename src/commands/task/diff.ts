// All changes since the base: of the copy as it stands, or, where it is gone, of the tree that was proven.
import { clean } from '../../contract/text/clean.ts';
import { failed } from '../../domain/error.ts';
import { outsideChange } from '../../domain/outside-change.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Base, Hub } from '../../ports/git.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { findTaskHere } from './find.ts';

const mib = 1024 * 1024;
/** Of all files, and of one that is asked for alone. */
const most = { all: mib, file: 8 * mib };
const mostFiles = 1000;

export const diffTask: Command<'task.diff'> = async (ports, { task: given, cwd, file }) => {
  const { task, removed } = await ports.store.read(async (reads) => {
    const found = await findTaskHere(reads, given, cwd);
    return { task: found, removed: (await reads.copy(found.task))?.removedAt != null };
  });
  const { hub, base } = task.state.known.place;
  if (hub === null || base === null)
    throw failed('PATH_NOT_FOUND', `${task.id} has no copy yet, so there is nothing to compare.`, { task: task.id });
  const tree = await treeNow(ports, task, hub, base, removed);
  const changes = unwrap(await ports.git.changes(hub, base.tree, tree));
  const limit = file === undefined ? most.all : most.file;
  const diff = unwrap(
    await ports.git.diff(hub, base.tree, tree, limit, file === undefined ? undefined : pathOf(changes, file)),
  );
  const sum = (key: 'added' | 'removed') => changes.reduce((total, change) => total + change[key], 0);
  return {
    task: task.id,
    tree,
    diff,
    files: changes.length,
    added: sum('added'),
    removed: sum('removed'),
    by_file: changes.slice(0, mostFiles).map(({ path, added, removed: gone }) => ({ path, added, removed: gone })),
    cut: Buffer.byteLength(diff) >= limit || diff.endsWith(`it is longer than ${limit} bytes\n`),
  };
};

/** By its name, or as it is shown to people: nothing that is hidden in a name is. Of several that look alike the first. */
const pathOf = (changes: readonly { readonly path: string }[], shown: string): string =>
  (changes.find(({ path }) => path === shown) ?? changes.find(({ path }) => clean(path) === shown))?.path ?? shown;

async function treeNow({ git }: CommandPorts, task: Task, hub: Hub, base: Base, removed: boolean): Promise<string> {
  const { id, state } = task;
  const { place, work } = state.known;
  const { copy } = place;
  if (copy !== null && !removed)
    return unwrap(await git.snapshot(hub, copy.path, base.tree, `${id}/diff`, outsideChange(task))).tree;
  if (work.proven !== null) return work.proven;
  throw failed('PATH_NOT_FOUND', `The copy of ${id} is not there${removed ? ' any more' : ' yet'}.`, { task: id });
}
