// Starts a child in a pseudo-terminal; its session, group and controlling terminal are its own.
import type { Socket } from 'node:net';
import { type IPty, spawn } from '@lydell/node-pty';
import type { Program, ProgramIo } from '../domain/run/program.ts';
import { type Child, type Exit, type Hear, signalName } from './child.ts';
import { readTerminal } from './read-terminal.ts';
import { writeTerminal } from './write-terminal.ts';

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
