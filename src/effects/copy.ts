// The copy a task works in: a clone from the hub, or (asked for) a worktree of the person's repository or their own folder. What it makes is noted first.
import { ifKind } from '../domain/any-thing.ts';
import { type Failure, fail, failed, ok, type Result } from '../domain/error.ts';
import type { HostId, TaskId } from '../domain/ids.ts';
import { copiedPaths } from '../domain/place/copied-paths.ts';
import type { Hub } from '../domain/place/hub.ts';
import { createdWithCopy, foldersOf, isOurs, withCreated, withoutCreated } from '../domain/task/created.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Copy, Reads, Transaction } from '../ports/store.ts';
import { forgetCreated, noteCreated, notThere } from './created.ts';
import { copiedFiles } from './provision.ts';

/** The name of a copy's own folder. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const makeCopy: EffectFunction<'make-copy'> = async (
  ports,
  { hub, base, branch, isolation, ports: wanted = 0 },
  { thing, now },
) => {
  const { git, files, store } = ports;
  const path = isolation === 'checkout' ? hub.checkout : files.path('copies', thing.task);
  const before = await store.read((reads) => reads.copy(thing.task));
  const record =
    before?.removedAt === null ? before.created : withoutCreated(before?.created, createdWithCopy(path, branch));
  const missing = await notThere(ports, hub, path, branch, isolation);
  if (isolation !== 'checkout' && !isOurs([...missing, ...(record ?? [])], 'folder', path))
    return { kind: 'failed', failure: inTheWay(path) };
  const row = {
    task: thing.task,
    path,
    branch,
    base: base.commit,
    isolation,
    host: thing.host,
    createdAt: now,
    removedAt: null,
    created: withCreated(record, missing),
  };
  await keepCopy(ports, row, wanted, async () => undefined);
  const made =
    isolation === 'checkout'
      ? await git.takeCheckout(hub, base, branch)
      : isolation === 'worktree'
        ? await git.makeWorktree(hub, path, base, branch)
        : await git.makeCopy(hub, path, base, branch);
  if (!made.ok) {
    await forgetCreated(ports, thing.task, await notThere(ports, hub, path, branch, isolation));
    return { kind: 'failed', failure: made.failure };
  }
  await keepCopy(ports, { ...row, ...made.value }, wanted, async (tx) => {
    const lease = await tx.lease(thing.task);
    if (lease !== null) await tx.changeLease(thing.task, lease.fence, { branch: made.value.branch });
  });
  return { kind: 'done', output: made.value };
};

const inTheWay = (path: string) =>
  fail('ALREADY_EXISTS', `${path} is there already, and Drover did not make it; it is left as it is. Move it away.`, {
    path,
  }).failure;

// Ports for a copy: free on this machine, and of no other living copy. They stand in the copy's row, and are free again with it.

/** Below those that the kernel gives out by itself. */
const [first, last] = [21_000, 28_999];
const span = last - first + 1;

/** Each task begins elsewhere (ADR 112). */
const startOf = (sha256: EffectPorts['sha256'], task: TaskId): number => Number.parseInt(sha256(task).slice(0, 8), 16);

/** Writes the row with as many ports as wanted; those it has stay its own. */
export async function keepCopy(
  { store, localPorts, sha256 }: Pick<EffectPorts, 'store' | 'localPorts' | 'sha256'>,
  copy: Copy,
  wanted: number,
  and: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const known = (await store.read((reads) => reads.copy(copy.task)))?.ports ?? [];
  const busy = new Set<number>();
  const start = startOf(sha256, copy.task);
  for (;;) {
    const taken = await store.read((reads) => portsOfOthers(reads, copy));
    const ports = known.slice(0, wanted);
    for (let step = 0; step < span && ports.length < wanted; step += 1) {
      const port = first + ((start + step) % span);
      if (taken.has(port) || busy.has(port) || ports.includes(port)) continue;
      if (await localPorts.isFree(port)) ports.push(port);
      else busy.add(port);
    }
    if (ports.length < wanted) throw failed('PORT_BUSY', `There are no ${wanted} free ports from ${first} to ${last}.`);
    const kept = await store.transact(async (tx) => {
      const others = await portsOfOthers(tx, copy);
      if (ports.some((port) => others.has(port))) return false;
      await tx.putCopy(ports.length === 0 ? copy : { ...copy, ports });
      await and(tx);
      return true;
    });
    if (kept) return;
  }
}

async function portsOfOthers(
  reads: Reads,
  { task, host }: { readonly task: TaskId; readonly host: HostId },
): Promise<ReadonlySet<number>> {
  const living = await reads.copies({ removed: false });
  return new Set(living.filter((copy) => copy.host === host && copy.task !== task).flatMap(({ ports = [] }) => ports));
}

// Copy and branch removed where the record says that they were made for this task; what is in them and nowhere else is kept in the hub and named.

export const removeCopy: EffectFunction<'remove-copy'> = async (
  ports,
  { hub, base, copy, branch, isolation },
  { thing, now },
) => {
  const { git, store, files } = ports;
  const label = thing.task;
  const record = (await store.read((reads) => reads.copy(thing.task)))?.created;
  const ours = {
    folder: isolation === 'checkout' || isOurs(record, 'folder', copy),
    branch: isolation === 'clone' || isOurs(record, 'checkout_branch', branch),
  };
  // Of criteria that were worked on beside one another, where one could not remove its own.
  for (const name of foldersOf(record)) {
    if (name === copy) continue;
    const gone = await git.removeCopy(hub, name, lastOf(name), await copiedFiles(ports, thing.task), true);
    if (!gone.ok) return { kind: 'failed', failure: gone.failure };
    await forgetCreated(ports, thing.task, [{ kind: 'folder', name }]);
  }
  const removed =
    isolation === 'checkout'
      ? await git.leaveCheckout(hub, base, branch, ours.branch)
      : ours.folder
        ? await git.removeCopy(hub, copy, label, await copiedFiles(ports, thing.task), ours.branch)
        : ok({ kept: null });
  if (!removed.ok) return { kind: 'failed', failure: removed.failure };
  const { attachments, part } = ifKind(thing, 'task')?.spec ?? {};
  // A part of a whole has those of the whole, which may need them after it.
  const [attached] = part === undefined ? (attachments ?? []) : [];
  if (attached !== undefined) await files.remove(attached.path.slice(0, attached.path.lastIndexOf('/')));
  const left = [...(ours.folder ? [] : [copy]), ...(ours.branch ? [] : [`branch ${branch}`])];
  await store.transact(async (tx) => {
    const known = await tx.copy(thing.task);
    if (known === null || known.removedAt !== null) return;
    const created =
      known.created === undefined ? {} : { created: withoutCreated(known.created, createdWithCopy(copy, branch)) };
    await tx.putCopy({ ...known, ...created, removedAt: now });
  });
  return { kind: 'done', output: { ...removed.value, ...(left.length === 0 ? {} : { left }) } };
};

// Is the copy still where it was? Looked at before anything is tried in it.

/** `COPY_MISSING`: somebody removed it. `GIT_FAILED`: the person went to another branch in the checkout that it works in, and what stands there is theirs. */
export async function mustHaveCopy(
  ports: Pick<EffectPorts, 'files' | 'git' | 'store'>,
  { hub, copy }: { readonly hub: Hub; readonly copy: string },
  task: TaskId,
): Promise<Result<void>> {
  if (await ports.files.there(copy))
    return copy === hub.checkout ? mustBeOnItsBranch(ports, copy, task) : ok(undefined);
  return fail(
    'COPY_MISSING',
    `The copy is gone: there is no folder ${copy}. Trying again makes it anew from what was kept of it last.`,
    {
      path: copy,
    },
  );
}

async function mustBeOnItsBranch(
  { git, store }: Pick<EffectPorts, 'git' | 'store'>,
  checkout: string,
  task: TaskId,
): Promise<Result<void>> {
  const [row, state] = [await store.read((reads) => reads.copy(task)), await git.inspect(checkout)];
  if (!state.ok) return state;
  const { branch } = state.value;
  if (row === null || row.isolation !== 'checkout' || branch === row.branch) return ok(undefined);
  return fail(
    'GIT_FAILED',
    `${checkout} is on ${branch ?? 'no branch'}, and the task works there on ${row.branch}. Nothing was changed. Go back (\`git switch ${row.branch}\`), then try again.`,
    { path: checkout, branch },
  );
}

// A copy that is gone made anew, with what the newest look at it had seen; one that is there is left as it is.

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
  const row = await ports.store.read((reads) => reads.copy(thing.task));
  // Of a criterion that is worked on beside others.
  const isMember = row !== null && copy !== row.path;
  if (isMember && !isOurs(row.created, 'folder', copy) && (await files.there(copy))) return failedWith(inTheWay(copy));
  const note = mendingNote(lastOf(copy));
  const last = await readMending(files, note);
  if (await files.there(copy)) {
    // Cut off before it was known: what was made is told as it was.
    if (last?.effect === id && last.tree !== null)
      return { kind: 'done', output: { made: true, tree: last.tree, ...found } };
    if (last === null || last.tree !== null) return { kind: 'done', output: { made: false, tree: known, ...found } };
  }
  if (isolation === 'checkout') return failedWith(fail('PATH_NOT_FOUND', `There is no checkout at ${copy}.`).failure);
  if (row !== null) {
    const missing = await notThere(ports, hub, copy, branch, isolation);
    const again = { ...row, removedAt: null, created: withCreated(row.created, missing) };
    // Others of its task are noted in the same row meanwhile.
    if (isMember) await noteCreated(ports, thing.task, missing);
    else await keepCopy(ports, again, row.ports?.length ?? 0, async () => undefined);
  }
  await writeMending(files, note, { effect: id, tree: null });
  const made = await (isolation === 'worktree' ? git.makeWorktree : git.makeCopy)(hub, copy, base, branch);
  if (!made.ok) return failedWith(made.failure);
  const tree = (await newestTree(ports, thing.task, copy)) ?? known;
  const restored = await git.restore(hub, copy, tree, `${lastOf(copy)}-anew`, copiedPaths({ copyFiles: own }));
  if (!restored.ok) return failedWith(restored.failure);
  if (dependencies !== null)
    for (const path of folders) await files.copy({ root: dependencies, path }, { root: copy, path });
  for (const path of own) await files.bringInside(hub.checkout, path, copy);
  await writeMending(files, note, { effect: id, tree });
  return { kind: 'done', output: { made: true, tree, ...found } };
};

/** Of a copy that was begun to be made anew, by the name of its folder, until its task is over: by which effect, and the tree that it then had; null: it is not whole yet. */
type Mending = { readonly effect: string; readonly tree: string | null };

export const mendingNote = (copy: string): string => `mending/${copy}`;

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
async function newestTree({ store, files }: EffectPorts, task: TaskId, copy: string): Promise<string | null> {
  const runs = await store.read((reads) => reads.things({ kind: 'run', task }));
  for (const { id, spec } of runs) {
    if (spec.purpose.kind !== 'agent' || spec.purpose.mode !== 'write' || spec.purpose.copy !== copy) continue;
    const bytes = await files.read(`receipts/${id}.json`);
    const receipt = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Receipt);
    const tree = receipt?.git?.end?.tree;
    if (tree !== undefined) return tree;
  }
  return null;
}

type Receipt = { readonly git?: { readonly end?: { readonly tree?: string } | null } };

// Before a person goes on in a copy that an agent had: its repository is as it was made, and what was taken away is told.

export const renewCopy: EffectFunction<'renew-copy'> = async (
  { git, files },
  { hub, base, copy, branch, isolation },
  { id, thing },
) => {
  // The person's own folder is theirs as it stands.
  if (isolation === 'checkout') return { kind: 'done', output: { taken: [] } };
  const note = renewingNote(thing.task);
  const before = await files.read(note);
  const noted = before === null ? null : (JSON.parse(new TextDecoder().decode(before)) as Renewing);
  // What this very effect took before it was cut off is not there to be found again.
  const taken = new Set(noted?.effect === id ? noted.taken : []);
  const take = async (name: string) => {
    if (taken.size >= mostTold) return;
    taken.add(name);
    await files.write(note, JSON.stringify({ effect: id, taken: [...taken] } satisfies Renewing));
  };
  const renewed = await git.renewCopy(hub, copy, base, branch, take);
  return renewed.ok ? { kind: 'done', output: { taken: [...taken] } } : { kind: 'failed', failure: renewed.failure };
};

/** An agent can leave any number of them; all are taken, so many are told. */
const mostTold = 1000;

type Renewing = { readonly effect: string; readonly taken: readonly string[] };

/** The note of what is being taken away; it stays until its task is over. */
export const renewingNote = (task: string): string => `renewing/${task}`;
