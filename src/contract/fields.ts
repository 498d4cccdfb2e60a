// Input fields that several commands share. A check's message that is an error code becomes that code (read-input.ts).
import * as v from 'valibot';
import type { ErrorCode } from '../domain/error.ts';
import { textLimit } from './limits.ts';

const code = (name: ErrorCode): ErrorCode => name;

/** Free text of a person: not blank, at most 256 KiB. */
export const text = () =>
  v.pipe(
    v.string(),
    v.check((value) => value.trim() !== '', code('TEXT_EMPTY')),
    v.check((value) => Buffer.byteLength(value) <= textLimit, code('TEXT_TOO_LONG')),
  );

/** Something short on one line: a branch, a model, a key. */
export const line = (limit = 512) =>
  v.pipe(
    v.string(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(limit, `must have at most ${limit} characters`),
    v.regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line without control characters'),
  );

/** An agent, or one with a model of it: `AGENT:MODEL`. */
export const workerName = () =>
  v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}(?::[\w./:@-]{1,200})?$/, 'must be an agent, or agent:model'),
  );

/** A name a person gives: letters, digits, dot, dash, underscore; never the form of a run or question id. */
export const name = () =>
  v.pipe(
    v.string(),
    v.regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'must be letters, digits, dots and dashes, and start with a letter or digit',
    ),
    v.check((value) => !/^[rq]\d+$/.test(value), 'has the form of a run or question id'),
  );

/** What names a folder and no entry of the configuration. */
export const isPath = (text: string): boolean => /^(\.{1,2}|~)$|\//.test(text);

/** A workspace by its name, or by a path of its checkout. */
export const workspace = () => {
  const named = name();
  return v.pipe(
    v.string(),
    v.maxLength(4096, 'is too long'),
    v.check((value) => isPath(value) || v.is(named, value), 'is neither the name of a workspace nor a path'),
    v.regex(/^[^\u0000]*$/, 'must not hold NUL'),
  );
};

/** A count, or a place in a list; `said`: what it must be. */
export const whole = (least: number, said = `must be a whole number from ${least} on`) =>
  v.pipe(v.number(said), v.integer(said), v.minValue(least, said));

export function wholeWithin(least: number, most: number) {
  const said = `must be a whole number from ${least} to ${most}`;
  return v.pipe(whole(least, said), v.maxValue(most, said));
}

/** US dollars that may be used. */
export const dollars = () => v.pipe(v.number(), v.finite(), v.minValue(0.01, 'must be more than nothing'));

/** A whole id or a unique prefix of one. */
export const id = () => v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._/#-]{0,127}$/, 'is not an id'));

/** Whole, as git writes it. */
export const commitId = () =>
  v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be the id of a commit'));

export const absolutePath = () =>
  v.pipe(v.string(), v.startsWith('/', 'must be an absolute path'), v.maxLength(4096, 'is too long'));

/** Secret token of a lease. */
export const token = () =>
  v.pipe(v.string(), v.minLength(16, 'is not a lease token'), v.maxLength(256, 'is not a lease token'));

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Longer is a mistake, and more than timers can. */
const longestMs = 365 * 86_400_000;

/** `90s`, `30m`, `2h`, `1.5h`, `500ms`; a bare number of words is seconds, a number of JSON milliseconds. Out: milliseconds. */
export const duration = () =>
  v.pipe(
    v.union([
      v.number(),
      v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,3})?(ms|s|m|h|d)?$/, 'is no time like 90s, 30m or 2h')),
    ]),
    v.transform((said) => {
      if (typeof said === 'number') return said;
      const unit = /[a-z]+$/.exec(said)?.[0] ?? 's';
      return Math.round(Number.parseFloat(said) * (units[unit] ?? 0));
    }),
    v.number(),
    v.minValue(0, 'must not be negative'),
    v.maxValue(longestMs, 'is longer than a year'),
  );
