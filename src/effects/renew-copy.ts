// Before a person goes on in a copy that an agent had: its repository is as it was made, and what was taken away is told.
import type { EffectFunction } from '../ports/effect.ts';

export const renewCopy: EffectFunction<'renew-copy'> = async ({ git }, { hub, base, copy, branch, isolation }) => {
  // The person's own folder is theirs as it stands.
  if (isolation === 'checkout') return { kind: 'done', output: { taken: [] } };
  const renewed = await git.renewCopy(hub, copy, base, branch);
  return renewed.ok ? { kind: 'done', output: renewed.value } : { kind: 'failed', failure: renewed.failure };
};
