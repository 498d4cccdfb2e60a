// An intent committed, its result with the new state and a fact committed: beside two bare commits of sqlite with full sync.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { effectId, type HostId, instant, taskId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Log } from '../../src/ports/system.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Bench } from '../row.ts';
import { sampleBoth } from '../sample.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, bug: () => '' };
const now = () => instant(Date.now());
const id = taskId('bench', 1);
const host = 'bench' as HostId;

export const bench: Bench = {
  name: 'durable-transition',
  target: '<= 2 ms on sqlite with full sync',
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
    const store = await openSqliteStore({ path: join(folder, 'a.db'), clock: { now }, log: silent });
    const bare = openBare(join(folder, 'b.db'));
    try {
      await begin(store);
      const counter = { number: 0 };
      const { subject, floor } = await sampleBoth(300, () => transition(store, ++counter.number), bare.twoCommits);
      return [
        {
          what: 'intent, then result, state and fact',
          unit: 'ms',
          value: subject.median,
          min: subject.min,
          floor: { what: 'two bare commits', value: floor.median },
          target: '<= 2 ms',
          met: subject.median <= 2,
        },
      ];
    } finally {
      await store.close();
      bare.close();
      rmSync(folder, { recursive: true });
    }
  },
};

const begin = (store: Store) =>
  store.transact((tx) =>
    tx.insert({
      ...{ id, kind: 'task', task: id, parent: null, key: '', host, version: 1, fence: 1, effects: 0, ended: false },
      ...{ spec: { settings: { workspace: { name: 'bench' } } }, state: { at: 0 }, createdAt: now(), updatedAt: now() },
    }),
  );

async function transition(store: Store, number: number): Promise<void> {
  const effect = effectId(id, number);
  await store.transact(async (tx) => {
    const thing = await tx.thing(id);
    const by = { decidedAt: now(), tries: 1, fence: 1 };
    await tx.decide({ id: effect, thing: id, number, name: 'bench', input: {}, ...by });
    await tx.update(id, thing?.version ?? 0, { state: { at: number }, ended: false, effects: number, at: now() });
  });
  await store.transact(async (tx) => {
    const thing = await tx.thing(id);
    await tx.settle(effect, 1, { kind: 'done', output: { number } });
    await tx.update(id, thing?.version ?? 0, { state: { at: number }, ended: false, effects: number, at: now() });
    await tx.say(id, id, now(), [{ kind: 'fix_started', data: { round: number } }]);
  });
}

function openBare(path: string) {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a INTEGER)');
  const insert = database.prepare('INSERT INTO t VALUES (1)');
  return { twoCommits: () => void [insert.run(), insert.run()], close: () => database.close() };
}
