// What a forge could not do now and soon can.
import type { Failure } from '../domain/error.ts';
import type { EffectResult } from '../domain/thing.ts';

/** A limit that ends so soon is waited for; a longer one is a person's to know of. */
const longestWaitMs = 10 * 60_000;

export function untilLater({ error_code, message, details }: Failure): EffectResult<never> | null {
  const wait = Number(details?.retryAfterMs);
  return error_code === 'FORGE_LIMITED' && wait <= longestWaitMs
    ? { kind: 'later', afterMs: wait, why: message }
    : null;
}
