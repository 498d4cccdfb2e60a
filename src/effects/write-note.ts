// A text put where people and later steps find it: whole, and the same when it is written again.
import type { EffectFunction } from '../ports/effect.ts';

export const writeNote: EffectFunction<'write-note'> = async ({ files }, { path, text }) => ({
  kind: 'done',
  output: { path: await files.write(path, text) },
});
