// Closes a pull request; its branch stays.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';
import { untilLater } from './until-later.ts';

export const closePullRequest: EffectFunction<'close-pull-request'> = async (ports, { hub, number }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const done = await forge.value.close(number);
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: {} };
};
