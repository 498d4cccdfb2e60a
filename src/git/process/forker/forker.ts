// A small process that starts gits for a big one: a fork copies the page tables of who forks, and its one thread waits for that (5 ms of a daemon of 140 MB, 1 ms of this).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Hear, type Start, type Startable, type Started, startHere } from '../start-git.ts';
import { type Frame, frameReader, inPieces, toFrame } from './frames.ts';

/** Fewer gits than these are not worth its own start. */
const worthIt = 3;
/** With no git for so long it ends; the next ones begin another. */
const idleMs = 300_000;
/** One that has not even forked by then is stopped or stuck. */
const stuckMs = 30_000;

export type Forker = { readonly start: Start; close(): Promise<void> };

export type ForkerOptions = {
  /** What it is run by; default: this Node and the program beside this file. */
  readonly argv?: readonly [string, ...string[]];
  /** Gits that this process starts itself before there is one. */
  readonly worthIt?: number;
  readonly idleMs?: number;
};

const own = (): readonly [string, ...string[]] => [
  process.execPath,
  '--max-semi-space-size=1',
  fileURLToPath(new URL('./main.ts', import.meta.url)),
];

/** Until it is ready, and for good where it died over its work, this process starts them itself. */
export function openForker(options: ForkerOptions = {}): Forker {
  let started = 0;
  let state: Line | 'none' | 'broken' = 'none';
  const idle = setTimeout(() => void close(), options.idleMs ?? idleMs).unref();
  const close = async () => {
    started = 0;
    if (typeof state !== 'string') await state.close();
  };
  const start: Start = (what, hear) => {
    idle.refresh();
    started += 1;
    if (state === 'none' && started > (options.worthIt ?? worthIt))
      state = new Line(options.argv ?? own(), (how) => {
        state = how;
      });
    return typeof state !== 'string' && state.isReady ? state.start(what, hear) : startHere(what, hear);
  };
  return {
    start,
    close: () => {
      clearTimeout(idle);
      return close();
    },
  };
}

type Git = { readonly hear: Hear; readonly stuck: NodeJS.Timeout; pid: number | undefined };

/** One forker from its start to its end. */
class Line {
  readonly #child: ChildProcess;
  readonly #gits = new Map<number, Git>();
  #isReady = false;
  #isClosing = false;
  #last = 0;

  constructor([program, ...words]: readonly [string, ...string[]], ended: (how: 'none' | 'broken') => void) {
    this.#child = spawn(program, words, { cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
    const read = frameReader();
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      for (const frame of read(chunk)) this.#take(frame);
    });
    this.#child.stdin?.on('error', () => undefined);
    const end = () => {
      ended(this.#isClosing ? 'none' : 'broken');
      this.#loseAll();
    };
    this.#child.once('error', end);
    this.#child.once('close', end);
  }

  get isReady(): boolean {
    return this.#isReady && !this.#isClosing;
  }

  start(what: Startable, hear: Hear): Started {
    this.#last += 1;
    const id = this.#last;
    const stuck = setTimeout(() => this.#child.kill('SIGKILL'), stuckMs).unref();
    this.#gits.set(id, { hear, stuck, pid: undefined });
    this.#say('start', id, JSON.stringify(what));
    return {
      pid: () => this.#gits.get(id)?.pid,
      say: (bytes) => {
        for (const piece of inPieces(bytes)) this.#say('input', id, piece);
      },
      endInput: () => this.#say('endInput', id),
      // Everything that came is taken at once.
      pause: () => undefined,
    };
  }

  /** Gits that it has started are waited for. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#leave();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
  }

  #say(kind: Frame['kind'], id: number, bytes?: Uint8Array | string): void {
    this.#child.stdin?.write(toFrame(kind, id, bytes));
  }

  #take({ kind, id, bytes }: Frame): void {
    if (kind === 'ready') this.#isReady = true;
    const git = this.#gits.get(id);
    if (git === undefined) return;
    clearTimeout(git.stuck);
    if (kind === 'pid') git.pid = Number(bytes.toString());
    else if (kind === 'out') git.hear.out(bytes);
    else if (kind === 'error') git.hear.error(bytes);
    else this.#end(id, git, () => (kind === 'closed' ? git.hear.closed(codeOf(bytes)) : git.hear.failed(`${bytes}`)));
  }

  #end(id: number, git: Git, tell: () => void): void {
    tell();
    this.#gits.delete(id);
    clearTimeout(git.stuck);
    this.#leave();
  }

  /** Nothing is lost with it, and it need not listen. */
  #leave(): void {
    if (this.#isClosing && this.#gits.size === 0) this.#child.kill('SIGKILL');
  }

  /** What it had started lives on without anybody who hears it: it is ended, so that what is done again has no rival. */
  #loseAll(): void {
    for (const [id, git] of [...this.#gits])
      this.#end(id, git, () => git.hear.failed('who started git for it was ended'));
  }
}

const codeOf = (bytes: Buffer): number | null => (bytes.length === 0 ? null : Number(bytes.toString()));
