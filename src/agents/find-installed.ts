// Which agents are on this machine, for who has no daemon to ask. Where a package tells the version nothing is started.
import { versionOf } from './canary/look-at-program.ts';
import { programsOf } from './canary/programs.ts';
import { ownKits } from './registry.ts';

/** `version`: null where it is not there, or does not answer. `hint`: how to get it. */
export type Installed = { readonly name: string; readonly version: string | null; readonly hint: string };

/** Every agent, in the order of preference. */
export const findInstalled = (env: Readonly<Record<string, string>>): Promise<readonly Installed[]> =>
  Promise.all(
    ownKits().map(async ({ name, agents }) => {
      const [program = name] = programsOf(name);
      // Asked where nothing is, it tells how to get it.
      const nowhere = await agents[0]?.find({ PATH: '' });
      return { name, version: await versionOf(program, env), hint: nowhere?.hint ?? '' };
    }),
  );
