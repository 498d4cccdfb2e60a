// The body of an open pull request brought up to date, where nobody else has changed it.
import type { EffectFunction } from '../ports/effect.ts';
import { forgeOf } from './forge-of.ts';
import { untilLater } from './until-later.ts';

export const changePullRequest: EffectFunction<'change-pull-request'> = async (
  ports,
  { hub, number, body, was },
  { fenced },
) => {
  const forge = await forgeOf(ports, hub);
  if (!forge.ok) return { kind: 'failed', failure: forge.failure };
  const look = await forge.value.look({ number });
  if (!look.ok) return untilLater(look.failure) ?? { kind: 'failed', failure: look.failure };
  const there = look.value === null || look.value.state !== 'open' ? null : plain(look.value.body);
  if (there === null || there === plain(body) || (was !== null && there !== plain(was)))
    return { kind: 'done', output: { changed: false } };
  if (!(await fenced()))
    return { kind: 'failed', failure: { error_code: 'LEASE_EXPIRED', message: 'another driver took over' } };
  const done = await forge.value.update(number, { body });
  if (!done.ok) return untilLater(done.failure) ?? { kind: 'failed', failure: done.failure };
  return { kind: 'done', output: { changed: true } };
};

/** Forges keep line ends and spaces as they like. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
