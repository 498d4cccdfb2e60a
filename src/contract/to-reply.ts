// A failure as the one document a caller gets.
import type { Failure } from '../domain/error.ts';
import { errors } from './errors/errors.ts';
import { type AtHand, fillHint } from './errors/fill-hint.ts';
import type { Reply } from './protocol.ts';

export type { ErrorCode, Failure } from '../domain/error.ts';
export { Failed, fail } from '../domain/error.ts';
export type FailureReply = Extract<Reply, { ok: false }>;

/**
 * The message of the failure is the sentence; an empty one falls back to the table's. `details.hint` (a string) wins over the table's hint.
 * What the hint speaks of is filled in from the details, else from what the request was about.
 */
export function toReply(failure: Failure, about: AtHand = {}): FailureReply {
  const { sentence, hint } = errors[failure.error_code];
  const { hint: own, ...details } = failure.details ?? {};
  return {
    ok: false,
    error: failure.message === '' ? sentence : failure.message,
    error_code: failure.error_code,
    hint: typeof own === 'string' ? own : fillHint(hint, { ...about, ...details }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}
