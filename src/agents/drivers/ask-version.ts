// What a program says its version is.
import { execFile } from 'node:child_process';
import type { Environment } from './profile.ts';

/** Gemini takes three seconds on a machine that does nothing else. */
const patience = 30_000;

/** The first line of its answer; null where it fails or gives none in time. */
export function askVersion(path: string, args: readonly string[], env: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(
      path,
      args,
      { env, timeout: patience, killSignal: 'SIGKILL', maxBuffer: 1 << 20 },
      (error, stdout, stderr) => {
        // Some say it on stderr.
        resolve(error ? null : firstLine(stdout) || firstLine(stderr));
      },
    );
    child.stdin?.end();
  });
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
