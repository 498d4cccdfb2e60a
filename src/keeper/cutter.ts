// Keeps a transcript short: its oldest part is taken away whenever it has grown too long, and never what its reader has not read.
import { readdirSync } from 'node:fs';
import { cutTranscript, nextFrom } from './cut-transcript.ts';
import type { Journal } from './journal.ts';
import type { SeenPicture } from './screen-messages.ts';

export type Cutting = {
  readonly journal: Journal;
  readonly keepBytes: number;
  /** Where its reader leaves bookmarks; null: it is read as it is written. */
  readonly bookmarks: string | null;
  /** What a terminal looks like; null for a pipe, or where nobody can tell. */
  picture(): Promise<SeenPicture | null>;
  /** A cut that was begun is over, done or not. */
  over?(): void;
};

/** So many times what is kept; a flood that is written faster than it is copied must wait there. */
const mostTimes = 4;

/** Lives as long as its run. */
export class Cutter {
  readonly #cutting: Cutting;
  #work: Promise<void> | null = null;
  #after = 0;

  constructor(cutting: Cutting) {
    this.#cutting = cutting;
  }

  /** Its program must wait until the cut is over. */
  get isOutrun(): boolean {
    const { journal, keepBytes } = this.#cutting;
    return this.#work !== null && journal.size - journal.from > mostTimes * keepBytes;
  }

  /** After every piece of output. */
  grow(): void {
    const { journal, keepBytes } = this.#cutting;
    if (this.#work !== null || journal.size < this.#after) return;
    if (nextFrom(journal, keepBytes) !== null) this.#work = this.#cut();
  }

  /** Nothing comes any more: what is too long is cut while it still can be. */
  async finish(): Promise<void> {
    this.grow();
    await this.#work;
  }

  async #cut(): Promise<void> {
    const { journal, keepBytes } = this.#cutting;
    try {
      while (!journal.closed && nextFrom(journal, keepBytes) !== null) if (!(await this.#cutOnce())) break;
    } catch {
      // There is no room for a copy: tried again when there is much more to gain.
      this.#after = journal.size + keepBytes / 4;
    } finally {
      this.#work = null;
      this.#cutting.over?.();
    }
  }

  /** False: what is too long is not read yet, or so little of it is that it is not worth the copy. */
  async #cutOnce(): Promise<boolean> {
    const { journal, keepBytes, bookmarks } = this.#cutting;
    const picture = await this.#cutting.picture();
    const wanted = nextFrom(journal, keepBytes) ?? 0;
    const from = Math.min(wanted, picture?.at ?? wanted, bookmarks === null ? wanted : highestBookmark(bookmarks));
    if (from - journal.from < keepBytes / 8) {
      this.#after = journal.size + keepBytes / 16;
      return false;
    }
    await cutTranscript(journal, from, picture);
    return true;
  }
}

/** Files named after a byte; 0 where there is none. */
function highestBookmark(folder: string): number {
  try {
    return Math.max(
      0,
      ...readdirSync(folder)
        .filter((name) => /^\d+$/.test(name))
        .map(Number),
    );
  } catch {
    return 0;
  }
}
