// The record of what was made for a task, in the row of its copy: written before the act, taken back where the act came to nothing.

import type { Result } from '../domain/error.ts';
import type { TaskId } from '../domain/ids.ts';
import type { BaseMoved } from '../domain/place/hub.ts';
import { type Created, createdWithCopy, isOurs, withCreated, withoutCreated } from '../domain/task/created.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Base, Hub } from '../ports/git.ts';
import type { Copy } from '../ports/store.ts';

type Ports = Pick<EffectPorts, 'store'>;

export async function hasMade({ store }: Ports, task: TaskId, kind: Created['kind'], name: string): Promise<boolean> {
  return isOurs((await store.read((reads) => reads.copy(task)))?.created, kind, name);
}

/** False: there is no row to write it into. */
export const noteCreated = (ports: Ports, task: TaskId, added: readonly Created[]): Promise<boolean> =>
  ports.store.transact(async (tx) => {
    const copy = await tx.copy(task);
    if (copy === null) return false;
    await tx.putCopy({ ...copy, created: withCreated(copy.created, added) });
    return true;
  });

/** Nothing where there was no record. */
export const forgetCreated = (ports: Ports, task: TaskId, gone: readonly Created[]): Promise<void> =>
  ports.store.transact(async (tx) => {
    const copy = await tx.copy(task);
    if (copy?.created !== undefined) await tx.putCopy({ ...copy, created: withoutCreated(copy.created, gone) });
  });

/** What of a copy is to be made, and is not there yet. The person's own folder is never made, and a clone makes nothing in their repository. */
export async function notThere(
  { git, files }: Pick<EffectPorts, 'git' | 'files'>,
  hub: Hub,
  path: string,
  branch: string,
  isolation: Copy['isolation'],
): Promise<readonly Created[]> {
  const isThere = {
    folder: isolation === 'checkout' || (await files.there(path)),
    checkout_branch: isolation === 'clone' || (await git.hasBranch(hub, branch)),
    remote_branch: true,
  };
  return createdWithCopy(path, branch).filter(({ kind }) => !isThere[kind]);
}

// Before a branch is pushed: one that the remote does not have is noted as made by this task, one that it has is somebody else's.

/** Where a branch is on the remote, and whether a base is not what it was there; `moved` absent: it is, or nobody knows. */
export async function lookAtRemote(
  { git, person }: Pick<EffectPorts, 'git' | 'person'>,
  hub: Hub,
  branch: string,
  base: Pick<Base, 'branch' | 'commit'> | undefined,
): Promise<{ readonly at: Result<string | null>; readonly moved?: BaseMoved }> {
  const env = person.env();
  const [at, below] = await Promise.all([
    git.remoteBranch(hub, branch, env),
    base === undefined ? null : git.baseAtRemote(hub, base, env),
  ]);
  return below?.ok && below.value !== 'there' ? { at, moved: below.value } : { at };
}

export const claimBranch: EffectFunction<'claim-branch'> = async (
  ports,
  { hub, branch, commit, pushed, base },
  { thing },
) => {
  const { at, moved } = await lookAtRemote(ports, hub, branch, base);
  if (moved !== undefined) return { kind: 'done', output: { fresh: false, base: moved } };
  // Nothing is noted; the push itself says what is the matter.
  if (!at.ok) return { kind: 'done', output: { fresh: false } };
  const entry = { kind: 'remote_branch', name: branch } as const;
  if (at.value === null) await noteCreated(ports, thing.task, [entry]);
  // Somebody else was faster.
  else if (!pushed && at.value !== commit) await forgetCreated(ports, thing.task, [entry]);
  return { kind: 'done', output: { fresh: at.value === null } };
};
