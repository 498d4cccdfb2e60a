// A program run for a moment: words on stdin, what it says until enough was heard, then its whole group is ended.
import { spawn } from 'node:child_process';
import type { Environment } from '../drivers/plain/profile.ts';

export type Brief = {
  readonly file: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** Said at once. Null: it is told that nothing comes. */
  readonly say: string | null;
  readonly patienceMs: number;
  /** True once enough was heard. */
  enough(output: string): boolean;
};

export type Heard = {
  readonly output: string;
  /** Why it ended before enough was heard; '' where it was enough, or its own end was. */
  readonly why: string;
  readonly code: number | null;
};

const most = 1 << 22;

export function runBriefly({ file, argv, cwd, env, say, patienceMs, enough }: Brief): Promise<Heard> {
  return new Promise((resolve) => {
    const child = spawn(file, [...argv], { cwd, env, detached: true, stdio: 'pipe' });
    let output = '';
    let why = '';
    let heard = false;
    const end = (reason: string) => {
      why ||= reason;
      endGroup(child.pid);
    };
    const timer = setTimeout(() => end(`it said nothing in ${patienceMs / 1000} s`), patienceMs);
    const hear = (piece: string) => {
      output += piece;
      heard ||= enough(output);
      if (heard || output.length > most) end(heard ? '' : 'it says too much');
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
    child.stdin.on('error', () => undefined);
    if (say === null) child.stdin.end();
    else child.stdin.write(say);
    const done = (code: number | null, reason: string) => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve({ output, why: heard ? '' : why || reason, code });
    };
    child.once('error', (error) => done(null, error.message));
    child.once('close', (code, signal) => done(code, say === null ? '' : `it ended (${code ?? signal})`));
  });
}

/** What a program started stays in its group; a group that is gone is what was wanted. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
