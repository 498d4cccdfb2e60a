// Evidence of a task, and before it that of the one whose change it took over.
import type { TaskId } from '../domain/ids.ts';
import type { EffectPorts } from '../ports/effect.ts';
import type { EvidenceOf } from '../ports/store.ts';

/** `taken`: whose criteria were proven there; absent: all is its own. */
export const chainOf = (
  { store }: Pick<EffectPorts, 'store'>,
  { task, taken }: { readonly task: TaskId; readonly taken: TaskId | undefined },
  of: EvidenceOf = {},
) =>
  store.read(async (reads) => [
    ...(taken === undefined ? [] : await reads.evidence(taken, of)),
    ...(await reads.evidence(task, of)),
  ]);
