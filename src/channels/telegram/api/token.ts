// Where the service is: its address carries the bot's token, which nobody on the way may read.
import { readFile, stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../domain/error.ts';
import type { TelegramWords } from '../../../ports/config.ts';

/** `CHANNEL_AUTH`. Undefined: the service's own. */
export function apiRootOf(given: string | undefined): Result<string | undefined> {
  if (given === undefined) return ok(undefined);
  const root = given.replace(/\/+$/, '');
  const url = URL.canParse(root) ? new URL(root) : null;
  if (url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))) return ok(root);
  return fail(
    'CHANNEL_AUTH',
    `surfaces.telegram.api_root ${root} would send the bot's token where others can read it; it was not used. Expected https, or http on this machine.`,
  );
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

// What a button carries.

/** 22 letters: 132 bits, and room for a number within what a button may carry. */
export const tokenFrom = (secret: string): string => secret.slice(0, 22);

// The bot's token, from where the configuration says. Held in memory only.

/** `CHANNEL_AUTH`. `expand`: opens `~`. */
export async function readToken(
  { token_env: name, token_file: file }: TelegramWords,
  { env, expand }: { readonly env: Readonly<Record<string, string>>; readonly expand: (path: string) => string },
): Promise<Result<string>> {
  if (name !== undefined) return usable(env[name] ?? '', `the variable ${name}`);
  const path = expand(file ?? '');
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return fail('CHANNEL_AUTH', `There is no token file ${path}.`);
  if ((found.mode & 0o077) !== 0)
    return fail('CHANNEL_AUTH', `Others may read the token file ${path}; it was not used. \`chmod 600\` it.`);
  return usable(await readFile(path, 'utf8').catch(() => ''), path);
}

function usable(text: string, where: string): Result<string> {
  const token = text.trim();
  if (token === '') return fail('CHANNEL_AUTH', `There is no token of a bot in ${where}.`);
  return /^\d{1,20}:[A-Za-z0-9_-]{10,128}$/.test(token)
    ? ok(token)
    : fail('CHANNEL_AUTH', `What stands in ${where} is no token of a bot.`);
}
