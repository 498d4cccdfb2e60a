// The only place that starts git: an argv, a bounded time, bounded output, the whole process group ended.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Env } from './pins.ts';

export type Talk = { readonly first: Uint8Array; readonly next: (came: Buffer) => Uint8Array | null };

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
  const file = call.input !== undefined && 'file' in call.input ? openSync(call.input.file, 'r') : null;
  const child = spawn(call.program ?? 'git', call.argv, {
    cwd: call.cwd ?? '/',
    env: call.env,
    detached: true,
    stdio: [file ?? (call.input === undefined ? 'ignore' : 'pipe'), 'pipe', 'pipe'],
  });
  if (file !== null) closeSync(file);
  return new Promise((resolve) => {
    const out: Buffer[] = [];
    let [bytes, stderr, timedOut, cut] = [0, '', false, false];
    const limit = call.limit ?? 256 * 1024 * 1024;
    const timers: NodeJS.Timeout[] = [];
    let talk = call.input !== undefined && 'next' in call.input ? call.input : null;
    const end = () => {
      signal(child.pid, 'SIGTERM');
      timers.push(setTimeout(() => signal(child.pid, 'SIGKILL'), politeMs));
    };
    timers.push(
      setTimeout(() => {
        timedOut = true;
        end();
      }, call.deadlineMs ?? 60_000),
    );
    const finish = (code: number | null) => {
      for (const timer of timers) clearTimeout(timer);
      signal(child.pid, 'SIGKILL');
      resolve({ code, stdout: Buffer.concat(out).subarray(0, limit), stderr, timedOut, cut });
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      if (bytes < limit) out.push(chunk);
      bytes += chunk.length;
      if (talk !== null) answer();
      if (bytes <= limit || cut) return;
      cut = true;
      end();
    });
    const answer = () => {
      const rest = talk?.next(Buffer.concat(out)) ?? null;
      if (rest === null) return;
      talk = null;
      child.stdin?.end(rest);
    };
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < 65_536) stderr += chunk.toString('utf8');
    });
    child.on('error', (error) => {
      stderr = `git could not be started: ${error.message}`;
      finish(null);
    });
    child.on('close', finish);
    child.stdin?.on('error', () => undefined);
    if (call.input instanceof Uint8Array) child.stdin?.end(call.input);
    if (talk !== null) child.stdin?.write(talk.first);
  });
}

/** To the whole group; one that is gone is no matter. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {}
}
