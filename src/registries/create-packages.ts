// Which registry is asked for what: as configured, else as the person's own tools ask.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../ports/config.ts';
import type { NewPackage, PackageFacts, Packages, Person } from '../ports/system.ts';
import { asAddress, expand } from './addresses.ts';
import { getJson } from './get-json.ts';
import { installerSettings } from './installer-settings.ts';
import { lookInNpm } from './npm.ts';

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

// Where the person's own npm asks: their variables, then their file. Addresses alone: who they are there is nobody's but theirs.

type Variables = Readonly<Record<string, string>>;

async function npmRegistry(env: Variables, home: string): Promise<string> {
  const said = env.npm_config_registry ?? env.NPM_CONFIG_REGISTRY;
  if (said !== undefined && isAddress(said)) return said;
  const line = (await read(home)).registry;
  return line !== undefined && isAddress(line) ? line : 'https://registry.npmjs.org/';
}

/** Lines of an `.npmrc`, which pnpm and yarn 1 read too: the registry, those of scopes, the way to them. Of a scope no variable would do: `sh` drops such a name. */
export async function npmSettings(env: Variables, home: string): Promise<string> {
  const file = Object.entries(await read(home)).map(([key, value]) => [key, expand(value, env)] as const);
  const own = Object.entries(env)
    .filter(([name]) => /^npm_config_/i.test(name))
    .map(([name, value]) => [name.slice('npm_config_'.length).toLowerCase().replaceAll('_', '-'), value] as const);
  const all = [...file, ...own].flatMap(([key, value]) => {
    const kept = plain.test(key) ? value : leads.test(key) ? asAddress(value) : null;
    return kept === null || kept.includes('\n') ? [] : [[key, kept] as const];
  });
  return [...new Map(all)].map(([key, value]) => `${key}=${value}\n`).join('');
}

const leads = /^(?:registry|@[a-z0-9~._-]+:registry|proxy|https-proxy)$/;
const plain = /^(?:noproxy|strict-ssl)$/;

/** What it says by key, unquoted; keys of hosts (`//host/:_authToken`) are not looked at. */
async function read(home: string): Promise<Variables> {
  const file = await readFile(join(home, '.npmrc'), 'utf8').catch(() => '');
  const lines = [...file.matchAll(/^\s*(@?[A-Za-z][\w~.-]*(?::registry)?)\s*=\s*(["']?)(\S+?)\2\s*$/gm)];
  return Object.fromEntries(lines.map(([, key = '', , value = '']) => [key, value]));
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s@]+$/.test(text);

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
