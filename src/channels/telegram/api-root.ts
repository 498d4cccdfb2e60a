// Where the service is: its address carries the bot's token, which nobody on the way may read.
import { fail, ok, type Result } from '../../domain/error.ts';

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
