// The state of a task in the person's own checkout, for a look; `back` returns to what was there exactly.

import { failed } from '../../domain/error.ts';
import { outsideChange } from '../../domain/outside-change.ts';
import { isWithin } from '../../domain/place/within.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Place } from '../../ports/git.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { unwrap } from '../shared/request.ts';
import { findTask, findTaskHere } from './find.ts';

/** Written before the checkout moves, removed after it is back: whoever was cut off in between finds the way. */
type Tried = { readonly task: string; readonly checkout: string; readonly was: Place; readonly commit: string };

export const tryTask: Command<'task.checkout'> = async (ports, { task: given, cwd, back }) => {
  const task = await ports.store.read((reads) => taskMeant(ports, reads, given, cwd, back));
  const { hub } = task.state.known.place;
  if (hub === null)
    throw failed('NOT_READY', `${task.id} has nothing to try yet.`, { task: task.id, hint: later(task) });
  return back ? giveUp(ports, task, hub.checkout) : tryOut(ports, task);
};

async function taskMeant(
  { files }: CommandPorts,
  reads: Parameters<typeof findTask>[0],
  given: string | undefined,
  cwd: string,
  back: boolean,
): Promise<Task> {
  if (given !== undefined || !back) return findTaskHere(reads, given, cwd);
  for (const task of await reads.things({ kind: 'task' })) {
    const { hub } = task.state.known.place;
    if (hub === null || !isWithin(cwd, hub.checkout)) continue;
    const tried = await readTried(files, task.spec.settings.workspace.name);
    if (tried !== null) return findTask(reads, tried.task);
  }
  throw failed('NOT_READY', 'No task is being tried in this checkout.', {
    cwd,
    hint: 'There is nothing to go back from.',
  });
}

async function tryOut(ports: CommandPorts, task: Task) {
  const { git, files } = ports;
  const { hub, base, copy } = task.state.known.place;
  if (hub === null || base === null || copy === null)
    throw failed('NOT_READY', `${task.id} has no copy yet.`, { task: task.id, hint: later(task) });
  const name = task.spec.settings.workspace.name;
  const earlier = await readTried(files, name);
  const now = unwrap(await git.inspect(hub.checkout));
  if (now.dirty.length > 0)
    throw failed('GIT_DIRTY', `${now.root} has uncommitted changes: ${now.dirty.slice(0, 5).join(', ')}.`, {
      path: now.root,
      files: now.dirty,
    });
  if (now.head === null) throw failed('BASE_UNKNOWN', `${now.root} has no commit yet.`);
  const removed = (await ports.store.read((reads) => reads.copy(task.task)))?.removedAt != null;
  const tree = removed
    ? task.state.known.work.proven
    : unwrap(await git.snapshot(hub, copy.path, base.tree, `${task.id}/tried`, outsideChange(task))).tree;
  if (tree === null) throw failed('PATH_NOT_FOUND', `The copy of ${task.id} was removed.`, { task: task.id });
  const { commit } = unwrap(await git.offerTree(hub, tree, base.commit, task.id));
  const was = earlier?.was ?? { branch: now.branch, head: now.head };
  const tried: Tried = { task: task.id, checkout: hub.checkout, was, commit };
  await files.write(pathOf(name), JSON.stringify(tried));
  unwrap(await git.switchTo(hub.checkout, { branch: null, head: commit }));
  return {
    task: task.id,
    checkout: now.root,
    commit,
    branch: null,
    said: `${now.root} shows ${task.id} now, on no branch. Back: drover task checkout ${task.id} --back`,
  };
}

async function giveUp({ git, files }: CommandPorts, task: Task, checkout: string) {
  const name = task.spec.settings.workspace.name;
  const tried = await readTried(files, name);
  if (tried === null)
    throw failed('NOT_READY', 'No task is being tried in this checkout.', {
      task: task.id,
      hint: 'There is nothing to go back from.',
    });
  const now = unwrap(await git.inspect(checkout));
  const { was, commit } = tried;
  const lost = now.branch === null && now.head !== commit && now.head !== was.head;
  if (lost)
    throw failed('NOT_READY', `${now.root} has commits on no branch since then.`, {
      head: now.head,
      hint: 'Keep them first: git switch -c keep-my-commits',
    });
  // Who has gone to another branch by themselves stays there.
  const gone = now.branch !== null && now.branch !== was.branch;
  if (!gone) unwrap(await git.switchTo(checkout, was));
  await files.remove(pathOf(name));
  const place = gone ? { branch: now.branch, head: now.head ?? '' } : was;
  const at = place.branch ?? place.head.slice(0, 12);
  return {
    task: tried.task,
    checkout: now.root,
    commit: place.head,
    branch: place.branch,
    said: gone ? `${now.root} stays at ${at}, where you went.` : `${now.root} is back at ${at}.`,
  };
}

const later = ({ id }: Task): string => `It has a copy when its work begins: drover task watch ${id}`;

const pathOf = (workspace: string): string => `tried/${workspace}.json`;

async function readTried(files: CommandPorts['files'], workspace: string): Promise<Tried | null> {
  const bytes = await files.read(pathOf(workspace));
  return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as Tried);
}
