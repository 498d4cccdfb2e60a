// What is heard of one agent, on its way to the row: folded at once, recorded in as few transactions as it takes.
import { Failed } from '../../domain/error.ts';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { forgetRecorded, type Observed, observe, type Recorded } from '../../domain/session/observe.ts';
import type { Clock } from '../../ports/system.ts';
import { isPassing } from '../retry-store.ts';

/** Null: nothing lives there any more. */
export type Record = (seen: Observed) => Promise<Recorded | null>;

export type Begun = {
  readonly seen: Observed;
  /** All of it may be told again, from the beginning: it is recorded once it has been quiet for a moment. */
  readonly again: boolean;
};

const quietMs = 50;
const pauseMs = 500;

/** Said all the time: they are recorded with the next thing that matters. */
const alongside = new Set<AgentEvent['kind']>(['text', 'thought', 'tool_started', 'tool_ended', 'retrying', 'unknown']);

export class Recorder {
  readonly #record: Record;
  readonly #clock: Clock;
  readonly #over = new AbortController();
  /** Nothing more need be heard. */
  readonly signal: AbortSignal;
  #seen: Observed;
  #again: boolean;
  #heard = 0;
  #dirty = false;
  #broken: unknown = null;
  #writing: Promise<void> | null = null;

  constructor({ seen, again }: Begun, record: Record, clock: Clock, signal: AbortSignal) {
    this.#seen = seen;
    this.#again = again;
    this.#record = record;
    this.#clock = clock;
    this.signal = AbortSignal.any([signal, this.#over.signal]);
  }

  hear(event: AgentEvent): void {
    this.#heard += 1;
    this.#seen = observe(this.#seen, event);
    if (alongside.has(event.kind)) return;
    this.#dirty = true;
    this.#writing ??= this.#write()
      .catch((error) => {
        this.#broken = error;
        this.#over.abort(error);
      })
      .finally(() => {
        this.#writing = null;
      });
  }

  /** True where nothing is left to be heard. Rejects with what went wrong. */
  async finish(): Promise<boolean> {
    await this.#writing;
    if (this.#broken !== null) throw this.#broken;
    return this.#seen.over || this.signal.aborted;
  }

  async #write(): Promise<void> {
    await this.#untilQuiet();
    while (this.#dirty && !this.signal.aborted) {
      // What was said at once is recorded at once.
      await new Promise(setImmediate);
      this.#dirty = false;
      const recorded = await this.#try();
      if (recorded === null) return this.#over.abort(new Error('it has ended'));
      if (recorded !== 'later') this.#seen = forgetRecorded(this.#seen, recorded);
    }
  }

  /** What the store cannot take now it takes later. */
  async #try(): Promise<Recorded | null | 'later'> {
    try {
      return await this.#record(this.#seen);
    } catch (error) {
      if (!(error instanceof Failed && isPassing(error.failure))) throw error;
      this.#dirty = true;
      await this.#clock.wait(pauseMs, this.signal);
      return 'later';
    }
  }

  async #untilQuiet(): Promise<void> {
    for (let before = -1; this.#again && before !== this.#heard && !this.#seen.over; ) {
      before = this.#heard;
      await this.#clock.wait(quietMs, this.signal);
    }
    this.#again = false;
  }
}
