// A file that is there whole or not at all, and never in a place where agents write.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import { isWithin } from '../../domain/place/within.ts';

type Wanted = {
  readonly file: string;
  readonly text: string;
  /** In place of a file that is there. */
  readonly force: boolean;
  /** Folders in which agents write. */
  readonly agents: readonly string[];
};

/** Why it may not be written, before anything is signed for it. */
export function refuseFile({ file, force, agents }: Omit<Wanted, 'text'>): Result<string> {
  const folder = realOf(dirname(file));
  if (folder === null) return fail('PATH_NOT_FOUND', `There is no folder ${dirname(file)}.`, { path: dirname(file) });
  const place = agents.find((each) =>
    [each, realOf(each)].some((at) => at !== null && [folder, file].some((path) => isWithin(path, at))),
  );
  if (place !== undefined)
    return fail('UNSUPPORTED', `${file} would lie in ${place}, where an agent writes.`, {
      hint: 'Name a file elsewhere.',
    });
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) return fail('ALREADY_EXISTS', `${file} is a folder; name a file.`, { path: file });
  if (there !== undefined && !force)
    return fail('ALREADY_EXISTS', `${file} is there already.`, {
      path: file,
      hint: 'Name another, or write over it with `--force`.',
    });
  return ok(folder);
}

/** A link that stands at its name is replaced and not followed. */
export function writeNewFile(wanted: Wanted): Result<null> {
  const folder = refuseFile(wanted);
  if (!folder.ok) return folder;
  const path = join(folder.value, basename(wanted.file));
  const half = join(folder.value, `.${basename(wanted.file)}.${randomBytes(6).toString('hex')}`);
  try {
    const handle = openSync(half, 'wx', 0o644);
    writeFileSync(handle, wanted.text);
    fsyncSync(handle);
    closeSync(handle);
    if (wanted.force) renameSync(half, path);
    else linkSync(half, path);
    return ok(null);
  } catch (error) {
    return explain(wanted.file, error as NodeJS.ErrnoException);
  } finally {
    rmSync(half, { force: true });
  }
}

function explain(file: string, { code, message }: NodeJS.ErrnoException): Result<null> {
  if (code === 'EEXIST') return fail('ALREADY_EXISTS', `${file} is there already.`, { path: file });
  if (code === 'ENOSPC' || code === 'EDQUOT') return fail('DISK_FULL', `${file} cannot be written: the disk is full.`);
  return fail('PATH_NOT_FOUND', `${file} cannot be written: ${message}.`, { path: file });
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
