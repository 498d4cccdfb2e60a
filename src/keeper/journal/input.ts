// What was written to a run: journaled first, each number once.
import { failed } from '../../domain/error.ts';
import { Journal } from './journal.ts';

/** Lives as long as its run. `input` holds the bytes, `input.index` a line `NUMBER LENGTH` for each write, `- LENGTH` for what has no number: keys of a person, answers of a terminal. */
export class Input {
  readonly #bytes: Journal;
  readonly #index: Journal;
  #taken = 0;

  constructor(path: string, onFull: (() => void) | null = null) {
    this.#bytes = new Journal(path, onFull);
    this.#index = new Journal(`${path}.index`, onFull);
  }

  get journals(): readonly Journal[] {
    return [this.#bytes, this.#index];
  }

  /** The highest number taken. */
  get taken(): number {
    return this.#taken;
  }

  /** False: this number was taken before. Throws `Failed(USAGE)` on a gap, `Failed(DISK_FULL)` where it cannot be kept. */
  take(number: number, bytes: Uint8Array): boolean {
    if (number <= this.#taken) return false;
    if (number !== this.#taken + 1)
      throw failed('USAGE', `Input ${number} follows ${this.#taken}: numbers have no gaps.`, { taken: this.#taken });
    // What is not on the disk yet is no number that was taken.
    if (this.#bytes.full !== null || this.#index.full !== null) throw failed('DISK_FULL', 'The disk is full.');
    this.#bytes.append(bytes);
    this.#index.append(Buffer.from(`${number} ${bytes.length}\n`));
    if (this.#bytes.closed || this.#index.closed) throw failed('DISK_FULL', 'The input cannot be kept.');
    this.#taken = number;
    return true;
  }

  /** Keeps what has no number; false: it cannot be kept, or the run is over. */
  note(bytes: Uint8Array): boolean {
    this.#bytes.append(bytes);
    this.#index.append(Buffer.from(`- ${bytes.length}\n`));
    return !this.#bytes.closed && !this.#index.closed;
  }

  broken(): Promise<import('../../domain/error.ts').Failure> {
    return Promise.race([this.#bytes.broken, this.#index.broken]);
  }

  close(): void {
    this.#bytes.close();
    this.#index.close();
  }
}
