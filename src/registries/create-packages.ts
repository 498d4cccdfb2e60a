// Which registry is asked for what: as configured, else as the person's own tools ask.
import type { Config } from '../ports/config.ts';
import type { NewPackage, PackageFacts, Packages, Person } from '../ports/system.ts';
import { getJson } from './get-json.ts';
import { installerSettings } from './installer-settings.ts';
import { lookInNpm } from './npm.ts';
import { npmRegistry } from './npm-settings.ts';

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

// A registry of PyPI's kind.

type Document = {
  readonly info?: { readonly version?: string };
  readonly releases?: Readonly<Record<string, readonly { readonly upload_time_iso_8601?: string }[]>>;
};

async function lookInPypi(registry: string, { name, wanted }: NewPackage, signal: AbortSignal): Promise<PackageFacts> {
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(name)) return { kind: 'unknown', why: 'it comes from no registry' };
  const answer = await getJson(`${registry.replace(/\/+$/, '')}/pypi/${name}/json`, signal);
  if (answer.kind === 'missing') return { kind: 'missing' };
  if (answer.kind === 'unreachable') return { kind: 'unknown', why: answer.why };
  const { info = {}, releases = {} } = (answer.value ?? {}) as Document;
  const version = /^==\s*([\w.]+)$/.exec(wanted)?.[1] ?? info.version ?? null;
  const published = version === null ? Number.NaN : Date.parse(releases[version]?.[0]?.upload_time_iso_8601 ?? '');
  return { kind: 'known', version, publishedAt: Number.isNaN(published) ? null : published, downloads: null };
}
