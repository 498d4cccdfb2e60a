// A file that only grows: bytes are in it before anybody is told of them.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Failure } from '../domain/error.ts';
import { asFailure } from './as-failure.ts';

/** Lives as long as its run; closed by it. A write that fails is told once through `broken`; later bytes are dropped. */
export class Journal {
  readonly path: string;
  readonly broken: Promise<Failure>;
  #descriptor: number | null;
  #size = 0;
  #grown = Promise.withResolvers<void>();
  #break: (failure: Failure) => void;

  /** Throws where the file cannot be made. */
  constructor(path: string) {
    const { promise, resolve } = Promise.withResolvers<Failure>();
    this.path = path;
    this.broken = promise;
    this.#break = resolve;
    this.#descriptor = openSync(path, 'a', 0o600);
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size;
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
    return this.#grown.promise;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    this.#tell();
  }

  #tell(): void {
    const { resolve } = this.#grown;
    this.#grown = Promise.withResolvers();
    resolve();
  }
}
