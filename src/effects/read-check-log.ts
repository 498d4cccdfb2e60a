// The end of what a failed check said; where that cannot be had, the check's own words.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';

export const readCheckLog: EffectFunction<'read-check-log'> = async (ports, { hub, check }) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const log = await forge.value.log(check);
  const text = log.ok ? log.value : `${check.why}\n(its log could not be read: ${log.failure.message})`;
  return { kind: 'done', output: { text } };
};
