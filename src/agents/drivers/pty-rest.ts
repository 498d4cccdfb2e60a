// Whether a program that says nothing of its work does what it did before it was typed into: which processes have its terminal, and what they wait for.
import type { Activity, Posture } from '../../ports/keeper.ts';

type Postures = Activity['postures'];

/** `works`: what waited for input waits for something else. `perhaps`: something was started, or another time limit is set: that may be work. null: it does not tell. */
export type SinceRest = 'rests' | 'perhaps' | 'works' | null;

/** Who wakes so often looks after something: a picture that turns, a file that is to come. */
const oftenMs = 1000;
/** V8 wakes every program of its own about so often, for its memory; a limit up to that, which may be what is left of it, tells nothing. */
const seldomMs = 8200;

export function compareToRest(rest: Postures, now: Postures): SinceRest {
  if (rest === undefined || now === undefined) return null;
  const telling = Object.entries(rest).filter(([, posture]) => posture !== 'other');
  const there = telling.filter(([pid]) => now[pid] !== undefined);
  const isAway = telling.length > 0 && there.length === 0;
  if (isAway || there.some(([pid]) => now[pid] === 'other')) return 'works';
  const isStarted = Object.keys(now).some((pid) => rest[pid] === undefined);
  if (isStarted || there.some(([pid, before]) => isOtherLimit(before, now[pid]))) return 'perhaps';
  return telling.length === 0 ? null : 'rests';
}

function isOtherLimit(before: Posture, now: Posture | undefined): boolean {
  if (typeof now !== 'number') return false;
  const known = typeof before === 'number' ? before : null;
  if (now < oftenMs) return known === null || known >= oftenMs;
  return now > Math.max(seldomMs, known ?? 0);
}
