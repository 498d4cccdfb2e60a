// What a failed git becomes: one code and one sentence, git's own words within.
import { Failed, type Failure, fail, ok, type Result } from '../domain/error.ts';
import { saysDiskFull } from '../domain/text/says-disk-full.ts';
import type { GitRun } from './run-git.ts';

type Failing = { readonly ok: false; readonly failure: Failure };

/** `doing`: what was tried, as the end of "could not ...". */
export function explain(run: GitRun, doing: string): Failing {
  const said = lastWords(run.stderr);
  if (isDiskFull(run.stderr)) return fail('DISK_FULL', `There is no space left on the disk: git could not ${doing}.`);
  if (run.timedOut) return fail('GIT_FAILED', `Git took too long to ${doing} and was ended.`);
  if (/dubious ownership/.test(run.stderr))
    return fail(
      'GIT_FAILED',
      `Git does not trust this folder because it belongs to another user: could not ${doing}.`,
      { said, ...howToTrust(run.stderr) },
    );
  return fail('GIT_FAILED', `Git could not ${doing}: ${said || `it ended with ${run.code ?? 'a signal'}`}.`, { said });
}

/** What git says where it could not write, without a reason. */
const notWritten =
  /couldn't write|could not write|unable to (?:write|append)|failed to write|write error|write failure/;
const otherReason =
  /Permission denied|Operation not permitted|Read-only file system|Broken pipe|Connection|Input\/output|File (?:exists|too large)|Is a directory|Not a directory|No such file|Stale/i;

/** In the words of a git, or of a program, here; not in those of the remote. */
export const isDiskFull = (said: string): boolean =>
  said
    .split(/[\r\n]+/)
    .some(
      (line) => !/^remote:/.test(line) && (saysDiskFull(line) || (notWritten.test(line) && !otherReason.test(line))),
    );

/** As git itself says it, with the folder quoted by it. */
function howToTrust(stderr: string): { readonly hint?: string } {
  const command = /^\s*(git config --global --add safe\.directory .+)$/m.exec(stderr)?.[1];
  return command === undefined ? {} : { hint: `If you trust who owns it: \`${command}\`; else make it your own.` };
}

export function outcome(run: GitRun, doing: string): Result<Buffer> {
  return run.code === 0 && !run.timedOut ? ok(run.stdout) : explain(run, doing);
}

/** Foreign errors of the file system, once, at the door. */
export function explainError(error: unknown, doing: string): Failing {
  if (error instanceof Failed) return { ok: false, failure: error.failure };
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fail('DISK_FULL', `There is no space left on the disk: could not ${doing}.`);
  const message = error instanceof Error ? error.message : String(error);
  return fail('GIT_FAILED', `Could not ${doing}: ${message}.`, { said: message });
}

/** The line that tells: git's last `fatal:` or `error:`, else its last line. Without control characters and credentials in addresses. */
export function lastWords(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? '';
  return withoutCredentials(telling)
    .replace(/^(fatal|error): /, '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\.$/, '')
    .slice(0, 400);
}

export const withoutCredentials = (text: string): string => text.replace(/(\w+:\/\/)[^/@\s]+@/g, '$1');
