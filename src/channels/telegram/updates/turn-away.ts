// Strangers are told so, plainly and seldom. Nothing about them is kept but, in memory, that they were told.
import type { Clock } from '../../../ports/system.ts';
import type { Client } from '../api/client.ts';
import type { Stranger } from '../api/read-update.ts';
import { textsOf } from '../text/texts.ts';

const hour = 60 * 60_000;
/** In an hour, to all of them together. */
const mostRefusals = 60;
const mostTaps = 300;

export class Doorkeeper {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #told = new Map<string, number>();
  #taps = { since: 0, count: 0 };

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async turnAway({ user, chat, tap, language, tried }: Stranger): Promise<void> {
    const texts = textsOf(language);
    if (tap !== null) {
      if (this.#mayTap()) await this.#client.tap(tap, texts.foreign);
      return;
    }
    if (chat === null || !this.#mayTell(user)) return;
    await this.#client.send(chat, tried ? texts.wrongCode : texts.stranger);
  }

  #mayTell(user: string): boolean {
    const now = this.#clock.now();
    for (const [known, at] of this.#told) if (now - at >= hour) this.#told.delete(known);
    if (this.#told.has(user) || this.#told.size >= mostRefusals) return false;
    this.#told.set(user, now);
    return true;
  }

  #mayTap(): boolean {
    const now = this.#clock.now();
    if (now - this.#taps.since >= hour) this.#taps = { since: now, count: 0 };
    this.#taps.count += 1;
    return this.#taps.count <= mostTaps;
  }
}
