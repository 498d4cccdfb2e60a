// What Postgres says, as the code that callers go by.
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { Failed } from '../../domain/error.ts';
import { isWorthRepeating, postgresFailure } from './failure.ts';

const said = (code: string | undefined) => {
  const error = new DatabaseError('m', 1, 'error');
  return Object.assign(error, { code });
};
const failure = (error: unknown) => {
  const found = postgresFailure(error);
  if (!(found instanceof Failed)) throw new Error('it came back as it was');
  return found;
};

it.each([
  ['23505', 'ALREADY_EXISTS', false],
  ['25006', 'STATE_READ_ONLY', false],
  ['53100', 'DISK_FULL', false],
  ['XX001', 'STATE_CORRUPT', false],
  ['XX002', 'STATE_CORRUPT', false],
  ['40001', 'STORE_FAILED', true],
  ['40P01', 'STORE_FAILED', true],
  ['42P01', 'STORE_FAILED', false],
] as const)('%s is %s, worth repeating: %s', (sqlstate, error_code, again) => {
  const found = failure(said(sqlstate));
  expect(found.failure).toEqual({
    ...{ error_code, message: 'The Postgres database could not be used (m).', details: { sqlstate } },
  });
  expect(isWorthRepeating(found)).toBe(again);
});

it('a line that is down has no state; what is a bug of ours comes back as it is', () => {
  expect(failure(new Error('ECONNREFUSED')).failure).toMatchObject({
    ...{ error_code: 'STORE_FAILED', details: { sqlstate: null } },
  });
  expect(failure(said(undefined)).failure.details).toEqual({ sqlstate: null });
  const bugs = [new TypeError('m'), 'text', new Failed({ error_code: 'NOT_READY', message: 'm' } as never)];
  for (const bug of bugs) expect(postgresFailure(bug)).toBe(bug);
  expect(isWorthRepeating(new Error('40001'))).toBe(false);
});
