// While the disk is full: who writes is held back, what was written waits, and it is tried again until there is room.
import type { Journal } from './journal.ts';

const againMs = 500;

/** Stops and continues the reading of a program's output, and hears that there is room again. */
export type Reading = { readonly pause: (on: boolean) => void; readonly goOn: () => void };

/** Lives as long as its run. */
export class Patience {
  #journals: readonly Journal[] = [];
  #reading: Reading | null = null;
  #timer: NodeJS.Timeout | null = null;

  watch(journals: readonly Journal[]): void {
    this.#journals = journals;
  }

  hold(reading: Reading): void {
    this.#reading = reading;
    if (this.#timer !== null) reading.pause(true);
  }

  /** Of one of the journals, each time bytes have to wait. */
  begin(): void {
    this.#reading?.pause(true);
    this.#timer ??= setInterval(() => this.#retry(), againMs).unref();
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #retry(): void {
    for (const journal of this.#journals) if (journal.full !== null) journal.retry();
    if (this.#journals.some(({ full }) => full !== null)) return;
    this.end();
    this.#reading?.pause(false);
    this.#reading?.goOn();
  }
}
