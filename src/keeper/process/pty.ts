// Starts a child in a pseudo-terminal; its session, group and controlling terminal are its own.
import { readSync, write } from 'node:fs';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type IPty, spawn } from '@lydell/node-pty';
import type { Program, ProgramIo } from '../../domain/run/program.ts';
import { type Child, type Exit, type Hear, signalName } from './pipe.ts';

type Pty = Extract<ProgramIo, { kind: 'pty' }>;

/** `io`: a window that is one. */
export function startPty(program: Program, io: Pty, path: string, hear: Hear): Child {
  const terminal = spawn(path, program.argv.slice(1), {
    cols: io.columns,
    rows: io.rows,
    cwd: program.cwd,
    env: { ...program.env },
    name: program.env.TERM ?? 'xterm-256color',
    encoding: null,
  });
  const socket = socketOf(terminal);
  const { left, abandon } = delayDestruction(terminal, socket);
  const fd = fdOf(terminal);
  readTerminal(socket, fd, hear.output);
  const pause = (on: boolean) => void (on ? socket.pause() : socket.resume());
  hear.reading?.({ pause, goOn: () => hear.output(Buffer.alloc(0)) });
  const closed = new Promise<Exit>((resolve) => terminal.onExit((exit) => resolve(exitOf(exit))));
  return {
    pid: terminal.pid,
    left,
    closed,
    write: writeTerminal(fd, () => socket.destroyed),
    closeInput: () => {},
    resize: (columns, rows) => {
      if (!socket.destroyed) terminal.resize(columns, rows);
    },
    pause,
    abandon,
  };
}

/** And its master's number. */
const fdOf = (terminal: IPty): number => (terminal as unknown as { fd: number }).fd;

/** The library keeps its stream private. */
const socketOf = (terminal: IPty): Socket => (terminal as unknown as { _socket: Socket })._socket;

/**
 * The library destroys its stream 200 ms after the first process has ended, whether or not all was read, and tells the exit only then.
 * Here that call is only the sign that the process has left; the stream ends by itself when the last holder of the terminal is gone.
 */
function delayDestruction(terminal: IPty, socket: Socket): { left: Promise<void>; abandon: () => void } {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    resolve();
    if (error !== undefined) destroy(error);
    return socket;
  };
  socket.once('end', () => destroy());
  terminal.onExit(() => resolve());
  return { left, abandon: () => void destroy() };
}

const exitOf = ({ exitCode, signal }: { exitCode: number; signal?: number }): Exit =>
  signal ? { kind: 'signalled', signal: signalName(signal) } : { kind: 'exited', code: exitCode };

// Reads a terminal's master. It gives 4 KB at a time and the runtime's stream wakes up for each; in a flood the rest is read here, at once.

/** Less than this at once, and there is no more for now: a terminal is read in pages, less the end of a line. */
const full = 4000;
/** Bytes at a time; other runs wait no longer than reading them takes. */
const room = 128 * 1024;

/** `hear`: gets the bytes in order; they are gone when it returns. */
export function readTerminal(stream: Readable, fd: number, hear: (bytes: Buffer) => void): void {
  const buffer = Buffer.allocUnsafe(room);
  stream.on('data', (first: Buffer) => {
    // What the stream still holds comes before what is in the terminal.
    if (first.length < full || first.length > room - full || stream.readableLength > 0) return hear(first);
    first.copy(buffer);
    hear(buffer.subarray(0, readOn(fd, buffer, first.length)));
  });
}

/** Where the bytes in `buffer` end then. */
function readOn(fd: number, buffer: Buffer, start: number): number {
  let end = start;
  for (let read = full; read >= full && room - end >= full; end += read) read = readOnce(fd, buffer, end);
  return end;
}

/** 0: nothing now, or never more; which of both the stream finds out. */
function readOnce(fd: number, buffer: Buffer, at: number): number {
  try {
    return readSync(fd, buffer, at, room - at, null);
  } catch {
    return 0;
  }
}

// Writes to a terminal's master without ever waiting in place: the runtime's own stream does, and a program that writes before it reads would hold up every run.

/** Until the program has read some of what it was given. */
const againMs = 2;

/** In order. `gone`: the master is closed, and its number may be another file's. */
function writeTerminal(fd: number, gone: () => boolean): (bytes: Uint8Array) => void {
  const waiting: Uint8Array[] = [];
  let busy = false;

  function next(): void {
    const [bytes] = waiting;
    busy = bytes !== undefined && !gone();
    if (bytes === undefined || !busy) return void waiting.splice(0);
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(next, againMs);
      // Any other failure is the end of the terminal: nothing more can be said to it.
      if (error !== null) waiting.splice(0);
      else if (written < bytes.length) waiting[0] = bytes.subarray(written);
      else waiting.shift();
      next();
    });
  }

  return (bytes) => {
    waiting.push(bytes);
    if (!busy) next();
  };
}
