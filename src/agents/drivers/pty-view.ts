// A program's screen as it changes, for waiting until something stands on it.
import type { RunId } from '../../domain/ids.ts';
import type { Screen } from '../../domain/screen/screen.ts';
import type { Keeper } from '../../ports/keeper.ts';
import { Bell } from './bell.ts';

/** Lives while somebody looks; closed by its owner. */
export class ScreenView {
  readonly #stop = new AbortController();
  readonly #bell = new Bell();
  #screen: Screen | null = null;
  #over = false;

  constructor(keeper: Keeper, runId: RunId, signal: AbortSignal) {
    void this.#follow(keeper.screens(runId, AbortSignal.any([this.#stop.signal, signal])));
  }

  async #follow(screens: AsyncIterable<Screen>): Promise<void> {
    try {
      for await (const screen of screens) {
        this.#screen = screen;
        this.#bell.ring();
      }
    } catch {
      // The keeper went away: for whoever waits here the screen is over.
    }
    this.#over = true;
    this.#bell.ring();
  }

  get screen(): Screen | null {
    return this.#screen;
  }

  get over(): boolean {
    return this.#over;
  }

  /** The first picture that passes; null: time is up, or there will be no more. */
  async until(test: (screen: Screen) => boolean, ms: number): Promise<Screen | null> {
    for (const end = performance.now() + ms; ; await this.#bell.wait(end - performance.now())) {
      if (this.#screen !== null && test(this.#screen)) return this.#screen;
      if (this.#over || performance.now() >= end) return null;
    }
  }

  close(): void {
    this.#stop.abort();
  }
}
