// A program's screen as it changes, for waiting until something stands on it.
import type { RunId } from '../../../domain/ids.ts';
import type { Screen } from '../../../domain/screen/screen.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Keeper } from '../../../ports/keeper.ts';

/** Lives while somebody looks; closed by its owner. */
export class ScreenView {
  readonly #stop = new AbortController();
  readonly #bell = new Waker();
  #screen: Screen | null = null;
  #over = false;

  constructor(keeper: Keeper, runId: RunId, signal: AbortSignal) {
    void this.#follow(keeper.screens(runId, AbortSignal.any([this.#stop.signal, signal])));
    // It takes a connection of its own: the first picture is there sooner.
    void this.#ask(keeper, runId);
  }

  async #ask(keeper: Keeper, runId: RunId): Promise<void> {
    const seen = await keeper.screen(runId).catch(() => null);
    if (seen === null || this.#screen !== null) return;
    this.#screen = seen.screen;
    this.#bell.ring();
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

/** Where pictures are looked for. */
export type Pictures = Pick<ScreenView, 'until' | 'over'>;

const againMs = 20;

/** Pictures that are asked for, one after another: what is sent by itself may be older than one that was asked for before. */
export const askedView = (keeper: Keeper, { runId }: Pick<Live, 'runId'>, followed: Pictures): Pictures => ({
  get over() {
    return followed.over;
  },
  async until(test, ms) {
    for (const end = performance.now() + ms; ; await followed.until(() => false, againMs)) {
      const screen = (await keeper.screen(runId).catch(() => null))?.screen ?? null;
      if (screen !== null && test(screen)) return screen;
      if (followed.over || performance.now() >= end) return null;
    }
  },
});

// Waits for what a key brings about, however slow the machine is: no clock says that a key was lost, only a program that rests without it.

/** One that never rests, for it works on something else, took no notice after so long. */
const usualLimitMs = 20_000;
/** So many looks must find that a program rests: a single one may fall between reading and drawing. */
const looks = 2;

/** The first picture that passes. null: it rests, everything it drew was looked at, and nothing passed; or there will be no more pictures. `ms`: between two looks. */
export async function untilSeen(
  keeper: Keeper,
  { runId }: Pick<Live, 'runId'>,
  view: Pictures,
  test: (screen: Screen) => boolean,
  ms: number,
  limitMs = usualLimitMs,
): Promise<Screen | null> {
  const end = performance.now() + limitMs;
  const quick = await glance(keeper, runId, view, test);
  if (quick !== null) return quick;
  for (let rested = 0; rested < looks && performance.now() < end; ) {
    const seen = await view.until(test, ms);
    if (seen !== null || view.over) return seen;
    // What has something to read waits for a processor. Asked first: what it draws after that is another key's.
    const { running } = await keeper.activity(runId);
    const now = (await keeper.screen(runId))?.screen ?? null;
    if (now !== null && test(now)) return now;
    rested = running ? 0 : rested + 1;
  }
  return null;
}

/** Pictures are sent a while apart; what is there at once is asked for. Milliseconds before each look. */
const glances = [1, 2, 4, 8];

async function glance(keeper: Keeper, runId: RunId, view: Pictures, test: (screen: Screen) => boolean) {
  for (const pause of glances) {
    const sent = await view.until(test, pause);
    if (sent !== null || view.over) return sent;
    const now = (await keeper.screen(runId))?.screen ?? null;
    if (now !== null && test(now)) return now;
  }
  return null;
}

// Waits until somebody rings or time is up; a ring while nobody waits is not lost.

export class Waker {
  #rung = false;
  #wake: (() => void) | null = null;

  ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  /** false: nobody rang in time. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const late = Number.isFinite(ms) ? setTimeout(resolve, Math.max(0, ms)) : null;
      await promise;
      if (late !== null) clearTimeout(late);
      this.#wake = null;
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
