// An engine over a real store in which nothing moves by itself: wakes are noted, and a test drives what it wants driven.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostId, ThingKind } from '../../src/domain/ids.ts';
import type { NewNotice } from '../../src/domain/notice.ts';
import { firstTaskState } from '../../src/domain/task/task.ts';
import type { Thing, Wake } from '../../src/domain/thing.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { thingKinds } from '../../src/engine/kinds.ts';
import type { EffectPorts, EffectTable } from '../../src/ports/effect.ts';
import type { Store, Transaction } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { manualClock } from './clock.ts';
import { layDatabase } from './lay-database.ts';
import { settings } from './outside.ts';

export const here = 'here' as HostId;
export const there = 'there' as HostId;

/** Of each open transaction: notes what was begun in it, and lets it take a moment. */
const underWay = new WeakMap<Transaction, typeof noted>();
const noted = <Value>(_: string, act: Promise<Value>): Promise<Value> => act;

/** A transaction fails where something that it began was not waited for: on a store across the network that would be lost. */
export function demandWaiting(store: Store): Store {
  const transact: Store['transact'] = (work) =>
    store.transact(async (tx) => {
      const open = new Map<object, string>();
      const left: string[] = [];
      const note: typeof noted = async (name, act) => {
        const one = {};
        left.push(...open.values());
        open.set(one, name);
        const value = await act;
        // Longer than whoever does not wait needs to its end, and within the same turn of the loop.
        for (let count = 0; count < 50; count += 1) await null;
        open.delete(one);
        return value;
      };
      const watched = new Proxy(tx, {
        get(target, name) {
          const member = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...given: readonly unknown[]) => {
            const came = member.apply(target, given);
            return came instanceof Promise ? note(String(name), came) : came;
          };
        },
      });
      underWay.set(watched, note);
      const value = await work(watched);
      left.push(...open.values());
      if (left.length > 0) throw new Error(`not waited for: ${left.join(', ')}`);
      return value;
    });
  return new Proxy(store, {
    get(target, name) {
      if (name === 'transact') return transact;
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

export type StillEngine = Awaited<ReturnType<typeof openStillEngine>>;

export async function openStillEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'drover-still-'));
  const clock = manualClock();
  const wakes: Wake[] = [];
  const takenOver: (readonly [HostId, HostId])[] = [];
  const warned: { readonly text: string; readonly data: object | undefined }[] = [];
  const log = {
    info: () => {},
    warn: (text: string, data?: object) => void warned.push({ text, data }),
    bug: () => 'log-1',
  };
  const store = demandWaiting(
    await openSqliteStore({ path: await layDatabase(join(folder, 'drover.db')), clock, log }),
  );
  const queue = {
    add: (tx: Transaction, added: readonly Wake[]) =>
      (underWay.get(tx) ?? noted)(
        'wakes',
        Promise.resolve().then(() => void wakes.push(...added)),
      ),
    takeOver: async (from: HostId, to: HostId) => void takenOver.push([from, to]),
  };
  const stop = new AbortController();
  const ports = { store, queue, clock, log } as unknown as EffectPorts;
  const engine: Engine = {
    ...{ ports, kinds: thingKinds, host: here, signal: stop.signal, reach: async () => undefined },
    effects: {} as EffectTable,
  };
  return {
    ...{ engine, store, clock, stop, wakes, takenOver, warned },
    /** A task that an engine drives, unless it is said to be something else. */
    async put(id: string, kind: ThingKind, more: Partial<Thing> = {}): Promise<Thing> {
      const at = clock.now();
      const spec = {
        ...{ number: 1, text: 'it does not fire', title: null, branch: null, base: null, until: null, plan: null },
        ...{ priority: 0, inferred: false, driven: 'engine', settings, by: 'person:test' },
      };
      const thing = {
        ...{ id, kind, task: id, parent: null, key: '', host: here, version: 1, fence: 1, effects: 0, ended: false },
        ...{ spec, state: kind === 'task' ? firstTaskState('engine') : {}, createdAt: at, updatedAt: at },
        ...more,
      } as unknown as Thing;
      await store.transact((tx) => tx.insert(thing));
      return thing;
    },
    thing: async (id: string) => (await store.read((reads) => reads.view(id as never)))?.thing ?? null,
    notices: async (id: string) => (await store.read((reads) => reads.view(id as never)))?.notices ?? [],
    facts: async (id: string) =>
      (await store.read((reads) => reads.facts({ thing: id as never, limit: 100 }))).map(({ kind, data }) => ({
        kind,
        data,
      })),
    say: (thing: string, kind: string, by = 'person:test') =>
      store.transact((tx) => tx.notify({ thing, at: clock.now(), by, kind, body: null } as unknown as NewNotice)),
    /** An act that was decided and has no result. */
    intend: (thing: Thing, name: string, input: unknown = {}, tries = 1) =>
      store.transact(async (tx) => {
        const number = thing.effects + 1;
        const at = clock.now();
        await tx.update(thing.id, thing.version, { state: thing.state, ended: false, effects: number, at });
        const id = `${thing.id}#${number}` as never;
        await tx.decide({ id, thing: thing.id, number, name, input, decidedAt: at, tries, fence: thing.fence });
      }),
    intent: async (id: string) => (await store.read((reads) => reads.view(id as never)))?.intent ?? null,
    questions: () => store.read((reads) => reads.questions({})),
    async close(): Promise<void> {
      stop.abort(new Error('closed'));
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
