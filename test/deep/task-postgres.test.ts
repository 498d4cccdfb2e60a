// The same program on a shared store: Postgres and its queue instead of one file.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorld, type World } from '../e2e/world.ts';
import { postgresOrReason, startPostgres } from '../fakes/postgres.ts';

const missing = postgresOrReason();
if (missing !== null) process.stderr.write(`skipped: ${missing}\n`);

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let world: World;

beforeEach(async () => {
  if (missing !== null) return;
  postgres = await startPostgres();
  world = await openWorld({ config: `policy: hands-off\nstore: ${postgres.url}\n` });
});
afterEach(async () => {
  await world?.close();
  await postgres?.close();
});

it.skipIf(missing !== null)(
  'a task goes from statement to release, also when its daemon is killed on the way',
  async () => {
    const task = await world.start('Too early.');
    await world.until(
      () => world.show(task),
      (detail) => detail.phase !== 'confirm',
    );
    process.kill(await world.daemonPid(), 'SIGKILL');
    const done = await world.ended(task);
    expect(done.outcome).toBe('released');
    expect(await world.remoteBranch(done.branch ?? '')).toMatch(/^[0-9a-f]{40}$/);
  },
);
