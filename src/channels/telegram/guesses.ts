// How often somebody who is not known may try a code: in memory alone, for nothing of strangers is stored.
import type { Clock } from '../../ports/system.ts';

const hour = 60 * 60_000;
/** Wrong ones of one user, within an hour of the first. */
const mostWrong = 10;
/** Of so many users at once no further one is heard. */
const mostUsers = 10_000;

export class Guesses {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #wrong = new Map<string, { readonly since: number; readonly count: number }>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Fails closed: then a right code is none either. */
  mayTry(user: string): boolean {
    const now = this.#clock.now();
    for (const [known, { since }] of this.#wrong) if (now - since >= hour) this.#wrong.delete(known);
    const before = this.#wrong.get(user);
    return before === undefined ? this.#wrong.size < mostUsers : before.count < mostWrong;
  }

  wasWrong(user: string): void {
    const { since, count } = this.#wrong.get(user) ?? { since: this.#clock.now(), count: 0 };
    this.#wrong.set(user, { since, count: count + 1 });
  }
}
