// How a git is started: by this process, or by a small one for it (`forker/forker.ts`).
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Env } from './environments.ts';

export type Start = (what: Startable, hear: Hear) => Started;

export type Startable = {
  readonly program: string;
  readonly argv: readonly string[];
  readonly env: Env;
  readonly cwd: string;
  readonly input: 'none' | 'pipe' | { readonly file: string };
};

/** After `failed` or `closed`, one of which comes once, nothing more is heard. */
export type Hear = {
  out(bytes: Buffer): void;
  error(bytes: Buffer): void;
  /** It could not be started, or nobody knows what became of it. */
  failed(why: string): void;
  /** It has ended and all it said was heard; null: by a signal. */
  closed(code: number | null): void;
};

export type Started = {
  /** It leads a process group of its own; undefined as long as that is not known. */
  pid(): number | undefined;
  say(bytes: Uint8Array): void;
  endInput(): void;
  /** What it says waits in its pipes, or goes on. */
  pause(on: boolean): void;
};

export const startHere: Start = ({ program, argv, env, cwd, input }, hear) => {
  const file = typeof input === 'object' ? openSync(input.file, 'r') : null;
  const stdin = file ?? (input === 'pipe' ? 'pipe' : 'ignore');
  const child = spawn(program, argv, { cwd, env, detached: true, stdio: [stdin, 'pipe', 'pipe'] });
  if (file !== null) closeSync(file);
  child.stdout?.on('data', hear.out);
  child.stderr?.on('data', hear.error);
  child.on('error', ({ message }) => hear.failed(`git could not be started: ${message}`));
  child.on('close', hear.closed);
  child.stdin?.on('error', () => undefined);
  return {
    pid: () => child.pid,
    say: (bytes) => void child.stdin?.write(bytes),
    endInput: () => void child.stdin?.end(),
    pause: (on) => {
      for (const stream of [child.stdout, child.stderr]) on ? stream?.pause() : stream?.resume();
    },
  };
};

/** Who does it in this process, for all of the room: there is one, as there is one `fork`. */
const starting: { by: Start } = { by: startHere };

export const startGit: Start = (what, hear) => starting.by(what, hear);

/** Returns what undoes it. */
export function startThrough(by: Start): () => void {
  starting.by = by;
  return () => {
    starting.by = startHere;
  };
}
