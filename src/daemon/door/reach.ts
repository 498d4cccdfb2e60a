// How the door is reached from elsewhere: what the configuration says of it, with its certificate and key as they are now.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Check } from '../../contract/service.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { HttpWords } from '../../ports/config.ts';
import type { Credentials, Reach } from '../../surfaces/http/serve-http.ts';

type Expand = (path: string) => string;

/** null: from this machine alone, in the clear. `TLS_UNUSABLE`. */
export async function readReach(words: HttpWords, expand: Expand): Promise<Result<Reach | null>> {
  const { host = '127.0.0.1', port, tls, trusted_proxy: proxies = [] } = words;
  if (tls === undefined && proxies.length === 0) return ok(null);
  const credentials = tls === undefined ? ok(null) : await readCredentials(tls, expand);
  if (!credentials.ok) return credentials;
  const named = host.includes(':') ? `[${host}]` : host;
  const { origin } = new URL(words.url ?? `https://${named}:${port}`);
  return ok({ host, origin, tls: credentials.value, proxies: [proxies].flat() });
}

async function readCredentials(
  { cert, key }: NonNullable<HttpWords['tls']>,
  expand: Expand,
): Promise<Result<Credentials>> {
  const unusable = (path: string, why: string) => fail('TLS_UNUSABLE', `${path} ${why}.`, { path });
  const mode = await stat(expand(key)).then(
    (found) => found.mode,
    () => null,
  );
  if (mode === null) return unusable(key, 'cannot be read');
  if ((mode & 0o007) !== 0) return unusable(key, 'can be read by everybody of this machine; `chmod 600` it');
  try {
    const read = { cert: await readFile(expand(cert)), key: await readFile(expand(key)) };
    if (new X509Certificate(read.cert).checkPrivateKey(createPrivateKey(read.key))) return ok(read);
    return unusable(key, `is not the key of ${cert}`);
  } catch (error) {
    const wrong = (error as { readonly path?: string }).path === undefined ? `${cert} or ${key}` : cert;
    return unusable(wrong, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

const soonMs = 14 * 24 * 60 * 60_000;

/** For `doctor`. `trouble`: why what lies there now is not used. */
export function checkReach(
  address: string,
  port: number,
  reach: Reach | null,
  { now, trouble }: { readonly now: number; readonly trouble: string | null },
): Check {
  const check = (state: Check['state'], said: string, hint = ''): Check => ({ name: 'http', state, said, hint });
  if (reach === null) return check('ok', `${address}, for this machine alone`);
  const ways = [
    ...(reach.tls === null ? [] : ['with TLS']),
    ...(reach.proxies.length === 0 ? [] : [`behind ${reach.proxies.join(', ')}`]),
  ];
  const said = `${address}, at ${reach.host}:${port} ${ways.join(', ')}`;
  if (trouble !== null) return check('bad', `${said}; what lies there now is not used: ${trouble}`, renewHint);
  if (reach.tls === null) return check('ok', said);
  const certificate = new X509Certificate(reach.tls.cert);
  const until = Date.parse(certificate.validTo);
  const lasts = `${said}; the certificate lasts until ${new Date(until).toISOString().slice(0, 10)}`;
  const { hostname } = new URL(reach.origin);
  if (until < now) return check('bad', `${lasts}: it is over`, renewHint);
  if (!isFor(certificate, hostname)) return check('note', `${lasts}, and is not for ${hostname}`, renewHint);
  return until - now < soonMs ? check('note', lasts, renewHint) : check('ok', lasts);
}

/** The page is not where browsers know it, for another program listens there. `address`: where it is; null: nowhere. */
export const checkMoved = (address: string | null, taken: number): Check => ({
  name: 'http',
  state: 'note',
  said: `${address === null ? 'the page is not served' : `${address}, for this machine alone`}: another program has port ${taken}, where it was; who was signed in there is so no more`,
  hint: 'end that program: the next daemon opens the page there again. Until then `drover web` opens it elsewhere',
});

const renewHint = 'put another where `surfaces.http.tls` looks; it is taken at once';

function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined;
}
