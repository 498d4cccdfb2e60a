// The person's token for one forge: named by them, else where everybody has it, else what `gh` is logged in with. Held in memory only.
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { failed } from '../domain/error.ts';
import type { Place } from './remote-place.ts';

export type TokenPorts = {
  readonly env: Readonly<Record<string, string>>;
  /** `~` opened. */
  readonly expand: (path: string) => string;
};

/** Only for these very hosts: a variable that everybody has is not for every host that calls itself so. */
const usual: ReadonlyMap<string, readonly string[]> = new Map([
  ['github.com', ['GH_TOKEN', 'GITHUB_TOKEN']],
  ['gitlab.com', ['GITLAB_TOKEN']],
]);

/** null: there is none. Throws `FORGE_AUTH` where one is named that cannot be had. */
export async function findToken(place: Place, ports: TokenPorts): Promise<string | null> {
  const { token_env: name, token_file: file } = place.entry ?? {};
  if (name !== undefined) return usable(ports.env[name] ?? '', `the variable ${name}`);
  if (file !== undefined) return usable(await readPrivate(ports.expand(file)), file);
  const known = usual.get(place.host)?.find((each) => (ports.env[each] ?? '').trim() !== '');
  if (known !== undefined) return usable(ports.env[known] ?? '', `the variable ${known}`);
  return place.kind === 'github' ? askGh(place.host, ports.env) : null;
}

function usable(text: string, where: string): string {
  const token = text.trim();
  if (token === '') throw failed('FORGE_AUTH', `There is no token in ${where}, where the configuration looks for it.`);
  if (!/^[\u0021-\u007e]{4,4096}$/.test(token)) throw failed('FORGE_AUTH', `What stands in ${where} is no token.`);
  return token;
}

async function readPrivate(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) throw failed('FORGE_AUTH', `There is no token file ${path}.`, { path });
  if ((found.mode & 0o077) !== 0)
    throw failed('FORGE_AUTH', `Others may read the token file ${path}; it was not used. \`chmod 600\` it.`, { path });
  return readFile(path, 'utf8').catch(() => {
    throw failed('FORGE_AUTH', `The token file ${path} cannot be read.`, { path });
  });
}

/** null: not installed, or not logged in there. */
function askGh(host: string, env: Readonly<Record<string, string>>): Promise<string | null> {
  const quiet = { ...env, GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile('gh', ['auth', 'token', '--hostname', host], { env: quiet, timeout: 5_000 }, (error, out) => {
      const token = out.trim();
      resolve(error === null && /^[\u0021-\u007e]{4,4096}$/.test(token) ? token : null);
    });
  });
}
