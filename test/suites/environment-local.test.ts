// The environment suite on this machine.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnvironments } from '../../src/environments/create-environments.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { environmentSuite } from './environment.suite.ts';

environmentSuite('local', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-'));
  const env = () => process.env as Record<string, string>;
  return {
    environments: createEnvironments({ clock: systemClock, env, folder }),
    userHost: null,
    close: async () => {},
  };
});
