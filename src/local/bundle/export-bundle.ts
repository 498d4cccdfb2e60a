// A task's proof on its way out: signed here, in the person's own process, and written to a file, beside the commit, or both.
import { existsSync } from 'node:fs';
import type { ExportedBundle, TaskProof } from '../../contract/task.ts';
import { readBundle } from '../../domain/bundle/read-bundle.ts';
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';
import { findSigner } from './find-signer.ts';
import { mostBytes } from './limits.ts';
import { notesRef, openRepository, type Repository } from './repository.ts';
import type { Environment } from './run-program.ts';
import { type SignedBundle, signBundle } from './sign-bundle.ts';
import { refuseFile, writeNewFile } from './write-new-file.ts';

export type Wish = {
  readonly env: Environment;
  /** Absolute; null: none is wanted. */
  readonly file: string | null;
  readonly note: boolean;
  readonly signs: boolean;
  readonly force: boolean;
};

/** All that can be refused is refused before a key is asked for. */
export function exportBundle(proof: TaskProof, wish: Wish): Result<ExportedBundle> {
  const repository = openRepository(existsSync(proof.checkout) ? proof.checkout : '/', wish.env, mostBytes);
  const refused = refuse(proof, wish, repository);
  if (refused !== null) return { ok: false, failure: refused };
  const made = signBundle(
    proof.payloads,
    wish.signs ? findSigner(repository, wish.env) : 'so it was wanted (`--unsigned`)',
  );
  if (wish.file !== null) {
    const written = writeNewFile({ file: wish.file, text: made.text, force: wish.force, agents: proof.copies });
    if (!written.ok) return written;
  }
  const noted = wish.note ? writeNote(proof, made, repository) : ok(null);
  return noted.ok ? ok(tell(proof, wish, made)) : noted;
}

/** What a line has besides its payload, at most: a signature. */
const besideBytes = 4096;

function refuse(
  { copies, subject, checkout, payloads }: TaskProof,
  { file, note, force }: Wish,
  repository: Repository,
): Failure | null {
  // As base64, beside what is signed: whoever verifies reads no more.
  const bytes = payloads.reduce((sum, payload) => sum + Math.ceil(Buffer.byteLength(payload) / 3) * 4 + besideBytes, 0);
  if (bytes > mostBytes)
    return fail('RESULT_TOO_LARGE', `The bundle would have more than ${mostBytes / 1024 / 1024} MiB.`, {
      hint: 'Write the record to a folder instead: `--outputs FOLDER`.',
    }).failure;
  if (file !== null) {
    const may = refuseFile({ file, force, agents: copies });
    if (!may.ok) return may.failure;
  }
  if (!note) return null;
  if (subject.commit === null)
    return fail('COMMIT_NOT_FOUND', 'Nothing is committed yet, so there is nothing to put a note to.').failure;
  if (repository.commit(subject.commit) !== subject.commit)
    return fail('COMMIT_NOT_FOUND', `${checkout} does not have the commit ${subject.commit}.`, {
      hint: 'Fetch it there: `git fetch`.',
    }).failure;
  const before = repository.note(subject.commit);
  if (before === null || isOurs(before) || force) return null;
  return fail('NOTE_FOREIGN', `The commit ${subject.commit.slice(0, 12)} has a note of somebody else in ${notesRef}.`, {
    hint: `Look at it with \`git notes --ref=drover show ${subject.commit.slice(0, 12)}\`; \`--force\` puts the proof after it.`,
  }).failure;
}

/** Whole bundles of ours are replaced: git keeps what was noted before. */
function isOurs(note: Buffer | 'large'): boolean {
  const read = note === 'large' ? null : readBundle(note);
  return read?.ok === true && read.value.strange.length === 0 && read.value.others === 0;
}

function writeNote({ subject }: TaskProof, { text }: SignedBundle, repository: Repository): Result<null> {
  const commit = subject.commit ?? '';
  const before = repository.note(commit);
  if (before === 'large') return fail('NOTE_FOREIGN', 'The note that is there is too large to be added to.');
  const kept = before === null || isOurs(before) ? '' : `${before.toString('utf8').trimEnd()}\n`;
  const complaint = repository.writeNote(commit, kept + text);
  return complaint === '' ? ok(null) : fail('GIT_FAILED', `The note was not written: ${complaint}`);
}

const tell = (proof: TaskProof, { file, note }: Wish, { signature, unsigned }: SignedBundle): ExportedBundle => ({
  statements: proof.payloads.length,
  subject: proof.subject,
  proven: proof.proven,
  missing: proof.missing,
  file,
  note: note ? notesRef : null,
  signature,
  unsigned,
});
