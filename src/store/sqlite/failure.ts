// What sqlite and the file system say, in Drover's codes.
import { type ErrorCode, Failed } from '../../domain/error.ts';

const primary: Readonly<Record<number, ErrorCode>> = {
  8: 'STATE_READ_ONLY',
  11: 'STATE_CORRUPT',
  13: 'DISK_FULL',
  26: 'STATE_CORRUPT',
};

/** IOERR_SHMSIZE is a full disk under the write-ahead log's index; the other two are keys that exist. */
const extended: Readonly<Record<number, ErrorCode>> = {
  4874: 'DISK_FULL',
  1555: 'ALREADY_EXISTS',
  2067: 'ALREADY_EXISTS',
};

const files: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EROFS: 'STATE_READ_ONLY',
  EACCES: 'STATE_READ_ONLY',
  EPERM: 'STATE_READ_ONLY',
};

const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  STATE_READ_ONLY: 'cannot be written',
  STATE_CORRUPT: 'is not readable as a database',
  DISK_FULL: 'cannot be written because the disk is full',
  ALREADY_EXISTS: 'already has such a row',
};

/** A `Failed` for what sqlite or the file system said about the file at `path`; anything else comes back as it is. `backup` is told with a corrupt state. */
export function sqliteFailure(error: unknown, path: string, backup: () => string | null): unknown {
  if (error instanceof Failed || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === null) return error;
  const kept = code === 'STATE_CORRUPT' ? backup() : null;
  const where = kept === null ? '' : ` The last backup is ${kept}.`;
  const what = sentences[code] ?? 'could not be used';
  const details = kept === null ? { path } : { path, backup: kept };
  return new Failed({ error_code: code, message: `${path} ${what} (${error.message}).${where}`, details }, error);
}

function codeOf(error: Error): ErrorCode | null {
  const { code, errcode, syscall } = error as { code?: unknown; errcode?: unknown; syscall?: unknown };
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number')
    return extended[errcode] ?? primary[errcode & 0xff] ?? 'STORE_FAILED';
  if (code === 'ERR_INVALID_STATE') return 'STORE_FAILED';
  return typeof syscall === 'string' && typeof code === 'string' ? (files[code] ?? 'STORE_FAILED') : null;
}
