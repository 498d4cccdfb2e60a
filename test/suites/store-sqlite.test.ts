import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { manualClock } from '../fakes/clock.ts';
import { storeSuite } from './store.suite.ts';
import { silent } from './store-rows.ts';

storeSuite('a sqlite file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const store = await openSqliteStore({ path: join(folder, 'drover.db'), clock: manualClock(), log: silent });
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { store, close };
});
