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

/** A whole id or a unique prefix of one. */
export const id = () => v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._/#-]{0,127}$/, 'is not an id'));

export const absolutePath = () =>
  v.pipe(v.string(), v.startsWith('/', 'must be an absolute path'), v.maxLength(4096, 'is too long'));

/** Secret token of a lease. */
export const token = () =>
  v.pipe(v.string(), v.minLength(16, 'is not a lease token'), v.maxLength(256, 'is not a lease token'));
