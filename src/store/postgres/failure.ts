// What Postgres and the way to it say, in Drover's codes.
import { DatabaseError } from 'pg';
import { type ErrorCode, Failed } from '../../domain/error.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  '23505': 'ALREADY_EXISTS',
  '25006': 'STATE_READ_ONLY',
  '53100': 'DISK_FULL',
  XX001: 'STATE_CORRUPT',
  XX002: 'STATE_CORRUPT',
};

/** All that comes through here came from the driver: programming errors of ours are thrown elsewhere. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof Failed || error instanceof TypeError || !(error instanceof Error)) return error;
  const sqlstate = error instanceof DatabaseError ? (error.code ?? null) : null;
  const error_code = (sqlstate === null ? undefined : codes[sqlstate]) ?? 'STORE_FAILED';
  return new Failed(
    { error_code, message: `The Postgres database could not be used (${error.message}).`, details: { sqlstate } },
    error,
  );
}

/** Serialisation failure or deadlock: the same transaction may be begun again. */
export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof Failed && ['40001', '40P01'].includes(String(error.failure.details?.sqlstate));
