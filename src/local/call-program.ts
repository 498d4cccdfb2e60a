// The command line itself, called as a person would call it.
import { spawn } from 'node:child_process';
import type { Reply } from '../contract/protocol.ts';

export type Program = {
  /** Node and the command line's entry. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** With `--json`: the one document on stdout, whatever the exit code. */
export async function askProgram<Data>(program: Program, args: readonly string[]): Promise<Reply<Data>> {
  const said: Buffer[] = [];
  const child = start(program, [...args, '--json'], ['ignore', 'pipe', 'inherit']);
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await ending(child);
  if (said.length === 0) throw new Error(`drover ${args.join(' ')} ended with ${code} and said nothing`);
  return JSON.parse(Buffer.concat(said).toString('utf8')) as Reply<Data>;
}

/** Its output is the person's own terminal (`quiet`: is not shown); resolves with the exit code. */
export const showProgram = (program: Program, args: readonly string[], quiet: boolean): Promise<number> =>
  ending(start(program, args, quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit'));

function start({ argv, cwd, env, signal }: Program, args: readonly string[], stdio: 'inherit' | Pipes) {
  const [file = process.execPath, ...rest] = argv;
  return spawn(file, [...rest, ...args], { cwd, env, stdio, signal, killSignal: 'SIGTERM' });
}

type Pipes = ['ignore', 'pipe' | 'ignore', 'inherit'];

const ending = (child: ReturnType<typeof start>): Promise<number> =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 130));
  });
