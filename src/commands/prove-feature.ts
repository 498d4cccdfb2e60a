// What a task shows for a feature: a commit of its own, and evidence of this very tree.
import { failed } from '../domain/error.ts';
import { judgeEvidence } from '../domain/evidence/judge-evidence.ts';
import type { Proof } from '../domain/feature/feature.ts';
import { copiedPaths } from '../domain/task/copied-paths.ts';
import type { Task } from '../domain/task/task.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts } from './ports.ts';

export type Shown = { readonly commit: string; readonly proof: Proof };

/** Throws `EVIDENCE_MISSING` (also where nothing is committed) or `EVIDENCE_STALE`. `override`: who takes it upon them; a commit is needed all the same. */
export async function proveFeature(
  { git, store }: Pick<CommandPorts, 'git' | 'store'>,
  work: Task,
  override: string | null,
): Promise<Shown> {
  const { hub, base, copy, gatePlan } = work.state.known;
  if (hub === null || base === null || copy === null || gatePlan === null)
    throw failed('EVIDENCE_MISSING', `${work.id} has no copy yet, so nothing in it is proven.`, { task: work.id });
  const now = orFail(
    await git.snapshot(hub, copy.path, base.tree, `${work.id}/feature`, copiedPaths(work.state.known)),
  );
  const commit = await commitOf({ git }, work, now);
  if (override !== null) return { commit, proof: { kind: 'override', by: override } };
  const chain = await store.read((reads) => reads.evidence(work.task));
  orFail(judgeEvidence(chain, { base: base.commit, tree: now.tree, definitions: gatePlan.definitions }));
  return { commit, proof: { kind: 'evidence', tree: now.tree } };
}

/** Drover's own commit of this tree, or what was committed in the copy, with nothing left beside it. */
async function commitOf(
  { git }: Pick<CommandPorts, 'git'>,
  { id, state: { known } }: Task,
  now: { readonly tree: string; readonly head: string | null },
): Promise<string> {
  const own = known.head ?? (known.commit === null ? null : { commit: known.commit, tree: known.proven });
  if (own !== null && own.tree === now.tree) return own.commit;
  if (now.head === null || now.head === known.base?.commit)
    throw failed('EVIDENCE_MISSING', `Nothing is committed in the copy of ${id}.`, { task: id });
  const { dirty } = orFail(await git.inspect(known.copy?.path ?? ''));
  if (dirty.length > 0)
    throw failed('EVIDENCE_MISSING', `In the copy of ${id} is what no commit has: ${dirty.slice(0, 5).join(', ')}.`, {
      task: id,
      files: dirty,
    });
  return now.head;
}
