// A copy that is gone made anew, with what the newest look at it had seen; one that is there is left as it is.
import { type Failure, fail, ok, type Result } from '../domain/error.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Run } from '../domain/run/run.ts';
import type { Hub } from '../domain/task/base.ts';
import { copiedPaths } from '../domain/task/copied-paths.ts';
import { withCreated } from '../domain/task/created.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { keepCopy } from './claim-ports.ts';
import { notThere } from './note-created.ts';

export const mendCopy: EffectFunction<'mend-copy'> = async (
  ports,
  { workspace, hub: before, base, copy, branch, isolation, tree: known, dependencies, folders, files: own },
  { thing, id },
) => {
  const { git, files } = ports;
  const beside = await findHub(ports, workspace, before);
  if (!beside.ok) return failedWith(beside.failure);
  const hub = beside.value;
  const start = await git.mergeBase(hub, base.commit, base.commit);
  if (!start.ok || start.value === null)
    return failedWith(
      fail(
        'GIT_FAILED',
        `The hub of ${workspace} was damaged, and the base ${base.commit.slice(0, 8)} is not in it any more. Whatever is started in ${workspace} fetches it; then try again.`,
      ).failure,
    );
  const found = hub.checkout === before.checkout ? {} : { hub };
  const note = mendingNote(thing.task);
  const last = await readMending(files, note);
  if (await files.there(copy)) {
    // Cut off before it was known: what was made is told as it was.
    if (last?.effect === id && last.tree !== null)
      return { kind: 'done', output: { made: true, tree: last.tree, ...found } };
    if (last === null || last.tree !== null) return { kind: 'done', output: { made: false, tree: known, ...found } };
  }
  if (isolation === 'checkout') return failedWith(fail('PATH_NOT_FOUND', `There is no checkout at ${copy}.`).failure);
  const row = await ports.store.read((reads) => reads.copy(thing.task));
  if (row !== null) {
    const missing = await notThere(ports, hub, copy, branch, isolation);
    const again = { ...row, removedAt: null, created: withCreated(row.created, missing) };
    await keepCopy(ports, again, row.ports?.length ?? 0, async () => undefined);
  }
  await writeMending(files, note, { effect: id, tree: null });
  const made = await (isolation === 'worktree' ? git.makeWorktree : git.makeCopy)(hub, copy, base, branch);
  if (!made.ok) return failedWith(made.failure);
  const tree = (await newestTree(ports, thing.task)) ?? known;
  const restored = await git.restore(hub, copy, tree, `${thing.task}-anew`, copiedPaths({ copyFiles: own }));
  if (!restored.ok) return failedWith(restored.failure);
  if (dependencies !== null)
    for (const path of folders) await files.copy({ root: dependencies, path }, { root: copy, path });
  for (const path of own) await files.bringInside(hub.checkout, path, copy);
  await writeMending(files, note, { effect: id, tree });
  return { kind: 'done', output: { made: true, tree, ...found } };
};

/** Of a copy that was begun to be made anew, until its task is over: by which effect, and the tree that it then had; null: it is not whole yet. */
type Mending = { readonly effect: string; readonly tree: string | null };

export const mendingNote = (task: TaskId): string => `mending/${task}`;

async function readMending(files: EffectPorts['files'], path: string): Promise<Mending | null> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  // One of an older version is not whole: it was removed when it was.
  return text.startsWith('{') ? (JSON.parse(text) as Mending) : { effect: '', tree: null };
}

const writeMending = (files: EffectPorts['files'], path: string, mending: Mending) =>
  files.write(path, JSON.stringify(mending));

/** The hub as it is, or with the checkout where the person says by now that it was moved to. */
async function findHub({ git, files, config }: EffectPorts, workspace: string, hub: Hub): Promise<Result<Hub>> {
  if (await files.there(hub.checkout)) {
    const opened = await git.openHub(workspace, hub.checkout);
    return opened.ok ? ok(hub) : opened;
  }
  const read = await config.read();
  const path = read.ok ? read.value.workspaces[workspace]?.path : undefined;
  const now = path === undefined ? null : await git.inspect(config.expand(path));
  if (now?.ok) return git.openHub(workspace, now.value.root);
  return fail(
    'PATH_NOT_FOUND',
    `There is no checkout at ${hub.checkout}. If it was moved: drover workspace set ${workspace} path ~/where/it/is, then try again.`,
    { path: hub.checkout },
  );
}

const failedWith = (failure: Failure) => ({ kind: 'failed', failure }) as const;

/** What stood in it after the last turn that could write. */
async function newestTree({ store, files }: EffectPorts, task: TaskId): Promise<string | null> {
  const runs = (await store.read((reads) => reads.things({ kind: 'run', task }))) as readonly Run[];
  for (const { id, spec } of runs) {
    if (spec.purpose.kind !== 'agent' || spec.purpose.mode !== 'write') continue;
    const bytes = await files.read(`receipts/${id}.json`);
    const receipt = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Receipt);
    const tree = receipt?.git?.end?.tree;
    if (tree !== undefined) return tree;
  }
  return null;
}

type Receipt = { readonly git?: { readonly end?: { readonly tree?: string } | null } };
