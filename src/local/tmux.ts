// A window of tmux that shows a session: in the session one stands in, else in one called `drover`.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type TmuxOptions = {
  /** What the window runs, as words. */
  readonly argv: readonly string[];
  readonly name: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type TmuxWindow = { readonly pane: string; readonly session: string };

/** The session of those who stand in none. */
const outside = 'drover';
/** What the window must know that tmux's server may not: it has the environment of whoever started it. */
const handed = ['DROVER_HOME', 'DROVER_CONFIG', 'PATH', 'HOME', 'XDG_RUNTIME_DIR', 'LANG'];

/** Throws what tmux says, or that it is not there. */
export async function openTmuxWindow({ argv, name, cwd, env }: TmuxOptions): Promise<TmuxWindow> {
  const known = handed.flatMap((key) => (env[key] === undefined ? [] : [`${key}=${env[key]}`]));
  const command = ['env', ...known, ...argv];
  const tell = ['-P', '-F', '#{pane_id} #{session_name}', '-n', name, '-c', cwd];
  const tmux = async (...words: string[]) =>
    (await run('tmux', words, { env: { ...env } as NodeJS.ProcessEnv })).stdout;
  const said = env.TMUX ? await tmux('new-window', '-d', ...tell, ...command) : await inSession(tmux, tell, command);
  const [pane = '', session = ''] = said.trim().split(' ');
  return { pane, session };
}

async function inSession(
  tmux: (...words: string[]) => Promise<string>,
  tell: readonly string[],
  command: readonly string[],
): Promise<string> {
  try {
    return await tmux('new-window', '-d', '-t', `=${outside}:`, ...tell, ...command);
  } catch {
    // There is no such session yet; of two that make it at once the second finds the first's.
  }
  try {
    return await tmux('new-session', '-d', '-s', outside, '-x', '200', '-y', '50', ...tell, ...command);
  } catch {
    return tmux('new-window', '-d', '-t', `=${outside}:`, ...tell, ...command);
  }
}
