import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock } from '../../src/daemon/system-clock.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { type Postgres, postgresOrReason, startPostgres } from '../fakes/postgres.ts';
import { storeSuite } from './store.suite.ts';
import { silent } from './store-rows.ts';

describe.skipIf(postgresOrReason() !== null)('with a real Postgres', () => {
  let postgres: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  storeSuite('Postgres', async () => {
    schemas += 1;
    const store = await openPostgresStore({
      url: postgres.url,
      schema: `test_${schemas}`,
      clock: systemClock,
      log: silent,
    });
    return { store, close: () => store.close() };
  });
});
