// What every queue must do: the sentences of durable work that are its own.
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostId, instant, type ThingId, taskId } from '../../src/domain/ids.ts';
import type { Queue } from '../../src/ports/queue.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Clock } from '../../src/ports/system.ts';
import { until } from './queue-until.ts';
import { aTask, host } from './store-rows.ts';

export type MountedQueue = {
  readonly store: Store;
  readonly clock: Clock;
  /** Another queue over the same store, as after a restart or on another host. Closed with the rest. */
  readonly open: () => Promise<Queue>;
  /** Lets at least so much time go by. */
  readonly pass: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const other = 'host-b' as HostId;
const one = taskId('shop', 1);
const two = taskId('shop', 2);

export function queueSuite(name: string, mount: () => Promise<MountedQueue>): void {
  describe(`${name}, a queue`, () => {
    let mounted: MountedQueue;
    let queue: Queue;
    let driven: ThingId[];

    const wake = (thing: ThingId, afterMs = 0, to = host) =>
      mounted.store.transact((tx) => queue.add(tx, [{ thing, at: instant(mounted.clock.now() + afterMs), host: to }]));
    const record = async (thing: ThingId) => void driven.push(thing);
    const work = (drive: (thing: ThingId) => Promise<void> = record, concurrency = 4) =>
      queue.work(host, drive, { concurrency });
    const rounds = (thing: ThingId) => driven.filter((id) => id === thing).length;
    const reached = (count: number, thing: ThingId = one) =>
      until(`${count} rounds of ${thing}`, () => rounds(thing) >= count);

    /** Everything added before has been delivered once this has: it is the last. */
    const settled = async () => {
      const last = taskId('last', driven.length + 1);
      await wake(last);
      await reached(1, last);
      await mounted.pass(1);
    };

    beforeEach(async () => {
      mounted = await mount();
      queue = await mounted.open();
      driven = [];
    });

    afterEach(() => mounted.close());

    it('1. delivers a wake that came before it worked, and one that came after', async () => {
      await wake(one);
      await work();
      await reached(1);
      await wake(one);
      await reached(2);
      await settled();
      expect(rounds(one)).toBe(2);
    });

    it('1. delivers after the commit and forgets with the roll-back', async () => {
      await work();
      const rolledBack = mounted.store.transact(async (tx) => {
        await queue.add(tx, [{ thing: one, at: mounted.clock.now(), host }]);
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      await wake(two);
      await reached(1, two);
      await settled();
      expect(rounds(one)).toBe(0);
    });

    it('1. makes one round of many wakes before it, and exactly one more of many wakes during it', async () => {
      let go = () => {};
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      let running = 0;
      for (let count = 0; count < 20; count += 1) await wake(one);
      await work(async (thing) => {
        driven.push(thing);
        running += 1;
        expect(thing !== one || running === 1).toBe(true);
        if (rounds(one) === 1) await gate;
        running -= 1;
      });
      await reached(1);
      for (let count = 0; count < 20; count += 1) await wake(one);
      expect(rounds(one)).toBe(1);
      go();
      await reached(2);
      await settled();
      expect(rounds(one)).toBe(2);
    });

    it('1. loses no wake and never overlaps two drives of one thing, whatever comes when', async () => {
      const { store, clock } = mounted;
      const versionOf = async (thing: ThingId) => (await store.read((reads) => reads.thing(thing)))?.version ?? 0;
      const seen = new Map<ThingId, number>();
      const running = new Set<ThingId>();
      const overlaps: ThingId[] = [];
      for (let number = 1; number <= 5; number += 1) await store.transact((tx) => tx.insert(aTask(number)));
      await work(async (thing) => {
        if (running.has(thing)) overlaps.push(thing);
        running.add(thing);
        const version = await versionOf(thing);
        for (let turns = version % 4; turns >= 0; turns -= 1) await turn();
        seen.set(thing, version);
        running.delete(thing);
      }, 3);
      const change = (thing: ThingId) =>
        store.transact(async (tx) => {
          await tx.touch(thing, clock.now());
          await queue.add(tx, [{ thing, at: clock.now(), host }]);
        });
      const changes = fc.array(
        fc.record({ number: fc.integer({ min: 1, max: 5 }), turns: fc.integer({ min: 0, max: 3 }) }),
        {
          maxLength: 20,
        },
      );
      await fc.assert(
        fc.asyncProperty(changes, async (all) => {
          for (const { number, turns } of all) {
            await change(taskId('shop', number));
            for (let count = 0; count < turns; count += 1) await turn();
          }
          for (const thing of new Set(all.map(({ number }) => taskId('shop', number)))) {
            const version = await versionOf(thing);
            await until(`the last change of ${thing} is seen`, () => seen.get(thing) === version);
          }
        }),
        { numRuns: 8, endOnFailure: true },
      );
      expect(overlaps).toEqual([]);
    });

    it('2. is not delayed by a wake with a later time', async () => {
      await work();
      await wake(one, 400);
      await wake(one, 3_600_000);
      await mounted.pass(450);
      await reached(1);
    });

    it('2. of many wakes at once each is delivered, what is due sooner stays so, and what is under way has another round', async () => {
      const { store, clock } = mounted;
      const gate = Promise.withResolvers<void>();
      await work(async (thing) => {
        driven.push(thing);
        if (thing === one && rounds(one) === 1) await gate.promise;
      }, 2);
      await wake(one);
      await reached(1);
      const many = Array.from({ length: 5 }, (_, number) => taskId('many', number + 1));
      const [sooner = two, ...others] = many;
      await store.transact(async (tx) => {
        await queue.add(tx, [{ thing: sooner, at: clock.now(), host }]);
        const later = { thing: sooner, at: instant(clock.now() + 3_600_000), host };
        await queue.add(tx, [...[one, ...others].map((thing) => ({ thing, at: clock.now(), host })), later]);
      });
      for (const thing of many) await reached(1, thing);
      expect(rounds(one)).toBe(1);
      gate.resolve();
      await reached(2);
      await settled();
      expect(rounds(one)).toBe(2);
    });

    it('2. lets an earlier wake come before the timer that is there', async () => {
      await work();
      await wake(one, 3_600_000);
      await wake(one);
      await reached(1);
      await settled();
      expect(rounds(one)).toBe(1);
    });

    it('delivers a timer at its time and not before', async () => {
      let drivenAt = 0;
      await work(async (thing) => {
        drivenAt = mounted.clock.now();
        driven.push(thing);
      });
      const due = mounted.clock.now() + 300;
      await wake(one, 300);
      await mounted.pass(350);
      await reached(1);
      expect(drivenAt).toBeGreaterThanOrEqual(due);
    });

    it('lets a drive set its own timer without another round before it', async () => {
      let due = 0;
      const times: number[] = [];
      await work(async (thing) => {
        times.push(mounted.clock.now());
        driven.push(thing);
        if (rounds(one) > 1) return;
        due = mounted.clock.now() + 300;
        await wake(one, 300);
      });
      await wake(one);
      await reached(1);
      await mounted.pass(350);
      await reached(2);
      expect(times[1]).toBeGreaterThanOrEqual(due);
    });

    it('delivers again what was rejected, after a back-off', async () => {
      await work(async (thing) => {
        driven.push(thing);
        if (thing === one && rounds(one) < 3) throw new Error('not yet');
      });
      await wake(one);
      await reached(1);
      await mounted.pass(150);
      await reached(2);
      await mounted.pass(250);
      await reached(3);
      await settled();
      await mounted.pass(500);
      expect(rounds(one)).toBe(3);
    });

    it('drives several things at once, at most as many as it may', async () => {
      let running = 0;
      let most = 0;
      await work(async (thing) => {
        running += 1;
        most = Math.max(most, running);
        await until('as many run as may', () => most === 3);
        running -= 1;
        driven.push(thing);
      }, 3);
      for (let number = 1; number <= 9; number += 1) await wake(taskId('many', number));
      await until('all are driven', () => driven.length === 9);
      expect(most).toBe(3);
    });

    it('waits at its close for the drives under way', async () => {
      let go = () => {};
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      let begun = false;
      await work(async (thing) => {
        begun = true;
        await gate;
        driven.push(thing);
      });
      await wake(one);
      await until('it is driven', () => begun);
      const closing = queue.close();
      go();
      await closing;
      expect(rounds(one)).toBe(1);
    });

    it('delivers after a restart what was not delivered, timers too', async () => {
      await wake(one);
      await wake(two, 500);
      await queue.close();
      queue = await mounted.open();
      await work();
      await reached(1);
      await mounted.pass(550);
      await reached(1, two);
    });

    it("9. leaves another host's wakes alone until they are taken over", async () => {
      await work();
      await wake(one, 0, other);
      await wake(two, 600, other);
      await settled();
      const before = rounds(one);
      await queue.takeOver(other, host);
      await reached(1);
      await mounted.pass(650);
      await reached(1, two);
      expect(before).toBe(0);
    });

    it('8. holds 10,000 timers and delivers the one that is due', async () => {
      const things = Array.from({ length: 10_000 }, (_, number) => taskId('parked', number));
      const at = instant(mounted.clock.now() + 3_600_000);
      for (let from = 0; from < things.length; from += 1000)
        await mounted.store.transact((tx) =>
          queue.add(
            tx,
            things.slice(from, from + 1000).map((thing) => ({ thing, at, host })),
          ),
        );
      await work();
      await wake(one);
      await reached(1);
      await settled();
      expect(driven.filter((id) => id.startsWith('parked'))).toEqual([]);
    }, 240_000);
  });
}
