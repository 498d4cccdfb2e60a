// The only place that runs git: an argv, a bounded time, bounded output, the whole process group ended.
import { Failed, type Failure, fail, ok, type Result } from '../../domain/error.ts';
import { saysDiskFull } from '../../domain/text/says-disk-full.ts';
import type { Env } from './environments.ts';
import { type Startable, startGit } from './start-git.ts';

type Talk = { readonly first: Uint8Array; readonly next: (came: Buffer) => Uint8Array | null };

export type GitCall = {
  /** Default: git. */
  readonly program?: string;
  readonly argv: readonly string[];
  readonly env: Env;
  readonly cwd?: string;
  /**
   * Whole standard input; a file is read by git itself. In a talk `first` is said, and the rest when what came by then is enough to say it: `next` gets all of
   * that, and gives null while it is not.
   */
  readonly input?: Uint8Array | { readonly file: string } | Talk;
  /** Default 60 s. */
  readonly deadlineMs?: number;
  /** Bytes of stdout kept; then git is ended and the run is `cut`. Default 256 MiB. */
  readonly limit?: number;
};

export type GitRun = {
  /** null: ended by a signal or never started. */
  readonly code: number | null;
  readonly stdout: Buffer;
  /** At most 64 KiB. */
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly cut: boolean;
};

const politeMs = 2_000;

/** Never rejects; a git that cannot be started has code null and says so in `stderr`. */
export function runGit(call: GitCall): Promise<GitRun> {
  return new Promise((resolve) => {
    const out: Buffer[] = [];
    let [bytes, stderr, timedOut, cut] = [0, '', false, false];
    const limit = call.limit ?? 256 * 1024 * 1024;
    const timers: NodeJS.Timeout[] = [];
    let talk = call.input !== undefined && 'next' in call.input ? call.input : null;
    const end = () => {
      signal(child.pid(), 'SIGTERM');
      timers.push(setTimeout(() => signal(child.pid(), 'SIGKILL'), politeMs));
    };
    timers.push(
      setTimeout(() => {
        timedOut = true;
        end();
      }, call.deadlineMs ?? 60_000),
    );
    const finish = (code: number | null) => {
      for (const timer of timers) clearTimeout(timer);
      signal(child.pid(), 'SIGKILL');
      resolve({ code, stdout: Buffer.concat(out).subarray(0, limit), stderr, timedOut, cut });
    };
    const answer = () => {
      const rest = talk?.next(Buffer.concat(out)) ?? null;
      if (rest === null) return;
      talk = null;
      child.say(rest);
      child.endInput();
    };
    const child = startGit(startable(call), {
      out: (chunk) => {
        if (bytes < limit) out.push(chunk);
        bytes += chunk.length;
        if (talk !== null) answer();
        if (bytes <= limit || cut) return;
        cut = true;
        end();
      },
      error: (chunk) => {
        if (stderr.length < 65_536) stderr += chunk.toString('utf8');
      },
      failed: (why) => {
        stderr = why;
        finish(null);
      },
      closed: finish,
    });
    if (talk !== null) child.say(talk.first);
    if (!(call.input instanceof Uint8Array)) return;
    child.say(call.input);
    child.endInput();
  });
}

const startable = ({ program = 'git', argv, env, cwd = '/', input }: GitCall): Startable => ({
  program,
  argv,
  env,
  cwd,
  input: input === undefined ? 'none' : 'file' in input ? input : 'pipe',
});

/** To the whole group; one that is gone is no matter. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {}
}

// What a failed git becomes: one code and one sentence, git's own words within.

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
