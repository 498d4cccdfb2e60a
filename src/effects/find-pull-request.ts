// Is a pull request of this branch still open on the forge? Asked before the branch is taken away from it.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';

export const findPullRequest: EffectFunction<'find-pull-request'> = async (ports, { hub, branch }, { thing }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  if (forge.value.name === 'bare') return { kind: 'done', output: { open: null } };
  const found = await forge.value.find(thing.task, branch);
  if (!found.ok) return { kind: 'failed', failure: found.failure };
  return { kind: 'done', output: { open: found.value?.state === 'open' ? found.value.address : null } };
};
