// Where the person's own npm asks: their variable, then their file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function npmRegistry(env: Readonly<Record<string, string>>, home: string): Promise<string> {
  const said = env.npm_config_registry ?? env.NPM_CONFIG_REGISTRY;
  if (said !== undefined && isAddress(said)) return said;
  const file = await readFile(join(home, '.npmrc'), 'utf8').catch(() => '');
  const line = /^\s*registry\s*=\s*(\S+)\s*$/m.exec(file)?.[1];
  return line !== undefined && isAddress(line) ? line : 'https://registry.npmjs.org/';
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s@]+$/.test(text);
