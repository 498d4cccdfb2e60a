// The queue of one daemon: wakes are rows of its sqlite store, kept in memory as alarms. Nothing is polled.
import { type HostId, instant, type ThingId } from '../domain/ids.ts';
import type { Wake } from '../domain/thing.ts';
import type { Queue } from '../ports/queue.ts';
import type { OpenTransaction, Store } from '../ports/store.ts';
import type { Clock, Log } from '../ports/system.ts';
import { Alarms } from './alarms.ts';
import { backOff } from './back-off.ts';
import { addWake, recoverWakes, settleWake, takeOverWakes, type WakeRow } from './wakes.ts';

type Ports = { readonly store: Store; readonly clock: Clock; readonly log: Log };
type Work = { readonly host: HostId; readonly drive: (thing: ThingId) => Promise<void>; readonly concurrency: number };
/** `ready`: when it is delivered though the clock does not say so, in ticks. */
type Waiting = WakeRow & { readonly ready: number };
/** `heard`: the newest wake that came meanwhile. */
type Driving = { readonly wake: WakeRow; heard: WakeRow | null; readonly ended: Promise<void> };

/** The clock goes a little slower or faster than ticks: only what was set is told by them. */
const slackMs = 1_000;

/** Only over a sqlite store: one process, in which every wake is heard. */
export const createEmbeddedQueue = (ports: Ports): Queue => new EmbeddedQueue(ports);

class EmbeddedQueue implements Queue {
  readonly #ports: Ports;
  /** What waits for its time or for a free place. What is being driven is not in here. */
  readonly #waiting = new Map<ThingId, Waiting>();
  readonly #alarms = new Alarms<ThingId>();
  readonly #driving = new Map<ThingId, Driving>();
  readonly #rejections = new Map<ThingId, number>();
  #work: Work | null = null;
  #revision = 0;
  #withdraw: (() => void) | null = null;
  #looking = false;
  /** The clock ahead of ticks, when it was last looked at. */
  #ahead: number;
  #closed = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#ahead = this.#clockAhead();
  }

  /** What is due already is written as due at once, so that a clock that is set back does not delay it. */
  async add(tx: OpenTransaction, wakes: readonly Wake[]): Promise<void> {
    const now = this.#ports.clock.now();
    for (const { thing, host, at } of wakes) {
      this.#revision += 1;
      const wake = { thing, host, due: at <= now ? 0 : at, revision: this.#revision };
      await addWake(tx, wake, this.#driving.has(thing));
      tx.afterCommit(() => this.#hear(wake));
    }
  }

  async work(host: HostId, drive: Work['drive'], { concurrency }: { readonly concurrency: number }): Promise<void> {
    if (this.#work !== null) throw new Error('the queue works for one host, once');
    const wakes = await this.#ports.store.transact((tx) => recoverWakes(tx));
    this.#work = { host, drive, concurrency };
    // The rows have all that was heard before, under a revision of their own.
    this.#waiting.clear();
    for (const wake of wakes) this.#hear(wake);
    this.#lookSoon();
  }

  async takeOver(host: HostId, to: HostId): Promise<void> {
    for (const wake of await this.#ports.store.transact((tx) => takeOverWakes(tx, host, to))) this.#hear(wake);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#withdraw?.();
    await Promise.all([...this.#driving.values()].map(({ ended }) => ended));
  }

  #hear(wake: WakeRow): void {
    const driving = this.#driving.get(wake.thing);
    if (driving === undefined) this.#await(wake);
    else if (driving.heard === null || driving.heard.revision < wake.revision) driving.heard = wake;
  }

  #await(wake: WakeRow): void {
    const waiting = this.#waiting.get(wake.thing);
    const due = Math.min(wake.due, waiting?.due ?? wake.due);
    const revision = Math.max(wake.revision, waiting?.revision ?? 0);
    const ready = Math.min(this.#readyAt(wake.due), waiting?.ready ?? Number.POSITIVE_INFINITY);
    this.#waiting.set(wake.thing, { ...wake, due, revision, ready });
    if (ready !== waiting?.ready) this.#alarms.set(wake.thing, ready);
    this.#lookSoon();
  }

  /** Nothing waits longer than was left when it was heard, whatever becomes of the clock. */
  #readyAt(due: number): number {
    const { clock } = this.#ports;
    const left = due - clock.now();
    return clock.ticks() + (left <= 0 ? 0 : left + slackMs);
  }

  #clockAhead = (): number => this.#ports.clock.now() - this.#ports.clock.ticks();

  /** A clock that was set forward, or a machine that slept, brings what is due by now. */
  #heedClock(): void {
    const ahead = this.#clockAhead();
    if (Math.abs(ahead - this.#ahead) < slackMs) return;
    this.#ahead = ahead;
    for (const [thing, wake] of this.#waiting) {
      const ready = Math.min(wake.ready, this.#readyAt(wake.due));
      this.#waiting.set(thing, { ...wake, ready });
      this.#alarms.set(thing, ready);
    }
  }

  /** Once for all that is heard in one turn of the event loop. */
  #lookSoon(): void {
    if (this.#looking) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      this.#look();
    });
  }

  #look(): void {
    this.#withdraw?.();
    this.#withdraw = null;
    if (this.#work === null || this.#closed) return;
    this.#heedClock();
    const { clock } = this.#ports;
    for (let next = this.#alarms.earliest(); next !== undefined; next = this.#alarms.earliest()) {
      const now = clock.now();
      const left = Math.min((this.#waiting.get(next.key)?.due ?? 0) - now, next.due - clock.ticks());
      if (left > 0) {
        this.#withdraw = clock.at(instant(now + Math.ceil(left)), () => this.#look());
        return;
      }
      if (this.#driving.size >= this.#work.concurrency) return;
      this.#take(next.key, this.#work);
    }
  }

  /** Another host's stays a row until it is taken over. */
  #take(thing: ThingId, work: Work): void {
    const wake = this.#waiting.get(thing);
    this.#alarms.delete(thing);
    this.#waiting.delete(thing);
    if (wake?.host !== work.host) return;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#driving.set(thing, { wake, heard: null, ended });
    void this.#drive(wake, work).then(resolve);
  }

  /** Never rejects. */
  async #drive(wake: WakeRow, { drive }: Work): Promise<void> {
    try {
      await drive(wake.thing);
      const next = await this.#ports.store.transact((tx) => settleWake(tx, wake.thing, wake.revision));
      this.#rejections.delete(wake.thing);
      this.#end(wake.thing, next, next?.revision ?? wake.revision);
    } catch (error) {
      const due = this.#ports.clock.now() + this.#rejected(wake.thing, error);
      this.#end(wake.thing, { ...wake, due }, wake.revision);
    }
  }

  /** What was heard up to `revision` is in `next`; a later one came after the look at the rows. */
  #end(thing: ThingId, next: WakeRow | null, revision: number): void {
    const heard = this.#driving.get(thing)?.heard ?? null;
    this.#driving.delete(thing);
    if (next !== null) this.#await(next);
    if (heard !== null && heard.revision > revision) this.#await(heard);
    this.#lookSoon();
  }

  /** The row stays, so a restart delivers it too. Returns how long it waits now. */
  #rejected(thing: ThingId, error: unknown): number {
    const times = (this.#rejections.get(thing) ?? 0) + 1;
    this.#rejections.set(thing, times);
    const afterMs = backOff(times);
    this.#ports.log.warn('a drive was rejected and is delivered again', { thing, times, afterMs, why: String(error) });
    return afterMs;
  }
}
