// What durable work must survive, shown with the real engine, store and queue and a toy of numbered acts.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPutOffs } from '../../src/daemon/put-offs.ts';
import { hearNotices } from '../../src/daemon/store.ts';
import { failed } from '../../src/domain/error.ts';
import { type HostId, instant, type ThingId } from '../../src/domain/ids.ts';
import type { EffectResult } from '../../src/domain/thing.ts';
import { drive } from '../../src/engine/drive.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { Ears } from '../../src/engine/stop-signals.ts';
import { type HostSightings, takeOverSilent } from '../../src/engine/take-over.ts';
import type { EffectPorts } from '../../src/ports/effect.ts';
import type { Queue } from '../../src/ports/queue.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Clock, Log } from '../../src/ports/system.ts';
import { asToy, aToy, type During, type ToySpec, toyEffects, toyKinds } from '../fakes/toy/toy.ts';
import { openWorld, type World } from '../fakes/toy/world.ts';

export type EngineRoom = {
  readonly store: Store;
  readonly clock: Clock;
  /** An empty folder. */
  readonly folder: string;
  /** Another queue over the (possibly decorated) store. */
  openQueue(store: Store): Promise<Queue>;
  close(): Promise<void>;
};

export type Daemon = { readonly engine: Engine; readonly queue: Queue; stop(): Promise<void> };

const here = 'host-a' as HostId;
const there = 'host-b' as HostId;
const quiet: Log = { info() {}, warn() {}, bug: (error) => String(error) };

/** Polls for what the engine will bring about. */
export async function eventually<T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> {
  for (const deadline = Date.now() + 40_000; ; await sleep(10)) {
    const found = await look();
    if (found !== null && found !== false && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`it never came about: ${what}`);
  }
}

/** A daemon's middle: one engine over the store, working for one host. */
export async function openDaemon(
  room: EngineRoom,
  world: World,
  during: During,
  { host = here, around = (store) => store }: { host?: HostId; around?: (store: Store) => Store } = {},
): Promise<Daemon> {
  const ears = new Ears();
  const store = hearNotices(around(room.store), (thing) => ears.hear(thing));
  const queue = await room.openQueue(store);
  const down = new AbortController();
  const engine: Engine = {
    ports: { store, queue, clock: room.clock, log: quiet } as unknown as EffectPorts,
    effects: toyEffects(world, during),
    putOffs: createPutOffs(),
    ...{ kinds: toyKinds, host, ears, signal: down.signal, reach: async () => {} },
  };
  await queue.work(host, (thing) => drive(engine, thing), { concurrency: 8 });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    down.abort(new Error('the daemon goes down'));
    stopped ??= queue.close();
    return stopped;
  };
  return { engine, queue, stop };
}

export async function create(
  { engine, queue }: Daemon,
  number: number,
  spec: Partial<ToySpec> = {},
  host = engine.host,
): Promise<ThingId> {
  const { store, clock } = engine.ports;
  const toy = aToy(number, host, clock.now(), spec);
  await store.transact(async (tx) => {
    await tx.insert(toy);
    await queue.add(tx, [{ thing: toy.id, at: clock.now(), host }]);
  });
  return toy.id;
}

export const say = ({ engine, queue }: Daemon, thing: ThingId, kind: 'resume' | 'cancel'): Promise<void> =>
  engine.ports.store.transact(async (tx) => {
    await tx.notify({ thing, at: engine.ports.clock.now(), by: 'person:test', kind, body: null });
    await queue.add(tx, [{ thing, at: engine.ports.clock.now(), host: engine.host }]);
  });

export function engineSuite(name: string, mount: () => Promise<EngineRoom>): void {
  describe(`the engine on ${name}`, () => {
    let room: EngineRoom;
    let world: World;
    let daemons: Daemon[];
    beforeEach(async () => {
      room = await mount();
      world = openWorld(room.folder);
      daemons = [];
    });
    afterEach(async () => {
      for (const daemon of daemons) await daemon.stop();
      await room.close();
    });

    const open = async (during: During = async () => undefined, how: Parameters<typeof openDaemon>[3] = {}) => {
      const daemon = await openDaemon(room, world, during, how);
      daemons.push(daemon);
      return daemon;
    };
    const toy = async (id: ThingId) => {
      const thing = await room.store.read((reads) => reads.thing(id));
      if (thing === null) throw new Error(`no ${id}`);
      return asToy(thing);
    };
    const ended = (id: ThingId) => eventually(`${id} ends`, async () => ((await toy(id)).ended ? toy(id) : null));
    const openQuestion = (id: ThingId) =>
      eventually(`${id} asks`, async () => {
        const view = await room.store.read((reads) => reads.view(id));
        return view?.questions.find((question) => question.state.kind === 'open');
      });
    const intents = (id: ThingId) => room.store.read((reads) => reads.intents(id));
    const madeOnce = () => {
      const made = world.made();
      expect(made).toEqual([...new Set(made)]);
      return made;
    };
    const answer = async (daemon: Daemon, id: ThingId, choice: string) => {
      const question = await openQuestion(id);
      const at = room.clock.now();
      await daemon.engine.ports.store.transact(async (tx) => {
        await tx.answer(question.id, { choice, words: null, by: 'person:test', channel: 'test', at });
        await daemon.queue.add(tx, [{ thing: id, at, host: daemon.engine.host }]);
      });
    };

    it('1. a wake before, during or after a drive is never lost, and two drives of one thing never overlap', async () => {
      const under = new Map<ThingId, number>();
      let most = 0;
      const daemon = await open(async (_name, { thing }) => {
        under.set(thing.id, (under.get(thing.id) ?? 0) + 1);
        most = Math.max(most, under.get(thing.id) ?? 0);
        await sleep(1);
        under.set(thing.id, (under.get(thing.id) ?? 0) - 1);
        return undefined;
      });
      const ids = await Promise.all([1, 2, 3, 4, 5].map((number) => create(daemon, number, { needs: 20, total: 2 })));
      await Promise.all(Array.from({ length: 20 }, () => Promise.all(ids.map((id) => say(daemon, id, 'resume')))));
      for (const id of ids) expect((await ended(id)).state).toMatchObject({ done: 2, failed: null });
      expect(most).toBe(1);
      expect(madeOnce()).toHaveLength(15);
    });

    it('2. a wake for later never delays one for now', async () => {
      const daemon = await open();
      const until = room.clock.now() + 24 * 3_600_000;
      const id = await create(daemon, 1, { needs: 1, until });
      await eventually('it sleeps', async () =>
        (await room.store.read((reads) => reads.due(instant(until)))).includes(id),
      );
      await say(daemon, id, 'resume');
      expect((await ended(id)).state.done).toBe(3);
    });

    it('4. a result that comes after the fence moved is refused and changes nothing', async () => {
      const moved = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const daemon = await open(async () => {
        begun.resolve();
        await moved.promise;
        return undefined;
      });
      const id = await create(daemon, 1);
      await begun.promise;
      const before = await toy(id);
      await room.store.transact((tx) => tx.raiseFence(id));
      moved.resolve();
      await daemon.stop();
      expect((await intents(id))[0]?.result).toBeNull();
      expect((await toy(id)).state).toEqual(before.state);
    });

    it('4. what was under way when the fence moved is performed and recorded by the new driver', async () => {
      const daemon = await open();
      await daemon.stop();
      const id = await create(daemon, 1, { total: 1 });
      const at = room.clock.now();
      await room.store.transact(async (tx) => {
        await tx.update(id, 1, { state: (await tx.thing(id))?.state, ended: false, effects: 1, at });
        await tx.decide({
          ...{ id: `${id}#1` as never, thing: id, number: 1, name: 'act', input: {} },
          decidedAt: at,
          tries: 0,
          fence: 1,
        });
        await tx.raiseFence(id);
      });
      await open();
      expect((await ended(id)).state).toMatchObject({ done: 1, failed: null });
    });

    it('5. a cancel during an effect fires its signal, and the release still happens', async () => {
      const begun = Promise.withResolvers<void>();
      let fired = false;
      const daemon = await open(async (name, { signal }) => {
        if (name === 'release') expect(signal.aborted).toBe(false);
        if (name !== 'act') return undefined;
        begun.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        fired = true;
        throw signal.reason;
      });
      const id = await create(daemon, 1);
      await begun.promise;
      await say(daemon, id, 'resume');
      expect(fired).toBe(false);
      await say(daemon, id, 'cancel');
      expect((await ended(id)).state).toMatchObject({ done: 0, stopping: true, released: true });
      expect(madeOnce()).toEqual([`act ${id}#1`, `release ${id}#2`]);
    });

    it('5. a cancel between two effects is seen in the next round, and the release still happens', async () => {
      const daemon = await open();
      const id = await create(daemon, 1, { needs: 1 });
      await eventually('it waits', async () => (await room.store.read((reads) => reads.view(id)))?.intent === null);
      await say(daemon, id, 'cancel');
      expect((await ended(id)).state).toMatchObject({ done: 0, released: true });
      expect(madeOnce()).toEqual([`release ${id}#1`]);
    });

    it('6. a loop that is blocked in the middle of an effect commits its result once', async () => {
      const daemon = await open(async (name) => {
        if (name === 'act') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
        return undefined;
      });
      const id = await create(daemon, 1, { total: 2 });
      expect((await ended(id)).state).toMatchObject({ done: 2, failed: null });
      expect((await intents(id)).map((intent) => intent.tries)).toEqual([1, 1, 1]);
      madeOnce();
    });

    it('6. an effect looks at its fence before it acts', async () => {
      const daemon = await open();
      const seen: boolean[] = [];
      await daemon.stop();
      await open(async (_name, { fenced, thing }) => {
        if (seen.length > 0) return undefined;
        seen.push(await fenced());
        await room.store.transact((tx) => tx.raiseFence(thing.id));
        seen.push(await fenced());
        return undefined;
      });
      await create(daemons[1] ?? daemon, 1);
      await eventually('it has looked twice', async () => seen.length === 2);
      expect(seen).toEqual([true, false]);
    });

    it.each(['STORE_FAILED', 'DISK_FULL', 'STATE_READ_ONLY'] as const)(
      '7. where the store says %s in the middle, nothing is taken for a failed effect, and it goes on afterwards',
      async (code) => {
        let refusals = 0;
        const refusing = <T>(work: () => Promise<T>): Promise<T> => {
          if (refusals <= 0) return work();
          refusals -= 1;
          return Promise.reject(failed(code, 'not now'));
        };
        const around = (store: Store): Store => ({
          read: (work, how) => refusing(() => store.read(work, how)),
          transact: (work) => refusing(() => store.transact(work)),
          describe: () => store.describe(),
          check: () => store.check(),
          backUp: (to) => store.backUp(to),
          close: () => store.close(),
        });
        let acts = 0;
        const daemon = await open(
          async (name) => {
            acts += 1;
            if (name === 'act') refusals = 3;
            return undefined;
          },
          { around },
        );
        const id = await create(daemon, 1, { total: 2 });
        expect((await ended(id)).state).toMatchObject({ done: 2, failed: null });
        expect((await room.store.read((reads) => reads.view(id)))?.questions).toEqual([]);
        expect(acts).toBe(3);
        madeOnce();
      },
    );

    const fullDisks: Readonly<Record<string, () => EffectResult>> = {
      throws: () => {
        throw failed('DISK_FULL', 'no space is left');
      },
      tells: () => ({ kind: 'failed', failure: { error_code: 'DISK_FULL', message: 'no space is left' } }),
      'meets as the system says it': () => {
        throw Object.assign(new Error('mkdir: no space left on device'), { code: 'ENOSPC' });
      },
    };
    it.each(Object.entries(fullDisks))(
      '7. WT-65 a full disk that an effect %s puts it off, it is not failed',
      async (_, meet) => {
        let full = true;
        const daemon = await open(async (name) => {
          if (name !== 'act' || !full) return undefined;
          full = false;
          return meet();
        });
        const id = await create(daemon, 1, { total: 1 });
        expect((await ended(id)).state).toMatchObject({ done: 1, failed: null });
        const facts = await room.store.read((reads) => reads.facts({ thing: id, limit: 100 }));
        expect(facts.filter(({ kind }) => kind === 'effect_put_off')).toMatchObject([
          { data: { effect: 'act', why: expect.stringMatching(/no space/) } },
        ]);
      },
    );

    it('7. a daemon that goes down in the middle of an effect was no crash', async () => {
      for (let life = 1; life <= 4; life += 1) {
        const begun = Promise.withResolvers<void>();
        const daemon = await open(async (_name, { signal }) => {
          begun.resolve();
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          throw signal.reason;
        });
        if (life === 1) await create(daemon, 1, { total: 1 });
        await begun.promise;
        await daemon.stop();
      }
      await open();
      const id = 'toy-1' as ThingId;
      expect((await ended(id)).state).toMatchObject({ done: 1, failed: null });
      expect((await room.store.read((reads) => reads.view(id)))?.questions).toEqual([]);
    });

    it('8. what is parked is not driven at a start, and one of them is reached by its wake', async () => {
      const first = await open();
      const count = 1000;
      await room.store.transact(async (tx) => {
        for (let number = 1; number <= count; number += 1)
          await tx.insert(aToy(number, here, room.clock.now(), { needs: 1 }));
      });
      await first.stop();
      let performed = 0;
      const daemon = await open(async () => {
        performed += 1;
        return undefined;
      });
      const id = 'toy-500' as ThingId;
      await say(daemon, id, 'resume');
      await ended(id);
      expect(performed).toBe(4);
      expect(await room.store.read((reads) => reads.unended(here))).toHaveLength(count - 1);
    });

    it('9. a host that is silent loses its free work, its bound work waits, and its late result is refused', async () => {
      const back = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const old = await open(async () => {
        begun.resolve();
        await back.promise;
        return undefined;
      });
      const beat = () => room.store.transact((tx) => tx.beat({ id: here, seenAt: instant(1) }));
      await beat();
      const free = await create(old, 1, { total: 2 });
      const bound = await create(old, 2, { needs: 1, bound: true });
      await begun.promise;
      const fresh = await open(async () => undefined, { host: there });
      const seen: HostSightings = new Map();
      const looks: ThingId[][] = [];
      for (let look = 0; look < 4; look += 1) looks.push([...(await takeOverSilent(fresh.engine, seen))]);
      expect(looks).toEqual([[], [], [], [free]]);
      const taken = await ended(free);
      expect(taken).toMatchObject({ host: there, fence: 2, state: { done: 2, failed: null } });
      expect(await toy(bound)).toMatchObject({ host: here, ended: false, fence: 1 });
      back.resolve();
      await say(old, bound, 'resume');
      expect((await ended(bound)).host).toBe(here);
      expect((await toy(free)).version).toBe(taken.version);
    });

    it('WT-63 a host that is dead for good loses what is bound to it too, and its late result is refused', async () => {
      const [back, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const old = await open(async () => {
        begun.resolve();
        await back.promise;
        return undefined;
      });
      await room.store.transact((tx) => tx.beat({ id: here, seenAt: instant(1) }));
      const bound = await create(old, 2, { total: 1, bound: true });
      await begun.promise;
      const performed: string[] = [];
      const during: During = async (_, context) => {
        performed.push(context.id);
        return undefined;
      };
      const fresh = await open(during, { host: there });
      const seen: HostSightings = new Map();
      const looks: ThingId[][] = [];
      for (let look = 0; look < 7; look += 1) looks.push([...(await takeOverSilent(fresh.engine, seen, 5))]);
      expect(looks).toEqual([[], [], [], [], [], [bound], []]);
      const taken = await ended(bound);
      expect(taken).toMatchObject({ host: there, fence: 2, state: { failed: null } });
      // What was being done there is dropped with the state that it was done in.
      expect(performed).toEqual([`${bound}#2`, `${bound}#3`]);
      back.resolve();
      await old.stop();
      expect((await toy(bound)).version).toBe(taken.version);
    });

    it('9. a host that is seen again in time loses nothing', async () => {
      const old = await open();
      const id = await create(old, 1, { needs: 1 });
      const fresh = await open(async () => undefined, { host: there });
      const seen: HostSightings = new Map();
      for (let look = 0; look < 8; look += 1) {
        if (look % 2 === 0) await room.store.transact((tx) => tx.beat({ id: here, seenAt: instant(1 + look) }));
        expect(await takeOverSilent(fresh.engine, seen)).toEqual([]);
      }
      expect((await toy(id)).host).toBe(here);
    });

    it('10. an effect that was cut off three times becomes a question; each retry is good for three more', async () => {
      const daemon = await open();
      await daemon.stop();
      const id = await create(daemon, 1, { total: 1 });
      const at = room.clock.now();
      await room.store.transact(async (tx) => {
        await tx.update(id, 1, { state: (await tx.thing(id))?.state, ended: false, effects: 1, at });
        await tx.decide({
          ...{ id: `${id}#1` as never, thing: id, number: 1, name: 'act', input: {} },
          decidedAt: at,
          tries: 3,
          fence: 1,
        });
      });
      let performed = 0;
      const cutOff: EffectResult = { kind: 'cut', afterMs: 1 } as never;
      const next = await open(async (name) => {
        performed += 1;
        return name === 'act' ? cutOff : undefined;
      });
      const question = await openQuestion(id);
      expect(question.kind).toBe('effect');
      expect(performed).toBe(0);
      await answer(next, id, 'retry');
      await eventually('it asks again', async () => {
        const view = await room.store.read((reads) => reads.view(id));
        return view?.questions.length === 2;
      });
      expect(performed).toBe(3);
      await answer(next, id, 'give_up');
      expect((await ended(id)).state).toMatchObject({ done: 0, failed: 'INTERNAL', released: true });
    });

    it('10. a cancel does not wait for the answer about an effect', async () => {
      const daemon = await open(async (name) => (name === 'act' ? ({ kind: 'cut', afterMs: 1 } as never) : undefined));
      const id = await create(daemon, 1);
      await openQuestion(id);
      await say(daemon, id, 'cancel');
      expect((await ended(id)).state.released).toBe(true);
      expect((await room.store.read((reads) => reads.view(id)))?.questions[0]?.state.kind).toBe('closed');
    });

    it('11. a result of more than 256 KB is a failed effect with a clear code, and is not tried again', async () => {
      let performed = 0;
      const daemon = await open(async (name) => {
        performed += 1;
        return name === 'act' ? { kind: 'done', output: { text: 'x'.repeat(300_000) } } : undefined;
      });
      const id = await create(daemon, 1);
      expect((await ended(id)).state).toMatchObject({ done: 0, failed: 'RESULT_TOO_LARGE', released: true });
      expect(performed).toBe(2);
    });

    it('a decision in whose middle the row moved is made anew', async () => {
      const daemon = await open();
      const id = await create(daemon, 1, { needs: 3 });
      await Promise.all([say(daemon, id, 'resume'), say(daemon, id, 'resume'), say(daemon, id, 'resume')]);
      expect((await ended(id)).state.done).toBe(3);
      const facts = await room.store.read((reads) => reads.facts({ thing: id, limit: 100 }));
      expect(facts.map((fact) => fact.number)).toEqual(facts.map((_fact, index) => index + 1));
      expect(facts.map((fact) => fact.kind)).toEqual([
        ...['toy_acted', 'toy_acted', 'toy_acted', 'toy_released', 'toy_ended'],
      ]);
    });
  });
}
