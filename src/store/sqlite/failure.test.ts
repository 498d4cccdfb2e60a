// What sqlite and the file system say, as the code that callers go by and the sentence that a person reads.
import { describe, expect, it } from 'vitest';
import { Failed } from '../../domain/error.ts';
import { sqliteFailure } from './failure.ts';

const said = (more: object) => Object.assign(new Error('m'), more);
const sqlite = (errcode: number) => said({ code: 'ERR_SQLITE_ERROR', errcode });
const system = (code: string) => said({ code, syscall: 'open' });
const failure = (error: unknown, backup: string | null = null) => {
  const found = sqliteFailure(error, '/d.db', () => backup);
  if (!(found instanceof Failed)) throw new Error('it came back as it was');
  return found.failure;
};

it.each([
  ['a file that may only be read', sqlite(8), 'STATE_READ_ONLY', 'cannot be written'],
  ['the same of a kind', sqlite(8 + (1 << 8)), 'STATE_READ_ONLY', 'cannot be written'],
  ['a damaged file', sqlite(11), 'STATE_CORRUPT', 'is not readable as a database'],
  ['no database at all', sqlite(26), 'STATE_CORRUPT', 'is not readable as a database'],
  ['a full disk', sqlite(13), 'DISK_FULL', 'cannot be written because the disk is full'],
  ['a full disk beneath the log', sqlite(4874), 'DISK_FULL', 'cannot be written because the disk is full'],
  ['a key that is there', sqlite(1555), 'ALREADY_EXISTS', 'already has such a row'],
  ['a value that is there', sqlite(2067), 'ALREADY_EXISTS', 'already has such a row'],
  ['another constraint', sqlite(787), 'STORE_FAILED', 'could not be used'],
  ['a lock', sqlite(5), 'STORE_FAILED', 'could not be used'],
  ['a database that is closed', said({ code: 'ERR_INVALID_STATE' }), 'STORE_FAILED', 'could not be used'],
  ['no space', system('ENOSPC'), 'DISK_FULL', 'cannot be written because the disk is full'],
  ['a quota', system('EDQUOT'), 'DISK_FULL', 'cannot be written because the disk is full'],
  ['a mount to read from', system('EROFS'), 'STATE_READ_ONLY', 'cannot be written'],
  ['no right', system('EACCES'), 'STATE_READ_ONLY', 'cannot be written'],
  ['no permission', system('EPERM'), 'STATE_READ_ONLY', 'cannot be written'],
  ['anything else', system('EIO'), 'STORE_FAILED', 'could not be used'],
] as const)('%s', (_, error, error_code, what) => {
  expect(failure(error)).toEqual({ error_code, message: `/d.db ${what} (m).`, details: { path: '/d.db' } });
});

describe('a backup', () => {
  it('is told with a damaged file alone', () => {
    expect(failure(sqlite(11), '/b.db')).toEqual({
      error_code: 'STATE_CORRUPT',
      message: '/d.db is not readable as a database (m). The last backup is /b.db.',
      details: { path: '/d.db', backup: '/b.db' },
    });
    expect(failure(sqlite(13), '/b.db').details).toEqual({ path: '/d.db' });
  });
});

it('what is a bug, or was told already, comes back as it is', () => {
  const bugs = [
    new Error('m'),
    'text',
    new Failed({ error_code: 'NOT_READY', message: 'm' } as never),
    said({ code: 5 }),
  ];
  for (const bug of bugs) expect(sqliteFailure(bug, '/d.db', () => null)).toBe(bug);
  const other = said({ code: 'ERR_OTHER' });
  expect(sqliteFailure(other, '/d.db', () => null)).toBe(other);
});
