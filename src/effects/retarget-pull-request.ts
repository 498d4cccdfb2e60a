// Leads an open pull request to another branch.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';
import { untilLater } from './until-later.ts';

export const retargetPullRequest: EffectFunction<'retarget-pull-request'> = async (ports, { hub, number, base }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const look = await forge.value.look({ number });
  if (!look.ok) return untilLater(look.failure) ?? { kind: 'failed', failure: look.failure };
  // Some forges lead it there themselves when the branch below it is removed.
  if (look.value === null || look.value.state !== 'open' || look.value.base === base)
    return { kind: 'done', output: {} };
  const done = await forge.value.retarget(number, base);
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: {} };
};
