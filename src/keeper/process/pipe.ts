// Starts a child on pipes, in a session and group of its own.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants as osConstants } from 'node:os';
import type { Program, ProgramIo } from '../../domain/run/program.ts';
import type { Reading } from '../journal/backpressure.ts';
import { closeFifo, type Fifo, type SparePipes } from './spare-pipes.ts';

type Pipe = Extract<ProgramIo, { kind: 'pipe' }>;

/** `folder`: a place for the pipes' names, which are gone at once. Rejects where it cannot be started. */
export async function startPipe(
  spare: SparePipes,
  program: Program,
  io: Pipe,
  path: string,
  folder: string,
  hear: Hear,
): Promise<Child> {
  const given = io.stdin === 'open' ? null : openSync(io.stdin === 'empty' ? '/dev/null' : io.stdin.file, 'r');
  const { output, error, input: own } = await spare.take(folder);
  if (given !== null) closeFifo(own);
  const input = given === null ? own : { theirs: given, ours: null };
  try {
    const child = await launch(program, path, [input.theirs, output.theirs, error.theirs]);
    const outputs = [listen(output, hear.output), listen(error, hear.error)];
    const pause = (on: boolean) => {
      for (const socket of outputs) on ? socket.pause() : socket.resume();
    };
    hear.reading?.({ pause, goOn: () => hear.output(Buffer.alloc(0)) });
    spare.refill(folder);
    return hold(child, outputs, input.ours);
  } catch (failure) {
    for (const descriptor of [output.ours, error.ours, input.ours]) if (descriptor !== null) closeSync(descriptor);
    throw failure;
  } finally {
    for (const descriptor of [input.theirs, output.theirs, error.theirs]) closeSync(descriptor);
  }
}

async function launch(program: Program, path: string, stdio: number[]): Promise<ChildProcess> {
  const [argv0 = path, ...rest] = program.argv;
  const options: SpawnOptions = { cwd: program.cwd, env: program.env, argv0, detached: true, stdio };
  const child = spawn(path, rest, options);
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  child.once('spawn', () => resolve(child));
  child.once('error', reject);
  return promise;
}

function listen(fifo: Fifo, hear: (bytes: Buffer) => void): Socket {
  const socket = new Socket({ fd: fifo.ours, readable: true, writable: false });
  socket.on('data', hear);
  socket.on('error', () => socket.destroy());
  return socket;
}

function hold(child: ChildProcess, outputs: readonly Socket[], input: number | null): Child {
  const exit = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve(exitOf(code, signal))));
  const ends = outputs.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  const stdin = input === null ? null : new Socket({ fd: input, readable: false, writable: true });
  stdin?.on('error', () => stdin.destroy());
  void exit.then(() => stdin?.destroy());
  return {
    pid: child.pid ?? 0,
    left: exit.then(() => {}),
    closed: Promise.all(ends).then(() => exit),
    write: (bytes) => void stdin?.write(bytes),
    closeInput: () => void stdin?.end(),
    resize: () => {},
    pause: () => {},
    abandon: () => {
      for (const socket of outputs) socket.destroy();
    },
  };
}

const exitOf = (code: number | null, signal: string | null): Exit =>
  signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal };

// What a child looks like to the keeper, however it is held.

export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string };

export type Child = {
  readonly pid: number;
  /** Its first process has ended; others of its family may still write. */
  readonly left: Promise<void>;
  /** It has ended and every byte of its output was handed over. */
  readonly closed: Promise<Exit>;
  write(bytes: Uint8Array): void;
  closeInput(): void;
  /** Of terminals; nothing to a pipe. */
  resize(columns: number, rows: number): void;
  /** Reads no more for now; the program waits when the terminal's own room is full. Of terminals. */
  pause(on: boolean): void;
  /** Reads no further: somebody out of reach holds the other end open. */
  abandon(): void;
};

/** Called with every piece of output, in order; the bytes are good until the call returns. `reading`: given once, what stops and continues it. */
export type Hear = {
  readonly output: (bytes: Buffer) => void;
  readonly error: (bytes: Buffer) => void;
  readonly reading?: (reading: Reading) => void;
};

export const signalName = (number: number): string =>
  Object.entries(osConstants.signals).find(([, value]) => value === number)?.[0] ?? `SIG${number}`;
