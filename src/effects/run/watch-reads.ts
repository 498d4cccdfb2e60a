// What a gate reads of its checkout, as far as the file system tells.
import { boundList } from '../../domain/evidence/bound-list.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';
import type { PurposeOf } from './kind.ts';
import type { ToRun } from './program.ts';

type Watched = Pick<PurposeOf<'gate'>, 'observed' | 'folder'>;

/** That its reads can be told later. */
const markOf = ({ id }: ToRun): string => `runs/${id}/watched`;
const mostBytes = 32 * 1024;

/** Right before it starts; what runs before it in the same checkout is forgotten. */
export async function watchReads(
  { files }: Pick<EffectPorts, 'files'>,
  run: ToRun,
  { observed, folder }: Watched,
): Promise<void> {
  if (observed === undefined) return;
  await files.remove(markOf(run));
  if (await files.forgetReads(folder)) await files.write(markOf(run), '');
}

/** Null: nobody looked, or nothing can be told. */
export async function seenReads(
  { files, gates }: Pick<EffectPorts, 'files' | 'gates'>,
  run: ToRun,
  { observed, folder }: Watched,
  kept: Kept | null,
): Promise<readonly string[] | null> {
  if (observed === undefined || kept === null || !(await files.exists(markOf(run)))) return null;
  const read = await files.readSince(folder, kept.startedAt);
  return boundList(gates.guardedReads(observed, read).toSorted(), mostBytes);
}
