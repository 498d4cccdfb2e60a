// Commits are put on the disk off the daemon's thread, one sync at a time: those that are made meanwhile share the next.
// Why that loses nothing with sqlite's log stands in docs/adr/0079-one-sync-for-many-commits.md.

/** What is to be on the disk soon waits so long for another to be put there. */
const soonMs = 10;
/** Whoever goes ahead has committed again before that. */
const aheadMs = 3;

/**
 * `put`: all that was written before its call is on the disk when it resolves. A commit is a write that has happened, so a sync that begins after it takes it along; one that was under way already may not.
 * A failure is that of everybody who waited for this sync. The next tries anew, and makes good what this one may have lost.
 */
export class SharedSync {
  readonly #put: () => Promise<void>;
  #underWay: Promise<void> | null = null;
  #next: PromiseWithResolvers<void> | null = null;
  /** Whether somebody waits for the next who asked for it at once. */
  #isWanted = false;
  /** Whether somebody went on who did not wait for the next. */
  #isAhead = false;
  /** What was committed may not be on the disk, as the last sync failed. */
  #isOwed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(put: () => Promise<void>) {
    this.#put = put;
  }

  /** Resolves, in the order of the calls, when what was committed before is on the disk. */
  now(): Promise<void> {
    this.#isWanted = true;
    const { promise } = this.#join();
    this.#begin();
    return promise;
  }

  /** The same with the next that is wanted at once, or in a few milliseconds by itself. */
  soon(): Promise<void> {
    this.#timer ??= this.#in(soonMs);
    return this.#join().promise;
  }

  /** The same, and nobody waits but whoever reads it: whether it failed is told to them and to the next. */
  ahead(): void {
    if (!this.#isAhead) {
      clearTimeout(this.#timer);
      this.#timer = this.#in(aheadMs);
    }
    this.#isAhead = true;
    this.#join().promise.catch(() => {});
  }

  /** Whoever has read something waits until it is on the disk: resolves when what is wanted there at once, and what somebody went ahead with, is. null: nothing is waited for. */
  settle(): Promise<void> | null {
    if (this.#isOwed && this.#underWay === null) return this.now();
    return this.#next !== null && (this.#isWanted || this.#isAhead) ? this.#next.promise : this.#underWay;
  }

  #in(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.now().catch(() => {}), ms);
  }

  #join(): PromiseWithResolvers<void> {
    this.#next ??= Promise.withResolvers<void>();
    return this.#next;
  }

  #begin(): void {
    if (this.#underWay !== null || this.#next === null || !this.#isWanted) return;
    const { promise, resolve, reject } = this.#next;
    this.#next = null;
    this.#isWanted = false;
    this.#isAhead = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#underWay = promise;
    const end = (isOwed: boolean, tell: () => void) => {
      this.#underWay = null;
      this.#isOwed = isOwed;
      tell();
      this.#begin();
    };
    this.#put().then(
      () => end(false, resolve),
      (error) => end(true, () => reject(error)),
    );
  }
}
