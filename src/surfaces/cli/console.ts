// What the command line stands in: streams, environment, folder. Passed in, so that tests bring their own.
import { homedir } from 'node:os';
import { findPlaces, type Places } from '../../contract/places.ts';

export type Out = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
export type In = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type Console = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  readonly places: Places;
  readonly stdin: In;
  readonly stdout: Out;
  readonly stderr: Out;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls on Ctrl-C instead of ending; the returned function withdraws it. */
  readonly onInterrupt: (call: () => void) => () => void;
};

/** Both ends are a terminal: questions can be asked inline. */
export const isInteractive = (console: Console): boolean =>
  console.stdin.isTTY === true && console.stdout.isTTY === true;

/** The process's own. */
export function openConsole(process: NodeJS.Process): Console {
  const { env, pid, stdin, stdout, stderr } = process;
  const places = findPlaces(env, env.HOME || homedir(), process.getuid?.() ?? 0);
  return { env, cwd: process.cwd(), pid, places, stdin, stdout, stderr, now: Date.now, onInterrupt: listen(process) };
}

const listen = (process: NodeJS.Process) => (call: () => void) => {
  process.on('SIGINT', call);
  return () => void process.off('SIGINT', call);
};
