// The same program on a shared store: Postgres and its queue instead of one file.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { openWorld, type World } from '../e2e/world.ts';
import { startPostgres } from '../fakes/postgres.ts';
import { needs } from '../needs/needs.ts';
import { byTurns } from './rotation.ts';

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

  byTurns('a task goes from statement to release, also when its daemon is killed on the way', async () => {
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

  byTurns(
    'WT-63 two hosts on it, one dead for good: what was bound to it is ended, or goes on, from the living one',
    async () => {
      const other = await openWorld({ config: `policy: hands-off\nstore: ${postgres.url}\n` });
      try {
        world.setScript({ turns: [{ do: [{ wait: { file: 'never' } }] }] });
        const [one, two] = [await world.start('Too early.'), await world.start('Too late.')];
        for (const task of [one, two])
          await world.until(
            () => world.show(task),
            ({ phase, copy }) => copy !== null && phase !== 'confirm',
          );
        const daemon = await world.daemonPid();
        await other.must(['task', 'list']);
        process.kill(daemon, 'SIGKILL');
        const client = new pg.Client(postgres.url);
        await client.connect();
        await client.query('update drover.hosts set seen_at = 1 where id = (select host from drover.tasks limit 1)');
        await client.end();
        const doctor = await other.drover(['doctor', '--json']);
        expect(doctor.out).toContain('is silent, and these are bound to it');
        await other.must(['task', 'cancel', two, '--keep']);
        await other.until(
          () => other.show(two),
          ({ outcome }) => outcome === 'cancelled',
        );
        const went = await other.until(
          () => other.show(one),
          ({ outcome, open_questions: open }) => outcome !== null || open.length > 0,
        );
        expect(went.outcome ?? went.open_questions[0]?.kind).toBe('released');
      } finally {
        await other.close();
      }
    },
  );
});
