// What webhooks are signed with, in either direction, and whether it is a key that nobody guesses.
import { fail, type Result } from '../../domain/error.ts';
import { readSecret, type SecretPlace, type SecretPorts } from '../read-secret.ts';

/** `whsec_` is how services hand out one of random bytes. */
export const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

const fewestBytes = 16;
/** Where what stands behind `whsec_` was cut off or is no base64, little or nothing is left of it as a key. */
const isGuessed = (secret: string): boolean => secret.startsWith('whsec_') && keyOf(secret).length < fewestBytes;

/** As `readSecret`; what could be guessed signs nothing. */
export async function readSigningSecret(what: string, place: SecretPlace, ports: SecretPorts): Promise<Result<string>> {
  const read = await readSecret(what, place, ports);
  if (!read.ok || !isGuessed(read.value)) return read;
  return fail(
    'CHANNEL_AUTH',
    `The ${what} begins with whsec_ and has less than ${fewestBytes} bytes of base64 behind it; it was not used. Was it cut off?`,
  );
}
