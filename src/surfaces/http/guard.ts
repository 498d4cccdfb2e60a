// Who may come in: from this machine's own names only, no page of a stranger, and with the token.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Failure, fail } from '../../contract/to-reply.ts';

type Asked = { readonly host: string | null; readonly origin: string | null; readonly authorization: string | null };
export type Refusal = { readonly status: 401 | 403; readonly failure: Failure };

const local = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** null: come in. `port`: the door's own. */
export function guard({ host, origin, authorization }: Asked, token: string, port: number): Refusal | null {
  if (!isOurs(host, port)) return refuse(403, 'This door is for this machine alone: the Host header names another.');
  // A page of a browser always says where it is from; one made up for us may come with the page's token only.
  if (origin !== null && origin !== `http://${host}`) return refuse(403, 'Pages of other origins may not ask here.');
  const [, given = ''] = /^Bearer ([A-Za-z0-9_-]+)$/.exec(authorization ?? '') ?? [];
  return isSame(given, token) ? null : refuse(401, 'The token is missing, or not the one of this daemon.');
}

function isOurs(host: string | null, port: number): boolean {
  const [, name = '', given = ''] = /^(.*?)(?::(\d+))?$/.exec(host ?? '') ?? [];
  return local.test(name) && Number(given || 80) === port;
}

/** In the same time whatever is given: hashes have one length. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(sha256(given), sha256(token));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const refuse = (status: Refusal['status'], message: string): Refusal => ({
  status,
  failure: fail('UNAUTHORIZED', message, {
    hint: 'Send `Authorization: Bearer TOKEN`; the token is in `http.token` of the state folder.',
  }).failure,
});
