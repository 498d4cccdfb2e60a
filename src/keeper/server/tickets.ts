// One-time rights to attach to one run.
import type { KeeperRight } from '../../contract/keeper/protocol.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/system.ts';

const validMs = 60_000;

export type Granted = { readonly runId: RunId; readonly right: KeeperRight };

/** Lives as long as the keeper. */
export class Tickets {
  readonly #clock: Clock;
  readonly #secret: () => string;
  readonly #issued = new Map<string, Granted & { readonly until: number }>();

  constructor(clock: Clock, secret: () => string) {
    this.#clock = clock;
    this.#secret = secret;
  }

  issue(runId: RunId, right: KeeperRight): string {
    const now = this.#clock.ticks();
    for (const [ticket, { until }] of this.#issued) if (until < now) this.#issued.delete(ticket);
    const ticket = this.#secret();
    this.#issued.set(ticket, { runId, right, until: now + validMs });
    return ticket;
  }

  /** null: never issued, used, or too old. */
  redeem(ticket: string): Granted | null {
    const found = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return found !== undefined && found.until >= this.#clock.ticks() ? found : null;
  }
}
