// The forker's program: starts gits for the process that started it, and ends with it. It knows nothing but how to start one.
import { Socket } from 'node:net';
import { type Startable, type Started, startHere } from '../start-git.ts';
import { type Frame, frameReader, toFrame } from './frames.ts';

const gits = new Map<number, Started>();
const from = new Socket({ fd: 0, readable: true, writable: false });
const to = new Socket({ fd: 1, readable: false, writable: true });

const pause = (on: boolean): void => {
  for (const git of gits.values()) git.pause(on);
};

/** What is not taken is not heard either: gits wait, and nothing is kept here. */
function tell(kind: Frame['kind'], id: number, bytes?: Uint8Array | string): void {
  if (!to.write(toFrame(kind, id, bytes))) pause(true);
}

function start(id: number, what: Startable): void {
  const end = (kind: 'closed' | 'failed', said: string) => {
    if (gits.delete(id)) tell(kind, id, said);
  };
  const git = startHere(what, {
    out: (bytes) => tell('out', id, bytes),
    error: (bytes) => tell('error', id, bytes),
    failed: (why) => end('failed', why),
    closed: (code) => end('closed', String(code ?? '')),
  });
  gits.set(id, git);
  if (git.pid() !== undefined) tell('pid', id, String(git.pid()));
}

function take({ kind, id, bytes }: Frame): void {
  if (kind === 'input') gits.get(id)?.say(bytes);
  else if (kind === 'endInput') gits.get(id)?.endInput();
  else if (kind === 'start')
    try {
      start(id, JSON.parse(bytes.toString('utf8')) as Startable);
    } catch (error) {
      tell('failed', id, `git could not be started: ${(error as Error).message}`);
    }
}

// Who started it says when it is over, and a Ctrl-C is meant for that one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const read = frameReader();
to.on('drain', () => pause(false));
from.on('data', (chunk: Buffer) => read(chunk).forEach(take));
for (const socket of [from, to])
  for (const over of ['end', 'error', 'close'] as const) socket.on(over, () => process.exit(0));
tell('ready', 0);
