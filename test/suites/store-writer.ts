// A process that does nothing but commit: a transition and its fact, again and again, told on its output once each is durable. It is there to be killed; with `once` it ends after the first.
import { writeSync } from 'node:fs';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { aTask, at, silent } from './store-rows.ts';

const store = await openSqliteStore({ path: process.argv[2] ?? '', clock: systemClock, log: silent });
const { id, task } = aTask(1);
await store.transact(async (tx) => {
  if ((await tx.thing(id)) === null) await tx.insert(aTask(1, { version: 0, state: { version: 0 } }));
});
for (;;) {
  const version = await store.transact(async (tx) => {
    const next = ((await tx.thing(id))?.version ?? 0) + 1;
    await tx.update(id, next - 1, { state: { version: next }, ended: false, effects: next, at });
    await tx.say(id, task, at, [{ kind: 'said', data: { by: `version ${next}`, text: 'x'.repeat(2000) } }]);
    return next;
  });
  writeSync(1, `${version}\n`);
  if (process.argv[3] === 'once') break;
}
await store.close();
