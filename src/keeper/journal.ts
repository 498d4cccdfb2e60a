// A file that only grows, or is changed for its own last part: bytes are in it before anybody is told of them.
import { closeSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { Failure } from '../domain/error.ts';
import { asFailure } from './as-failure.ts';

/** Lives as long as its run; closed by it. A write that fails is told once through `broken`; later bytes are dropped. */
export class Journal {
  readonly path: string;
  readonly broken: Promise<Failure>;
  #descriptor: number | null;
  #size = 0;
  #from = 0;
  #file: string;
  /** null: nobody waits. */
  #grown: PromiseWithResolvers<void> | null = null;
  #break: (failure: Failure) => void;

  /** Throws where the file cannot be made. */
  constructor(path: string) {
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

  append(bytes: Uint8Array): void {
    if (this.#descriptor === null) return;
    try {
      for (let done = 0; done < bytes.length; ) {
        const written = writeSync(this.#descriptor, bytes, done);
        done += written;
        this.#size += written;
      }
    } catch (error) {
      this.#break(asFailure(error, this.path));
      this.close();
    }
    this.#tell();
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
