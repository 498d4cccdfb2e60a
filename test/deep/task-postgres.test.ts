// The same program on a shared store: Postgres and its queue instead of one file.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../e2e/world.ts';
import { startPostgres } from '../fakes/postgres.ts';
import { needs } from '../needs/needs.ts';

describe('with a real Postgres', needs('postgres', 'setpriv'), () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let world: World;

  beforeEach(async () => {
    postgres = await startPostgres();
    world = await openWorld({ config: `policy: hands-off\nstore: ${postgres.url}\n` });
  });
  afterEach(async () => {
    await world.close();
    await postgres.close();
  });

  it('a task goes from statement to release, also when its daemon is killed on the way', async () => {
    const task = await world.start('Too early.');
    await world.until(
      () => world.show(task),
      (detail) => detail.phase !== 'confirm',
    );
    process.kill(await world.daemonPid(), 'SIGKILL');
    const done = await world.ended(task);
    expect(done.outcome).toBe('released');
    expect(await world.remoteBranch(done.branch ?? '')).toMatch(/^[0-9a-f]{40}$/);
  });
});
