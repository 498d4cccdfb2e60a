// Leaves bookmarks while a run is read: every so many bytes, always between two lines, with everything told up to there.
import type { Happening } from '../../domain/run/turn.ts';
import type { AgentSpec, Live } from '../../ports/agent.ts';
import { type Bookmark, bookmarksFolder, leaveBookmark, shorten } from './bookmarks.ts';
import type { Way } from './launch.ts';

/** How a run's transcript is kept short. */
export type Keeping = {
  /** About as much of it is kept. */
  readonly keepBytes: number;
  /** A bookmark is left after so many bytes. */
  readonly bookmarkBytes: number;
};

export const usualKeeping: Keeping = { keepBytes: 64 * 1024 * 1024, bookmarkBytes: 8 * 1024 * 1024 };

/** Bytes that a run of one turn may write before it is ended as `over_budget`. */
export const outputLimit = 128 * 1024 * 1024;

/** How a program runs that is talked to in lines. */
export const talkedTo = ({ once, folder }: AgentSpec, { keepBytes }: Keeping): Way => ({
  io: { kind: 'pipe', stdin: 'open' },
  ...{ keepBytes, bookmarks: bookmarksFolder(folder) },
  ...(once ? { outputLimit } : {}),
});

/** Lives as long as one reading. */
export class Bookmarker {
  readonly #live: Live;
  readonly #every: number;
  #last: number;
  #told: Happening[];

  constructor(live: Live, { bookmarkBytes }: Keeping, begun: Pick<Bookmark, 'at' | 'told'> | null) {
    this.#live = live;
    this.#every = bookmarkBytes;
    this.#last = begun?.at ?? 0;
    this.#told = [...(begun?.told ?? [])];
  }

  /** In the order of the telling. */
  note(happening: Happening): Happening {
    this.#told.push(happening);
    return happening;
  }

  /** Everything up to byte `at` is read, told and answered. Who must say nothing leaves no bookmarks: it would be read on from there without being heard by the one who follows. */
  async pass(at: number, save: () => unknown): Promise<void> {
    if (this.#live.mute || at - this.#last < this.#every) return;
    this.#last = at;
    this.#told = [...shorten(this.#told)];
    await leaveBookmark(this.#live, { at, saved: save(), told: this.#told });
  }
}
