// The input journal of a run, read on and on: what was said so far, by whomever.
import { open } from 'node:fs/promises';

const feed = 0x0a;

export type SavedJournal = { readonly at: number; readonly count: number };

/** One line is one write, so that the lines are the numbers. */
export class SaidJournal {
  readonly #path: string;
  #at: number;
  #count: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string, { at, count }: SavedJournal = { at: 0, count: 0 }) {
    this.#path = path;
    this.#at = at;
    this.#count = count;
  }

  /** To be read on from here. */
  save(): SavedJournal {
    return { at: this.#at - this.#rest.length, count: this.#count };
  }

  /** Lines read so far. */
  get count(): number {
    return this.#count;
  }

  /** Whole lines that were added since the last call. */
  async read(): Promise<readonly string[]> {
    const bytes = Buffer.concat([this.#rest, await this.#more()]);
    const end = bytes.lastIndexOf(feed) + 1;
    this.#rest = bytes.subarray(end);
    const lines = end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n');
    this.#count += lines.length;
    return lines;
  }

  async #more(): Promise<Buffer> {
    const file = await open(this.#path, 'r').catch(() => null);
    if (file === null) return Buffer.alloc(0);
    try {
      const size = (await file.stat()).size - this.#at;
      if (size <= 0) return Buffer.alloc(0);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, this.#at);
      this.#at += bytesRead;
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
