// A secret from where the configuration says: a variable, or a file that is closed to others. Held in memory only.
import { readFile, stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../domain/error.ts';

export type SecretPlace = { readonly env?: string | undefined; readonly file?: string | undefined };
export type SecretPorts = {
  readonly env: Readonly<Record<string, string>>;
  /** Opens `~`. */
  readonly expand: (path: string) => string;
};

/** `CHANNEL_AUTH`. `what`: as people call it. Never empty. */
export async function readSecret(what: string, place: SecretPlace, ports: SecretPorts): Promise<Result<string>> {
  if (place.env !== undefined) return usable(ports.env[place.env] ?? '', what, `the variable ${place.env}`);
  const path = ports.expand(place.file ?? '');
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return fail('CHANNEL_AUTH', `There is no file ${path} with ${what}.`);
  if ((found.mode & 0o077) !== 0)
    return fail('CHANNEL_AUTH', `Others may read ${path} with ${what}; it was not used. \`chmod 600\` it.`);
  return usable(await readFile(path, 'utf8').catch(() => ''), what, path);
}

const usable = (text: string, what: string, where: string): Result<string> =>
  text.trim() === '' ? fail('CHANNEL_AUTH', `There is no ${what} in ${where}.`) : ok(text.trim());
