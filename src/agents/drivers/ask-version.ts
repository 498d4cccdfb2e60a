// What a program says its version is.
import { execFile } from 'node:child_process';
import type { Environment } from './profile.ts';

const patience = 10_000;

/** The first line of its answer; null where it gives none in 10 s. */
export function askVersion(path: string, args: readonly string[], env: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(
      path,
      args,
      { env, timeout: patience, killSignal: 'SIGKILL', maxBuffer: 1 << 20 },
      (error, stdout) => {
        resolve(error ? null : (stdout.trim().split('\n')[0] ?? null));
      },
    );
    child.stdin?.end();
  });
}
