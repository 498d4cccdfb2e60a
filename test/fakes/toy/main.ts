// The toy in a process of its own, to be killed: `main.ts {"store":..., "world":..., "kill":N|null}`. Ends by itself when the toy has ended or a person is asked.
import { hearNotices } from '../../../src/daemon/store.ts';
import type { HostId } from '../../../src/domain/ids.ts';
import { drive } from '../../../src/engine/drive.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { Ears } from '../../../src/engine/stop-signals.ts';
import { systemClock } from '../../../src/keeper/system-clock.ts';
import type { EffectPorts } from '../../../src/ports/effect.ts';
import type { Queue } from '../../../src/ports/queue.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { Log } from '../../../src/ports/system.ts';
import { aToy, toyEffects, toyKinds } from './toy.ts';
import { openWorld } from './world.ts';

export type Life = {
  /** A file, or a Postgres address with a schema. */
  readonly store: { readonly path: string } | { readonly url: string; readonly schema: string };
  readonly world: string;
  /** Dies at the Nth moment of this life: the points of the engine, and before and after every transaction. Or at every one of that name. */
  readonly kill: number | string | null;
};

const life = JSON.parse(process.argv[2] ?? '') as Life;
const host = 'toy-host' as HostId;
const log: Log = { info() {}, warn() {}, bug: (error) => String(error) };
const clock = systemClock;

let moments = 0;
const pass = (moment: string) => {
  moments += 1;
  if (moments === life.kill || moment === life.kill) process.kill(process.pid, 'SIGKILL');
};

const mortal = (store: Store): Store => ({
  ...{ read: (work, how) => store.read(work, how), describe: () => store.describe() },
  ...{ check: () => store.check(), backUp: (to) => store.backUp(to), close: () => store.close() },
  async transact(work) {
    pass('before');
    const value = await store.transact(work);
    pass('after');
    return value;
  },
});

const ears = new Ears();
const hearing = (opened: Store): Store => hearNotices(mortal(opened), (thing) => ears.hear(thing));

/** Each loads its own libraries alone: a life is short, and there are many. */
async function openPlace(place: Life['store']): Promise<{ readonly store: Store; readonly queue: Queue }> {
  if ('path' in place) {
    const { openSqliteStore } = await import('../../../src/store/sqlite/open.ts');
    const { createEmbeddedQueue } = await import('../../../src/queue/embedded.ts');
    const store = hearing(await openSqliteStore({ ...place, clock, log }));
    return { store, queue: createEmbeddedQueue({ store, clock, log }) };
  }
  const { openPostgresStore } = await import('../../../src/store/postgres/open.ts');
  const { createGraphileQueue } = await import('../../../src/queue/graphile.ts');
  const store = hearing(await openPostgresStore({ ...place, clock, log }));
  const schema = `${place.schema}_worker`;
  return { store, queue: await createGraphileQueue({ url: place.url, store, clock, log, schema, pollMs: 100 }) };
}

const { store, queue } = await openPlace(life.store);
const stop = new AbortController();
const engine: Engine = {
  ports: { store, queue, clock, log } as unknown as EffectPorts,
  effects: toyEffects(openWorld(life.world), async () => undefined),
  ...{ kinds: toyKinds, host, ears, signal: stop.signal },
  reach: async (point) => pass(point),
};

const toy = aToy(1, host, clock.now(), { total: 2 });
await store.transact(async (tx) => {
  if ((await tx.thing(toy.id)) !== null) return;
  await tx.insert(toy);
  await queue.add(tx, [{ thing: toy.id, at: clock.now(), host }]);
});
await queue.work(host, (thing) => drive(engine, thing), { concurrency: 2 });
for (;;) {
  const view = await store.read((reads) => reads.view(toy.id));
  if (view?.thing.ended || view?.questions.some((question) => question.state.kind === 'open')) break;
  await clock.wait(10);
}
await queue.close();
await store.close();
process.stdout.write(`${moments}`);
