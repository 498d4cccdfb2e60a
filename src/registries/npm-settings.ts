// Where the person's own npm asks: their variables, then their file. Addresses alone: who they are there is nobody's but theirs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asAddress, expand } from './addresses.ts';

export type Variables = Readonly<Record<string, string>>;

export async function npmRegistry(env: Variables, home: string): Promise<string> {
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
