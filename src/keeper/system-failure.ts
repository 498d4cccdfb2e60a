// What an operating system's refusal of a file means in Drover's codes.
import type { Failure } from '../domain/error.ts';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const locked = new Set(['EROFS', 'EACCES', 'EPERM']);

export function asFailure(error: unknown, path: string): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = { path, cause: code || String(error) };
  if (full.has(code)) return { error_code: 'DISK_FULL', message: `The disk of ${path} is full.`, details };
  if (locked.has(code)) return { error_code: 'STATE_READ_ONLY', message: `${path} cannot be written.`, details };
  return { error_code: 'INTERNAL', message: `${path}: ${String(error)}`, details };
}
