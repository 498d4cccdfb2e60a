// What `verify` was given: a file, or a commit with its note.
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../domain/error.ts';
import { mostBytes } from './limits.ts';
import { notesRef, type Repository } from './repository.ts';

/** `commit`: the one that it must be about; null: it says itself. */
export type FoundBundle = { readonly bytes: Buffer; readonly commit: string | null };

export function findBundle(given: string, cwd: string, repository: Repository): Result<FoundBundle> {
  const file = resolve(cwd, given);
  const found = statSync(file, { throwIfNoEntry: false });
  const isFile = found?.isDirectory() === false;
  const commit = /^\.{0,2}\//.test(given) ? null : repository.commit(given);
  // A branch may bring a file that is called like a commit.
  if (isFile && commit !== null)
    return fail('AMBIGUOUS', `${given} is a file here, and a commit.`, {
      hint: `Say \`./${given}\` for the file, or the commit by its whole name: ${commit}`,
    });
  if (isFile) return readBundleFile(file);
  if (commit !== null) return readNote(commit, repository);
  return found === undefined
    ? fail('PROOF_NOT_FOUND', `There is neither a file nor a commit ${given} here.`, { path: file })
    : fail('PROOF_UNREADABLE', `${file} is a folder, and no bundle of statements.`, { path: file });
}

const large = `it has more than ${mostBytes / 1024 / 1024} MiB`;

function readNote(commit: string, repository: Repository): Result<FoundBundle> {
  const bytes = repository.note(commit);
  if (bytes === null)
    return fail('PROOF_NOT_FOUND', `The commit ${commit} has no note in ${notesRef}.`, {
      commit,
      hint: `Fetch the notes: \`git fetch origin ${notesRef}:${notesRef}\`; or name the file.`,
    });
  return bytes === 'large'
    ? fail('PROOF_UNREADABLE', `The note of ${commit} is not read: ${large}.`)
    : ok({ bytes, commit });
}

/** A pipe is not waited for. */
function readBundleFile(file: string): Result<FoundBundle> {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = fstatSync(handle);
      if (!found.isFile()) return fail('PROOF_UNREADABLE', `${file} is no regular file.`);
      if (found.size > mostBytes) return fail('PROOF_UNREADABLE', `${file} is not read: ${large}.`);
      return ok({ bytes: readFileSync(handle), commit: null });
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return fail('PATH_NOT_FOUND', `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
