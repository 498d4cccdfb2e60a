// Whether a program that says nothing of its work does what it did before it was typed into: which processes have its terminal, and what they wait for.
import type { Activity, Posture } from '../../ports/keeper.ts';

type Postures = Activity['postures'];

/** As it was right before it was typed into. */
export type Rest = { readonly postures: Postures; readonly at: number };

/** `works`: what waited for input waits for something else. `perhaps`: something was started, or another time limit is set: that may be work. null: it does not tell. */
export type SinceRest = 'rests' | 'perhaps' | 'works' | null;

/** Clocks of two processes, and what lies between a look and its time. */
const slackMs = 100;

export function compareToRest({ postures, at: restAt }: Rest, now: Postures, at: number): SinceRest {
  if (postures === undefined || now === undefined) return null;
  const telling = Object.entries(postures).filter(([, posture]) => posture !== 'other');
  const there = telling.filter(([pid]) => now[pid] !== undefined);
  const isAway = telling.length > 0 && there.length === 0;
  if (isAway || there.some(([pid]) => now[pid] === 'other')) return 'works';
  const isStarted = Object.keys(now).some((pid) => postures[pid] === undefined);
  if (isStarted || there.some(([pid, rest]) => isOtherLimit(rest, now[pid], at - restAt))) return 'perhaps';
  return telling.length === 0 ? null : 'rests';
}

/** A limit that was set goes on until it is over; one that repeats comes again, never longer. */
function isOtherLimit(rest: Posture, now: Posture | undefined, later: number): boolean {
  if (typeof now !== 'number') return false;
  if (typeof rest !== 'number') return true;
  return now > rest + slackMs || now < rest - later - slackMs;
}
