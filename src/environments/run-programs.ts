// Programs of this machine joined by pipes, ended all together when the time is over or they have said enough.
import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import type { HostRun, Limits, Programs } from './host.ts';

export type Setting = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

const mostError = 16 * 1024;

/** The exit is the last program's; what all of them say on stderr is joined. Rejects with nothing. */
export async function runPrograms(
  programs: Programs,
  { timeoutMs, bytes }: Limits,
  setting: Setting,
): Promise<HostRun> {
  const children = programs.map((argv, index) => start(argv, index === 0, setting));
  const output = new Text(bytes);
  const error = new Text(mostError);
  let stopped = false;
  const stop = () => {
    stopped = true;
    for (const child of children) {
      endGroup(child);
      // A shared connection of ssh holds them open for as long as the program lives there.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }
  };
  for (const [index, child] of children.entries()) {
    const next = children[index + 1];
    child.stderr?.on('data', (chunk: Buffer) => error.add(chunk));
    if (next === undefined) child.stdout?.on('data', (chunk: Buffer) => output.add(chunk) || stop());
    else connect(child, next);
  }
  const timer = setTimeout(stop, timeoutMs);
  setting.signal.addEventListener('abort', stop, { once: true });
  if (setting.signal.aborted) stop();
  const ends = await Promise.all(children.map((child, index) => ending(child, programs[index]?.[0] ?? '', error)));
  clearTimeout(timer);
  setting.signal.removeEventListener('abort', stop);
  return { exit: stopped ? null : (ends.at(-1) ?? null), output: output.text, error: error.text, cut: output.full };
}

function start([program = '', ...args]: readonly string[], first: boolean, { cwd, env }: Setting): ChildProcess {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: [first ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
  // The one behind it has ended first: what it would have read is not wanted.
  child.stdin?.on('error', () => {});
  return child;
}

/** When the one behind it has ended, the one before it is told by a broken pipe. */
function connect({ stdout }: ChildProcess, { stdin }: ChildProcess): void {
  if (stdout === null || stdin === null) return;
  stdout.pipe(stdin);
  stdin.on('close', () => stdout.destroy());
}

/** Its group: a program may have started others. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const ending = (child: ChildProcess, program: string, error: Text): Promise<number> =>
  new Promise((resolve) => {
    child.on('error', ({ message }: NodeJS.ErrnoException) => {
      error.add(Buffer.from(`${program}: ${/ENOENT/.test(message) ? 'not found' : message}\n`));
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 128));
  });

/** The first so many bytes. */
class Text {
  readonly #most: number;
  readonly #decoder = new StringDecoder('utf8');
  #bytes = 0;
  text = '';
  full = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** False when it is full. */
  add(chunk: Buffer): boolean {
    const room = this.#most - this.#bytes;
    this.#bytes += chunk.length;
    this.text += this.#decoder.write(chunk.subarray(0, Math.max(0, room)));
    this.full ||= chunk.length > room;
    return !this.full;
  }
}
