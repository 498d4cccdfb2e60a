// Which registry is asked for what: as configured, else as the person's own tools ask.
import type { Config } from '../ports/config.ts';
import type { Packages, Person } from '../ports/system.ts';
import { installerSettings } from './installer-settings.ts';
import { lookInNpm } from './npm.ts';
import { npmRegistry } from './npm-settings.ts';
import { lookInPypi } from './pypi.ts';

export function createPackages({ config, person }: { readonly config: Config; readonly person: Person }): Packages {
  return {
    async look(asked, signal) {
      const read = await config.read();
      const said = read.ok ? (read.value.registries ?? {}) : {};
      if (asked.registry === 'pypi') return lookInPypi(said.pypi ?? 'https://pypi.org', asked, signal);
      const registry = said.npm ?? (await npmRegistry(person.env(), person.home));
      return lookInNpm(registry, asked, signal);
    },
    settings: () => installerSettings(person.env(), person.home),
  };
}
