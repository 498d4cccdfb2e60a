// One message to a browser's push service: encrypted for that browser (RFC 8291), signed by our key (RFC 8292), sent by a connection that looks where it leads (RFC 8030).

import { type LookupAddress, type LookupAllOptions, lookup as lookUpName } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { isPushEndpoint, type PushSubscription } from '../../domain/channel/push.ts';
import { readRetryAfter } from '../../domain/text/read-retry-after.ts';
import { isPublic } from './public-address.ts';
import type { PushKeys } from './push-keys.ts';

export type Pushing = {
  readonly keys: PushKeys;
  /** Who answers for what is sent: `mailto:` or https. */
  readonly contact: string;
  /** Origins that may stand anywhere. */
  readonly services: readonly string[];
  /** Of one message, in ms. */
  readonly patienceMs: number;
  /** Other than the system's in tests. */
  readonly lookUp?: LookUp;
};

type LookUp = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export type PushMessage = {
  readonly data: Readonly<Record<string, string | boolean>>;
  /** So long it is kept for a browser that is away. */
  readonly ttlS: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /** One of the same that waits is replaced. */
  readonly topic: string;
};

/** `gone`: that browser wants nothing more. `refused`: this message is not taken, however often it is sent. */
export type Pushed =
  | { readonly kind: 'taken' | 'gone' }
  | { readonly kind: 'refused' | 'auth' | 'failed'; readonly why: string; readonly waitMs: number | null };

export async function postPush(to: PushSubscription, message: PushMessage, pushing: Pushing): Promise<Pushed> {
  if (!isPushEndpoint(to.endpoint, pushing.services)) return { kind: 'gone' };
  const { endpoint, p256dh, auth } = to;
  const { data, ttlS: ttl, urgency, topic } = message;
  const vapid = { subject: pushing.contact, ...pushing.keys };
  const { headers, body } = await buildPushPayload(
    { data: { ...data }, options: { ttl, urgency, topic } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    vapid,
  ).catch(() => ({ headers: null, body: null }));
  // What a browser gave as its keys is none.
  if (headers === null) return { kind: 'gone' };
  const lookup = pushing.services.includes(new URL(endpoint).origin) ? {} : { lookup: publicLookup(pushing.lookUp) };
  try {
    return judge(
      await send(endpoint, { ...headers }, body, { ...lookup, signal: AbortSignal.timeout(pushing.patienceMs) }),
    );
  } catch (error) {
    return { kind: 'failed', why: whyNot(error as NodeJS.ErrnoException, pushing.patienceMs), waitMs: null };
  }
}

type Answer = { readonly status: number; readonly retryAfter: string | undefined };

/** A redirect is not followed, and what is answered besides its head is not read. */
function send(
  endpoint: string,
  headers: Record<string, string>,
  body: Uint8Array,
  how: { readonly lookup?: LookupFunction; readonly signal: AbortSignal },
) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(endpoint, { ...how, method: 'POST', agent: false, headers }, (answer) => {
    resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
    answer.destroy();
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

function judge({ status, retryAfter }: Answer): Pushed {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const why = `its push service answered ${status}`;
  const waitMs = readRetryAfter(retryAfter, Date.now());
  if (status === 401 || status === 403) return { kind: 'auth', why, waitMs };
  return status >= 400 && status < 500 && status !== 408 && status !== 429
    ? { kind: 'refused', why, waitMs }
    : { kind: 'failed', why, waitMs };
}

/** A name that leads into one's own network is none. */
export const publicLookup =
  (lookUp: LookUp = lookUpName): LookupFunction =>
  (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0);
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => isPublic(address)))
        return done(Object.assign(new Error(`${host} is no public host`), { code: 'ENOTPUBLIC' }), '', 0);
      if (options.all === true) return done(null, found);
      return done(null, first.address, first.family);
    });
  };

function whyNot({ name, code, message }: NodeJS.ErrnoException, patienceMs: number): string {
  if (name === 'TimeoutError' || code === 'ABORT_ERR')
    return `its push service did not answer within ${patienceMs / 1000} s`;
  if (code === 'ENOTPUBLIC') return 'its push service is no public host';
  return `its push service cannot be reached (${code ?? message})`;
}
