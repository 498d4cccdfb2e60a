// What the person's installers know of registries, for a set-up: a company's own are asked there too. No login and no token.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallerSettings } from '../ports/system.ts';
import { asAddress, expand } from './addresses.ts';
import { npmSettings, type Variables } from './npm-settings.ts';

export async function installerSettings(env: Variables, home: string): Promise<InstallerSettings> {
  return { env: { ...(await pipSettings(env, home)), ...told(env) }, npmrc: await npmSettings(env, home) };
}

/** Of one address or several with spaces, commas or bars between. */
const addresses =
  /^(?:PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|UV_DEFAULT_INDEX|UV_INDEX|UV_INDEX_URL|UV_EXTRA_INDEX_URL|YARN_REGISTRY|YARN_NPM_REGISTRY_SERVER|GOPROXY|CARGO_REGISTRIES_[A-Z0-9_]+_INDEX)$/;
const names = /^(?:PIP_TRUSTED_HOST|UV_INSECURE_HOST|GOPRIVATE|GONOPROXY|GONOSUMDB|GOSUMDB)$/;

const told = (env: Variables): Variables =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (names.test(name)) return [[name, value]];
      return addresses.test(name) ? [[name, eachAddress(value)]] : [];
    }),
  );

/** What stands between them, and words like `direct` and names of an index (`NAME=ADDRESS`), stay. */
const eachAddress = (value: string): string =>
  value.replace(/(?:sparse\+)?https?:\/\/[^\s,|]+/g, (address) => asAddress(address) ?? '');

/** The later file wins, as with pip itself. */
async function pipSettings(env: Variables, home: string): Promise<Variables> {
  const files = [join(home, '.pip/pip.conf'), join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'pip/pip.conf')];
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8').catch(() => '')));
  const found = texts.flatMap(sayPip).map(([key, value]) => {
    const name = `PIP_${key.replaceAll('-', '_').toUpperCase()}`;
    return [name, eachAddress(expand(value, env))];
  });
  return Object.fromEntries(found);
}

/** Of `[global]` and `[install]`; further lines of a value are indented. */
function sayPip(text: string): readonly (readonly [string, string])[] {
  const lines = text
    .replace(/^[ \t]*[#;].*$/gm, '')
    .replace(/\r?\n[ \t]+(?=\S)/g, ' ')
    .split(/\r?\n/);
  let section = '';
  return lines.flatMap((line) => {
    section = /^\[(.+)\]/.exec(line)?.[1] ?? section;
    const [, key = '', value = ''] = /^(index-url|extra-index-url|trusted-host)\s*[=:]\s*(.+?)\s*$/.exec(line) ?? [];
    return key !== '' && /^(?:global|install)$/.test(section) ? [[key, value] as const] : [];
  });
}
