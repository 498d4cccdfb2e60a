// How a program stands, from what its protocol's output has shown.
import type { Standing } from '../../domain/session/standing.ts';
import type { Live } from '../../ports/agent.ts';
import type { Seen } from './native-profile.ts';

/** With a first prompt of its own it is not ready before that one was taken in. */
export function standingOf(seen: Seen, live: Live): Standing {
  const first = seen.asks.find(({ open }) => open);
  if (seen.broken) return { kind: 'unknown', why: 'it could not begin' };
  if (first !== undefined) return { kind: 'asks', asked: first.asked };
  if (seen.turn !== null) return { kind: 'busy' };
  if (seen.conversation === null || (live.promptFile !== null && seen.turnsEnded === 0)) return { kind: 'starting' };
  return seen.limited === null ? { kind: 'ready' } : { kind: 'limited', until: seen.limited.until };
}

export const isSame = (one: Standing | null, other: Standing): boolean => JSON.stringify(one) === JSON.stringify(other);
