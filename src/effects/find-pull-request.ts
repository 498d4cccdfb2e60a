// May the branch be taken away from the remote: did this task make it there, and is no pull request of it still open?
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';
import { hasMade } from './note-created.ts';

export const findPullRequest: EffectFunction<'find-pull-request'> = async (ports, { hub, branch }, { thing }) => {
  if (!(await hasMade(ports, thing.task, 'remote_branch', branch)))
    return { kind: 'done', output: { open: null, ours: false } };
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  if (forge.value.name === 'bare') return { kind: 'done', output: { open: null, ours: true } };
  const found = await forge.value.find(thing.task, branch);
  if (!found.ok) return { kind: 'failed', failure: found.failure };
  return { kind: 'done', output: { open: found.value?.state === 'open' ? found.value.address : null, ours: true } };
};
