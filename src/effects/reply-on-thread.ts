// One answer on a thread, once: the effect's own id is in it and is looked for first.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';
import { untilLater } from './until-later.ts';

export const replyOnThread: EffectFunction<'reply-on-thread'> = async (
  ports,
  { hub, number, thread, text },
  { id, fenced },
) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  if (!(await fenced()))
    return { kind: 'failed', failure: { error_code: 'LEASE_EXPIRED', message: 'another driver took over' } };
  const done = await forge.value.reply(number, thread, text, id);
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: {} };
};
