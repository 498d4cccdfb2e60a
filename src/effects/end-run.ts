// Asks the keeper to end a run's whole tree; the ending comes as a notice.
import type { RunId } from '../domain/ids.ts';
import type { EffectFunction } from '../ports/effect.ts';

export const endRun: EffectFunction<'end-run'> = async ({ keeper }, { reason }, { thing }) => {
  await keeper.end(thing.id as RunId, reason);
  return { kind: 'done', output: {} };
};
