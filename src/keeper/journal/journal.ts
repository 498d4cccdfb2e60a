// A file that only grows, or is changed for its own last part: bytes are in it before anybody is told of them.
import { closeSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { Failure } from '../../domain/error.ts';
import { asFailure } from '../system-failure.ts';

/** What waits for room on the disk beyond this is dropped: who writes should have been held back long before. */
const mostWaiting = 4 * 1024 * 1024;

/** Lives as long as its run; closed by it. A write that fails is told once through `broken`; later bytes are dropped. With `onFull` a full disk breaks nothing: bytes wait in memory for `retry`. */
export class Journal {
  readonly path: string;
  readonly broken: Promise<Failure>;
  readonly #onFull: (() => void) | null;
  #waiting: Buffer[] = [];
  #full: Failure | null = null;
  #descriptor: number | null;
  #size = 0;
  #from = 0;
  #file: string;
  /** null: nobody waits. */
  #grown: PromiseWithResolvers<void> | null = null;
  #break: (failure: Failure) => void;

  /** Throws where the file cannot be made. */
  constructor(path: string, onFull: (() => void) | null = null) {
    this.#onFull = onFull;
    const { promise, resolve } = Promise.withResolvers<Failure>();
    this.path = path;
    this.#file = path;
    this.broken = promise;
    this.#break = resolve;
    this.#descriptor = openSync(path, 'a', 0o600);
  }

  /** Bytes that were ever appended. */
  get size(): number {
    return this.#size;
  }

  /** Which of them is the first in the file. */
  get from(): number {
    return this.#from;
  }

  /** Where they are; `path` leads there. */
  get file(): string {
    return this.#file;
  }

  get closed(): boolean {
    return this.#descriptor === null;
  }

  /** Why bytes wait; null where none do. After the close: why some were dropped. */
  get full(): Failure | null {
    return this.#full;
  }

  append(bytes: Uint8Array): void {
    if (this.#descriptor === null) return;
    if (this.#full === null) this.#write(this.#descriptor, bytes);
    else this.#hold(bytes, this.#full);
    this.#tell();
  }

  /** A star in place of each of these bytes, where they are still kept. */
  hide(from: number, to: number): void {
    if (this.#descriptor === null) return;
    const written = Math.min(to, this.#size);
    const start = Math.max(from, this.#from);
    if (start < written) this.#overwrite(start - this.#from, written - start);
    let at = this.#size;
    for (const bytes of this.#waiting) {
      bytes.fill('*', clamp(from - at, bytes.length), clamp(to - at, bytes.length));
      at += bytes.length;
    }
  }

  /** By a descriptor of its own: what is appended to can be written at its end alone. */
  #overwrite(at: number, length: number): void {
    try {
      const descriptor = openSync(this.#file, 'r+');
      try {
        writeSync(descriptor, Buffer.alloc(length, '*'), 0, length, at);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      this.#fail(asFailure(error, this.path));
    }
  }

  /** What waits is written now, as far as there is room. */
  retry(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#full = null;
    for (const bytes of waiting) this.append(bytes);
  }

  #write(descriptor: number, bytes: Uint8Array): void {
    let done = 0;
    try {
      while (done < bytes.length) {
        const written = writeSync(descriptor, bytes, done);
        done += written;
        this.#size += written;
      }
    } catch (error) {
      const failure = asFailure(error, this.path);
      if (this.#onFull === null || failure.error_code !== 'DISK_FULL') this.#fail(failure);
      else this.#hold(bytes.subarray(done), failure);
    }
  }

  #hold(bytes: Uint8Array, failure: Failure): void {
    this.#full = failure;
    const waiting = this.#waiting.reduce((sum, each) => sum + each.length, 0);
    if (waiting + bytes.length > mostWaiting) this.#fail(failure);
    // The bytes are good until the call returns.
    else this.#waiting.push(Buffer.from(bytes));
    this.#onFull?.();
  }

  #fail(failure: Failure): void {
    this.#break(failure);
    this.close();
  }

  /** Resolves at the next change: bytes, or the close. */
  changed(): Promise<void> {
    this.#grown ??= Promise.withResolvers<void>();
    return this.#grown.promise;
  }

  /** Goes on in `file`, an open one that holds everything from byte `from` on. Throws as the disk does, and goes on as before then. */
  moveTo(file: string, descriptor: number, from: number): void {
    if (this.#descriptor === null) throw new Error('closed');
    const link = `${this.path}.link`;
    rmSync(link, { force: true });
    symlinkSync(basename(file), link);
    renameSync(link, this.path);
    if (this.#file !== this.path) rmSync(this.#file, { force: true });
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
    this.#file = file;
    this.#from = from;
  }

  close(): void {
    if (this.#full !== null && this.#waiting.length > 0) this.retry();
    this.#waiting = [];
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    this.#tell();
  }

  #tell(): void {
    const grown = this.#grown;
    this.#grown = null;
    grown?.resolve();
  }
}

const clamp = (at: number, most: number): number => Math.max(0, Math.min(at, most));
