// The port's suites on the keeper that other tests use, in their own process.
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeeperFake } from '../fakes/keeper.ts';
import { keeperSuite, type SuiteRoom } from '../suites/keeper.suite.ts';
import { keeperScreensSuite } from '../suites/keeper-screens.suite.ts';

async function open(): Promise<SuiteRoom> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keeper-fake-')));
  const keeper = createKeeperFake(folder);
  return { folder, keeper, close: () => keeper.close() };
}

keeperSuite('fake', open);
keeperScreensSuite('fake', open);
