// Where the service is: its address carries the bot's token, which nobody on the way may read.
import { fail, ok, type Result } from '../../../domain/error.ts';
import type { TelegramWords } from '../../../ports/config.ts';
import { readSecret, type SecretPorts } from '../../read-secret.ts';

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

/** `CHANNEL_AUTH`. */
export async function readToken(
  { token_env: env, token_file: file }: TelegramWords,
  ports: SecretPorts,
): Promise<Result<string>> {
  const read = await readSecret('token of a bot', { env, file }, ports);
  if (!read.ok) return read;
  const where = env === undefined ? ports.expand(file ?? '') : `the variable ${env}`;
  return /^\d{1,20}:[A-Za-z0-9_-]{10,128}$/.test(read.value)
    ? read
    : fail('CHANNEL_AUTH', `What stands in ${where} is no token of a bot.`);
}
