// The pipes of the next children, made while nobody waits for them: making one takes a program, for Node has no call for it.
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Pipes = { readonly output: Fifo; readonly error: Fifo; readonly input: Fifo };

/** As many as one program makes: each set is six descriptors. */
const atOnce = 4;

/** Lives as long as the keeper. What is spare has no name any more: a keeper that is killed leaves nothing. */
export class SparePipes {
  readonly #ready: Pipes[] = [];
  #making: Promise<void> | null = null;

  /** Whoever takes them closes them. `folder`: for their names where none are spare. */
  async take(folder: string): Promise<Pipes> {
    await this.#making?.catch(() => undefined);
    for (;;) {
      const pipes = this.#ready.shift();
      if (pipes !== undefined) return pipes;
      await this.#make(folder);
    }
  }

  /** What fails is tried again by who takes them. */
  refill(folder: string): void {
    if (this.#ready.length === 0) this.#make(folder).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#making?.catch(() => undefined);
    for (const pipes of this.#ready.splice(0)) for (const fifo of Object.values(pipes)) closeFifo(fifo);
  }

  /** Whoever comes meanwhile waits for the same ones. */
  #make(folder: string): Promise<void> {
    this.#making ??= makePipes(folder, atOnce)
      .then((made) => void this.#ready.push(...made))
      .finally(() => {
        this.#making = null;
      });
    return this.#making;
  }
}

async function makePipes(folder: string, count: number): Promise<readonly Pipes[]> {
  const place = (name: keyof Pipes, of: number) => join(folder, `${name}-${of}.pipe`);
  const all = Array.from({ length: count }, (_, of) => of);
  const names = all.flatMap((of) => [place('output', of), place('error', of), place('input', of)]);
  const opened: Fifo[] = [];
  const open = (path: string, direction: Parameters<typeof openFifo>[1]) => {
    const fifo = openFifo(path, direction);
    opened.push(fifo);
    return fifo;
  };
  try {
    await makeFifos(names);
    return all.map((of) => ({
      output: open(place('output', of), 'from-child'),
      error: open(place('error', of), 'from-child'),
      input: open(place('input', of), 'to-child'),
    }));
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
