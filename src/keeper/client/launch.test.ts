import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../system-clock.ts';
import { launchKeeper } from './launch.ts';

it('starts none where nobody wants one any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'));
  const entry = join(folder, 'keeper.mjs');
  const begun = join(folder, 'begun');
  writeFileSync(entry, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(begun)}, '');\n`);
  const launch = {
    ...{ stateFolder: folder, socket: join(folder, 'keeper.sock'), node: process.execPath, entry },
    ...{ clock: systemClock, env: {}, reachMs: 2000 },
  };
  await launchKeeper(launch, AbortSignal.abort());
  expect(existsSync(join(folder, 'keeper.log'))).toBe(false);
  await expect(launchKeeper(launch)).rejects.toThrow('The keeper does not start.');
  expect(existsSync(begun)).toBe(true);
});
