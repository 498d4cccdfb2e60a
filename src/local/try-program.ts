// Runs a harmless program for what it says, at most five seconds.
import { execFile } from 'node:child_process';

export type Tried = { readonly works: boolean; readonly said: string };

/** `said`: the first line of stdout, of stderr where it fails; '' where the program is not there. */
export function tryProgram(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<Tried> {
  const [file = '', ...rest] = argv;
  return new Promise((resolve) => {
    execFile(file, rest, { env, timeout: 5000, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      const missing = error !== null && error.code === 'ENOENT';
      const [said = ''] = (error === null ? stdout || stderr : stderr || stdout).trim().split('\n');
      resolve({ works: error === null, said: missing ? '' : said });
    });
  });
}
