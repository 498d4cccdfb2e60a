// One-time rights to attach to one run.
import type { RunId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';

const validMs = 60_000;

/** Lives as long as the keeper. */
export class Tickets {
  readonly #clock: Clock;
  readonly #secret: () => string;
  readonly #issued = new Map<string, { readonly runId: RunId; readonly until: number }>();

  constructor(clock: Clock, secret: () => string) {
    this.#clock = clock;
    this.#secret = secret;
  }

  issue(runId: RunId): string {
    const now = this.#clock.now();
    for (const [ticket, { until }] of this.#issued) if (until < now) this.#issued.delete(ticket);
    const ticket = this.#secret();
    this.#issued.set(ticket, { runId, until: now + validMs });
    return ticket;
  }

  /** null: never issued, used, or too old. */
  redeem(ticket: string): RunId | null {
    const found = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return found !== undefined && found.until >= this.#clock.now() ? found.runId : null;
  }
}
