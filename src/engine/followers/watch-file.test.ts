// A file that a session wants to hear of, told by a watcher that says what a test says.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aSessionSpec } from '../../../test/fakes/sessions/open-sessions.ts';
import { here, openStillEngine, type StillEngine } from '../../../test/fakes/still-engine.ts';
import type { RunId, ThingId } from '../../domain/ids.ts';
import { undriven } from '../../domain/session/driven.ts';
import { mostPending } from '../../domain/session/message.ts';
import type { Session, SessionLive, SessionSpec } from '../../domain/session/session.ts';
import { watchFor } from './watch-file.ts';

let still: StillEngine;
beforeEach(async () => {
  still = await openStillEngine();
});
afterEach(() => still.close());

const path = '/repo/notes.md';
const stamp = (modifiedAt: number) => ({ modifiedAt, size: 1, inode: 1 });
const live = { kind: 'live', stood: { standing: { kind: 'ready' } }, turn: null, paused: null };
const session = async (state: object = live, spec: Partial<SessionSpec> = { watchFile: path }) =>
  (await still.put('s1', 'session', {
    ...{ spec: aSessionSpec('r1' as RunId, { inboxTtlMs: 7_000, ...spec }), state },
  })) as Session;
const seen = async (of: Session, ...stamps: readonly (ReturnType<typeof stamp> | null)[]) => {
  const paths: string[] = [];
  const watch = async (watched: string, changed: (each: ReturnType<typeof stamp> | null) => Promise<void>) => {
    paths.push(watched);
    for (const each of stamps) await changed(each);
  };
  await watchFor(still.engine, of, watch, still.stop.signal);
  return paths;
};
const messages = () => still.store.read((reads) => reads.messages({}));
const driven = async () => ((await still.thing('s1'))?.state as SessionLive | undefined)?.driven;

it('the first look is kept and tells nothing; a change after it is one message, told and woken', async () => {
  const of = await session();
  expect(await seen(of, stamp(1))).toEqual([path]);
  expect([await messages(), still.wakes]).toEqual([[], []]);
  expect(await driven()).toMatchObject({ watched: stamp(1), watching: true });
  expect(await still.thing('s1')).toMatchObject({ ended: false });

  await seen((await still.thing('s1')) as Session, stamp(2));
  const at = still.clock.now();
  expect(await messages()).toMatchObject([
    {
      ...{ id: 'm1', parent: 's1', task: 's1', host: here, createdAt: at, state: { kind: 'queued' } },
      spec: {
        ...{ text: `file-change-hook: read ${path}`, submit: true, force: false, steer: false, keys: false },
        ...{ relayed: false, by: 'file-change-hook', expiresAt: at + 7_000 },
      },
    },
  ]);
  expect(await still.facts('m1')).toEqual([{ kind: 'message_sent', data: { message: 'm1', by: 'file-change-hook' } }]);
  expect(still.wakes).toEqual([{ thing: 'm1', at, host: here }]);
});

it('what changed while nobody looked is told after a restart, what did not change is not', async () => {
  const of = await session({ ...live, driven: { ...undriven, watched: stamp(1), watching: true } });
  const { version } = of;
  await seen(of, stamp(1));
  expect([await messages(), (await still.thing('s1'))?.version]).toEqual([[], version]);
  await seen(of, stamp(2));
  expect(await messages()).toHaveLength(1);
});

it('a file that came is told, one that went is noted alone', async () => {
  await seen(await session(), null, stamp(1), null);
  expect(await messages()).toHaveLength(1);
  expect(await driven()).toMatchObject({ watched: null, watching: true });
});

it('each change in one watch is told, the first look alone is not', async () => {
  await seen(await session(), stamp(1), stamp(2), stamp(2), stamp(3));
  expect(await messages()).toHaveLength(2);
});

it('an inbox that is full takes no more of them', async () => {
  const of = await session();
  await seen(of, stamp(1));
  for (let number = 1; number < mostPending; number += 1)
    await still.put(`m${100 + number}`, 'message', {
      ...{ parent: 's1' as ThingId, task: 's1' as never, key: `m${100 + number}`, state: { kind: 'queued' } },
    });
  const again = (await still.thing('s1')) as Session;
  await seen(again, stamp(2));
  expect(await messages()).toHaveLength(mostPending);
  await seen(again, stamp(3));
  expect(await messages()).toHaveLength(mostPending);
  expect(await driven()).toMatchObject({ watched: stamp(3) });
});

it('a session that moved meanwhile loses nothing: what was seen is written onto its new row', async () => {
  const of = await session();
  let moved = false;
  const { store } = still;
  const engine = {
    ...still.engine,
    ports: {
      ...still.engine.ports,
      store: {
        ...{ read: store.read.bind(store) },
        transact: (work: Parameters<typeof store.transact>[0]) =>
          store.transact((tx) =>
            work(
              new Proxy(tx, {
                get: (target, name) =>
                  name === 'update' && !moved
                    ? async () => {
                        moved = true;
                        return false;
                      }
                    : Reflect.get(target, name).bind?.(target),
              }),
            ),
          ),
      },
    },
  } as unknown as typeof still.engine;
  await watchFor(engine, of, async (_, changed) => changed(stamp(1)), still.stop.signal);
  expect(moved).toBe(true);
  expect(await driven()).toMatchObject({ watched: stamp(1) });
});

it('nobody looks where no file is named; one that is gone or over hears nothing; what cannot be watched is said', async () => {
  expect(await seen(await session(live, { watchFile: null }), stamp(1))).toEqual([]);
  expect(await driven()).toBeUndefined();
  const over = (await still.put('s2', 'session', {
    ...{ spec: aSessionSpec('r2' as RunId, { watchFile: path, key: 'grey-fox' }), state: { kind: 'ended' } },
  })) as Session;
  await seen(over, stamp(1), stamp(2));
  await seen({ ...over, id: 's3' as ThingId }, stamp(1), stamp(2));
  expect(await messages()).toEqual([]);
  await watchFor(still.engine, over, () => Promise.reject(new Error('no such folder')), still.stop.signal);
  expect(still.warned).toEqual([
    { text: 'a file is not watched', data: { session: 's2', path, why: 'Error: no such folder' } },
  ]);
});
