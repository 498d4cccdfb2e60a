// The port's suite on the keeper that other tests use, in their own process.
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeeperFake } from '../fakes/keeper.ts';
import { keeperSuite } from './keeper.suite.ts';

keeperSuite('fake', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keeper-fake-')));
  const keeper = createKeeperFake(folder);
  return { folder, keeper, close: () => keeper.close() };
});
