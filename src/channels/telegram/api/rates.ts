// How much of one person is heard, by when they wrote it: what waited while nobody listened is no flood.

const windowS = 60;
/** In that time: somebody's finger, or their program. */
const most = 60;

export type Verdict = 'heard' | 'first too much' | 'too much';

export class Rates {
  readonly #heard = new Map<string, readonly number[]>();
  readonly #told = new Set<string>();
  readonly #judged = new Map<string, Verdict>();

  /** `key`: judged once, however often it is acted upon. `date`: seconds. */
  judge(key: string, user: string, date: number): Verdict {
    const before = this.#judged.get(key);
    if (before !== undefined) return before;
    const near = (this.#heard.get(user) ?? []).filter((at) => Math.abs(date - at) < windowS);
    const verdict = near.length < most ? 'heard' : this.#told.has(user) ? 'too much' : 'first too much';
    if (verdict === 'heard') {
      this.#heard.set(user, [...near, date]);
      this.#told.delete(user);
    } else this.#told.add(user);
    this.#judged.set(key, verdict);
    return verdict;
  }

  forget(key: string): void {
    this.#judged.delete(key);
  }
}
