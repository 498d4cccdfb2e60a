// Worlds of one test file: a world costs a daemon, a keeper and a hub, and most tests only need that nothing of theirs was there before.
import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { demoScript } from '../../src/local/demo-script.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/** One that was opened before with the same project, remote and environment serves again, with its checkout as it was committed and the script and the configuration of who asks; the tasks of others are still in it. `apart`: with none of theirs, by any word. */
export function shareWorlds(): (options?: WorldOptions, apart?: string) => Promise<World> {
  const opened = new Map<string, World>();
  afterAll(async () => {
    for (const world of opened.values()) await world.close();
  });
  return async (options = {}, apart = '') => {
    const { script = demoScript, config = 'policy: hands-off\n', ...rest } = options;
    const key = JSON.stringify([apart, rest]);
    const there = opened.get(key);
    if (there === undefined) {
      const world = await openWorld(options);
      opened.set(key, world);
      return world;
    }
    there.setScript(script);
    there.setConfig(config);
    await there.git('reset', '--quiet', '--hard');
    await there.git('clean', '-qfd');
    rmSync(there.env.DROVER_SCRIPTED_LOG ?? '', { force: true });
    return there;
  };
}
