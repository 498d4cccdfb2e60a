// The pull request as it is now, and where its branch is on the remote: both read anew.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';

export const lookAtPullRequest: EffectFunction<'look-at-pull-request'> = async (ports, { hub, branch, number }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const look = await forge.value.look(number === null ? { branch } : { number });
  if (!look.ok) return { kind: 'failed', failure: look.failure };
  if (look.value?.state !== 'open') return { kind: 'done', output: { look: look.value } };
  const at = await ports.git.remoteBranch(hub, branch, ports.person.env());
  return { kind: 'done', output: { look: look.value, ...(at.ok ? { at: at.value } : {}) } };
};
