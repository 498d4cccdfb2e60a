import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock as clock } from '../../src/keeper/system-clock.ts';
import type { Store } from '../../src/ports/store.ts';
import { createGraphileQueue } from '../../src/queue/graphile.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { type Postgres, startPostgres } from '../fakes/postgres.ts';
import { needs } from '../needs/needs.ts';
import { type EngineRoom, engineSuite } from '../suites/engine.suite.ts';
import { killsSuite } from '../suites/engine-kills.suite.ts';
import { silent as log } from '../suites/store-rows.ts';

describe('with a real Postgres', needs('postgres', 'setpriv'), () => {
  let postgres: Postgres;
  const schema = 'drover';
  const queueOn = (url: string, store: Store) =>
    createGraphileQueue({ url, schema: `${schema}_worker`, pollMs: 100, store, clock, log });
  async function prepare(url: string): Promise<void> {
    const store = await openPostgresStore({ url, schema, clock, log });
    await (await queueOn(url, store)).close();
    await store.close();
  }
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  async function mount(): Promise<EngineRoom> {
    const url = await postgres.fresh(prepare);
    const folder = mkdtempSync(join(tmpdir(), 'engine-'));
    const store = await openPostgresStore({ url, schema, clock, log });
    return {
      ...{ store, clock, folder },
      openQueue: (around) => queueOn(url, around),
      async close() {
        await store.close();
        rmSync(folder, { recursive: true });
      },
    };
  }

  engineSuite('Postgres with graphile-worker', mount);
  killsSuite('Postgres with graphile-worker', 5, async () => ({ url: await postgres.fresh(prepare), schema }));
});
