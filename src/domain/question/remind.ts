// When a person is reminded of an open question: by its urgency, outside of quiet hours, ever more rarely.
import type { Instant } from '../ids.ts';
import type { QuestionKind } from './question.ts';

/** Minutes since midnight. */
export type Quiet = { readonly from: number; readonly until: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Something runs and stands still, or is paid for, until it is answered. */
const urgent: ReadonlySet<QuestionKind> = new Set([
  'permission',
  'budget',
  'stuck',
  'unreachable',
  'setup_failed',
  'effect',
]);

const pausesOf = (kind: QuestionKind): readonly number[] =>
  urgent.has(kind) ? [30 * minute, 2 * hour, 8 * hour] : [4 * hour, day];
/** From then on the weekly digest is enough. */
const mostReminders = 10;

/** `22:00-07:00`; null where it is none. */
export function readQuiet(text: string): Quiet | null {
  const [, fromHour, fromMinute, untilHour, untilMinute] =
    /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (fromHour === undefined) return null;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const until = Number(untilHour) * 60 + Number(untilMinute);
  return from === until ? null : { from, until };
}

/** Milliseconds until the quiet ends; 0: it is not quiet. `offset`: minutes of local time ahead of UTC. */
export function quietFor(quiet: Quiet | null, now: Instant, offset: number): number {
  if (quiet === null) return 0;
  const local = now + offset * minute;
  const since = Math.floor((((local % day) + day) % day) / minute);
  const { from, until } = quiet;
  const inside = from < until ? since >= from && since < until : since >= from || since < until;
  if (!inside) return 0;
  const left = (until - since + 24 * 60) % (24 * 60);
  return left * minute - (local % minute);
}

/** When to remind the next time; null: not any more. `told`: when it was shown or reminded of last, by a clock that may have been set back since. */
export function remindAt(
  kind: QuestionKind,
  { told, again }: { readonly told: Instant; readonly again: number },
  quiet: Quiet | null,
  offset: number,
  now: Instant,
): Instant | null {
  if (again >= mostReminders) return null;
  const pauses = pausesOf(kind);
  const due = (told > now ? now : told + (pauses[again] ?? day)) as Instant;
  return (due + quietFor(quiet, due, offset)) as Instant;
}

/** Monday, nine o'clock. */
const digestAt = 9 * hour;
/** 1970-01-01 was a Thursday. */
const firstMonday = 4 * day;
const week = 7 * day;

/** The number of the last digest that is due: one a week. */
export const digestOf = (now: Instant, offset: number): number =>
  Math.floor((now + offset * minute - firstMonday - digestAt) / week);
