// What the command line stands in: streams, environment, folder. Passed in, so that tests bring their own.
import { findPlaces, type Places } from '../../../contract/places.ts';

export type Out = {
  write(text: string): unknown;
  /** As they are; absent where only text is taken. */
  writeBytes?(bytes: Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Calls when the terminal has another size; returns what withdraws that. */
  onResize?(call: () => void): () => void;
  /** Node's own stream of it, for what needs one; absent where it is one itself. */
  stream?(): NodeJS.WritableStream;
  /** Node's own stream was opened: something may not be written yet. */
  readonly isStreamed?: boolean;
};
type In = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type Console = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  readonly places: Places;
  /** The program that is started where no daemon answers; the one that belongs to this command line where absent. */
  readonly daemon?: string;
  /** Plain lines are wanted: nothing is drawn again, nothing is coloured. */
  readonly plain?: boolean;
  readonly stdin: In;
  readonly stdout: Out;
  readonly stderr: Out;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls on Ctrl-C, or on each of these signals, instead of ending; the returned function withdraws it. */
  readonly onInterrupt: (call: (signal: NodeJS.Signals) => void, signals?: readonly NodeJS.Signals[]) => () => void;
  /** What is typed meanwhile is for another program, also Ctrl-C and Ctrl-\: nobody here is told of them. */
  readonly lend: <T>(act: () => Promise<T>) => Promise<T>;
};

export const asPlain = (console: Console): Console =>
  Object.defineProperties({ plain: true }, Object.getOwnPropertyDescriptors(console)) as Console;

/** Both ends are a terminal: questions can be asked inline. */
export const isInteractive = (console: Console): boolean =>
  console.stdout.isTTY === true && console.stdin.isTTY === true;

/** The process's own. Its streams are opened when they are first used: each costs a millisecond or more. */
export function openConsole(process: NodeJS.Process): Console {
  const { env, pid } = process;
  const places = findPlaces(env, env.HOME || loadOs().userInfo().homedir, process.getuid?.() ?? 0);
  const streams = {
    get stdin() {
      return process.stdin;
    },
    stdout: openOut(1, () => process.stdout),
    stderr: openOut(2, () => process.stderr),
  };
  return Object.assign(streams, {
    env,
    cwd: folderOf(process),
    pid,
    places,
    now: Date.now,
    ...listen(process),
  });
}

/** One that was removed meanwhile has a name still, with `(deleted)` on Linux: what needs the folder says then that it is not there. */
function folderOf(process: NodeJS.Process): string {
  try {
    return process.cwd();
  } catch (error) {
    if (process.platform === 'linux') return process.getBuiltinModule('node:fs').readlinkSync('/proc/self/cwd');
    if (process.env.PWD) return process.env.PWD;
    throw error;
  }
}

const ofKeys: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

function listen(process: NodeJS.Process): Pick<Console, 'onInterrupt' | 'lend'> {
  let lent = 0;
  const onInterrupt: Console['onInterrupt'] = (call, signals = ['SIGINT']) => {
    const hear = (signal: NodeJS.Signals) => {
      if (lent === 0 || !ofKeys.includes(signal)) call(signal);
    };
    for (const signal of signals) process.on(signal, hear);
    return () => {
      for (const signal of signals) process.off(signal, hear);
    };
  };
  return {
    onInterrupt,
    lend: async (act) => {
      lent += 1;
      // Without anybody who listens they would end this process.
      const withdraw = onInterrupt(() => undefined, ofKeys);
      try {
        return await act();
      } finally {
        lent -= 1;
        withdraw();
      }
    },
  };
}

// Where text goes out: straight through its descriptor, which starts faster than Node's streams.

type Stream = NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };

/** `open`s a stream only where a terminal's width is asked for, or what is written is not taken at once. */
function openOut(descriptor: number, open: () => Stream): Out {
  let stream: Stream | null = null;
  const whole = (): Stream => {
    stream ??= guard(open());
    return stream;
  };
  const put = (bytes: Uint8Array) => {
    const rest = stream === null ? writeSome(descriptor, bytes) : bytes;
    if (rest.length > 0) whole().write(rest);
  };
  return {
    write: (text) => put(Buffer.from(text)),
    writeBytes: put,
    get isTTY() {
      return isDevice(descriptor) && loadTty().isatty(descriptor);
    },
    get columns() {
      return whole().columns ?? 80;
    },
    get rows() {
      return whole().rows ?? 24;
    },
    onResize: (call) => {
      const of = whole();
      of.on('resize', call);
      return () => void of.off('resize', call);
    },
    stream: whole,
    get isStreamed() {
      return stream !== null;
    },
  };
}

/** Whether it may be a terminal at all: what knows for sure is not loaded for a pipe or a file. */
function isDevice(descriptor: number): boolean {
  try {
    return fs.fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/** The reader went away (`drover task log | head`), or the terminal was closed: nothing is left to say. */
function endQuietly(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EPIPE') process.exit(process.exitCode ?? 0);
  if (code === 'EIO') process.exit(process.exitCode ?? 129);
  throw error;
}

function guard(stream: Stream): Stream {
  stream.on('error', endQuietly);
  return stream;
}

/** What could not be written now. */
function writeSome(descriptor: number, bytes: Uint8Array): Uint8Array {
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) endQuietly(error);
  }
  return bytes.subarray(written);
}

// Node's own libraries on the way of every command, taken without `import`: that makes a facade of all their exports and so opens every lazy part
// (`fs.promises`, `util.MIMEType`), 3 ms each. Until Node's facades are lazy.

export const fs = process.getBuiltinModule('node:fs');
export const util = process.getBuiltinModule('node:util');
export const path = process.getBuiltinModule('node:path');
/** Loaded when they are called: few commands need them. */
export const loadNet = () => process.getBuiltinModule('node:net');
export const loadOs = () => process.getBuiltinModule('node:os');
const loadTty = () => process.getBuiltinModule('node:tty');
