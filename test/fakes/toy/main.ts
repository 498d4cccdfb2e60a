// The toy in a process of its own, to be killed: `main.ts {"store":..., "world":..., "kill":N|null}`. Ends by itself when the toy has ended or a person is asked.
import { hearNotices } from '../../../src/daemon/hear-notices.ts';
import { systemClock } from '../../../src/daemon/system-clock.ts';
import type { HostId } from '../../../src/domain/ids.ts';
import { drive } from '../../../src/engine/drive.ts';
import { Ears } from '../../../src/engine/ears.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { EffectPorts } from '../../../src/ports/effect.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { Store } from '../../../src/ports/store.ts';
import { createEmbeddedQueue } from '../../../src/queue/embedded.ts';
import { createGraphileQueue } from '../../../src/queue/graphile.ts';
import { openPostgresStore } from '../../../src/store/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/store/open-sqlite-store.ts';
import { aToy, toyEffects, toyMachines } from './toy.ts';
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
  ...{ read: (work) => store.read(work), describe: () => store.describe(), close: () => store.close() },
  async transact(work) {
    pass('before');
    const value = await store.transact(work);
    pass('after');
    return value;
  },
});

const { store: place } = life;
const opened = mortal(
  'path' in place ? await openSqliteStore({ ...place, clock, log }) : await openPostgresStore({ ...place, clock, log }),
);
const ears = new Ears();
const store = hearNotices(opened, (thing) => ears.hear(thing));
const queue =
  'path' in place
    ? createEmbeddedQueue({ store, clock, log })
    : await createGraphileQueue({ url: place.url, store, clock, log, schema: `${place.schema}_worker`, pollMs: 100 });
const stop = new AbortController();
const engine: Engine = {
  ports: { store, queue, clock, log } as unknown as EffectPorts,
  effects: toyEffects(openWorld(life.world), async () => undefined),
  ...{ machines: toyMachines, host, ears, signal: stop.signal },
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
