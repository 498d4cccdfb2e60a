// The pipes of the next child, made while nobody waits for them: making one takes a program, for Node has no call for it.
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Pipes = { readonly output: Fifo; readonly error: Fifo; readonly input: Fifo };

/** Lives as long as the keeper. What is spare has no name any more: a keeper that is killed leaves nothing. */
export class SparePipes {
  #next: Promise<Pipes> | null = null;

  /** Whoever takes them closes them. `folder`: for their names where none are spare. */
  take(folder: string): Promise<Pipes> {
    const ready = this.#next;
    this.#next = null;
    return ready === null ? makePipes(folder) : ready.catch(() => makePipes(folder));
  }

  /** What fails is tried again by who takes them. */
  refill(folder: string): void {
    this.#next ??= makePipes(folder);
    this.#next.catch(() => undefined);
  }

  async close(): Promise<void> {
    const left = await this.#next?.catch(() => null);
    this.#next = null;
    for (const fifo of Object.values(left ?? {})) closeFifo(fifo);
  }
}

async function makePipes(folder: string): Promise<Pipes> {
  const place = (name: keyof Pipes) => join(folder, `${name}.pipe`);
  const names = [place('output'), place('error'), place('input')];
  const opened: Fifo[] = [];
  const open = (name: keyof Pipes, direction: Parameters<typeof openFifo>[1]) => {
    const fifo = openFifo(place(name), direction);
    opened.push(fifo);
    return fifo;
  };
  try {
    await makeFifos(names);
    return {
      output: open('output', 'from-child'),
      error: open('error', 'from-child'),
      input: open('input', 'to-child'),
    };
  } catch (error) {
    for (const fifo of opened) closeFifo(fifo);
    for (const name of names) rmSync(name, { force: true });
    throw error;
  }
}

// A real pipe between two descriptors. Node's own `pipe` is a socket pair, through which a program cannot open /dev/stdout or /dev/stderr.

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** Descriptors of the same pipe; `ours` does not block. */
export type Fifo = { readonly ours: number; readonly theirs: number };

async function makeFifos(paths: readonly string[]): Promise<void> {
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
}

/** Opens both ends and removes the name. */
function openFifo(path: string, direction: 'from-child' | 'to-child'): Fifo {
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    if (direction === 'from-child') return { ours: reader, theirs: openSync(path, O_WRONLY) };
    const ours = openSync(path, O_WRONLY | O_NONBLOCK);
    const theirs = openSync(path, O_RDONLY);
    closeSync(reader);
    return { ours, theirs };
  } finally {
    unlinkSync(path);
  }
}

export function closeFifo({ ours, theirs }: Fifo): void {
  closeSync(ours);
  closeSync(theirs);
}
