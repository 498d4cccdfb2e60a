// What the command line stands in: streams, environment, folder. Passed in, so that tests bring their own.
import { findPlaces, type Places } from '../../contract/places.ts';
import { loadOs } from './builtins.ts';
import { openOut } from './open-out.ts';

export type Out = {
  write(text: string): unknown;
  /** As they are; absent where only text is taken. */
  writeBytes?(bytes: Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Node's own stream of it, for what needs one; absent where it is one itself. */
  stream?(): NodeJS.WritableStream;
  /** Node's own stream was opened: something may not be written yet. */
  readonly isStreamed?: boolean;
};
export type In = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type Console = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  readonly places: Places;
  /** The program that is started where no daemon answers; the one that belongs to this command line where absent. */
  readonly daemon?: string;
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
  console.stdout.isTTY === true && console.stdin.isTTY === true;

/** The process's own. Its streams are opened when they are first used: each costs a millisecond or more. */
export function openConsole(process: NodeJS.Process): Console {
  const { env, pid } = process;
  const places = findPlaces(env, env.HOME || loadOs().homedir(), process.getuid?.() ?? 0);
  const streams = {
    get stdin() {
      return process.stdin;
    },
    stdout: openOut(1, () => process.stdout),
    stderr: openOut(2, () => process.stderr),
  };
  return Object.assign(streams, { env, cwd: process.cwd(), pid, places, now: Date.now, onInterrupt: listen(process) });
}

const listen = (process: NodeJS.Process) => (call: () => void) => {
  process.on('SIGINT', call);
  return () => void process.off('SIGINT', call);
};
