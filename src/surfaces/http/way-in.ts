// Under which names the door is known, and on which way a request came: from this machine, by TLS, or through the proxy that the configuration names. What anybody else says of the way (X-Forwarded-*) is not read.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type Asking, type Refusal, refuse } from './asking.ts';

export type Site = {
  readonly port: () => number;
  /** The door itself speaks TLS. */
  readonly tls: boolean;
  /** Origin under which it is reached from elsewhere; null: from this machine alone. */
  readonly origin: string | null;
  /** Whether what this address says of the way is believed. */
  readonly isProxy: (address: string) => boolean;
};

/** `origin`: whose pages are our own. `client`: who asks, as far as it is known. */
export type WayIn = { readonly origin: string; readonly secure: boolean; readonly client: string };

const local = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const otherHost = 'This door is known under other names: the Host header names none of them.';

export function findWay(asking: Asking, site: Site): WayIn | Refusal {
  const peer = plainAddress(asking.peer);
  const proxied = site.isProxy(peer) && isForwarded(asking);
  const way = proxied ? throughProxy(asking, site) : directly(asking, peer, site);
  if ('failure' in way) return way;
  const origin = asking.header('origin');
  return origin === undefined || origin === way.origin ? way : refuse(403, 'Pages of other origins may not ask here.');
}

const forwardedNames = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'];
const isForwarded = (asking: Asking): boolean => forwardedNames.some((name) => asking.header(name) !== undefined);

/** The proxy says itself by which name and scheme it was asked; the last word of a list is its own. */
function throughProxy(asking: Asking, { origin, isProxy }: Site): WayIn | Refusal {
  const host = wordsOf(asking, 'x-forwarded-host').at(-1) ?? asking.header('host') ?? '';
  if (origin === null || originOf('https', host) !== origin) return refuse(403, otherHost);
  if ((wordsOf(asking, 'x-forwarded-proto').at(-1) ?? 'https') !== 'https')
    return refuse(403, 'It came to the proxy without TLS: ask by https.');
  const hops = wordsOf(asking, 'x-forwarded-for').map(plainAddress);
  return { origin, secure: true, client: hops.findLast((hop) => !isProxy(hop)) ?? plainAddress(asking.peer) };
}

function directly(asking: Asking, peer: string, { port, tls, origin, isProxy }: Site): WayIn | Refusal {
  const scheme = tls ? 'https' : 'http';
  const host = asking.header('host') ?? '';
  const [, name = '', given = ''] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  if (local.test(name) && isLoopback(peer))
    return Number(given || (tls ? 443 : 80)) === port()
      ? { origin: `${scheme}://${host}`, secure: tls, client: peer }
      : refuse(403, otherHost);
  if (!tls && origin !== null && !isProxy(peer)) return refuse(403, 'Only its proxy comes in here from elsewhere.');
  if (origin === null || originOf('https', host) !== origin) return refuse(403, otherHost);
  return { origin, secure: true, client: peer };
}

/** As a browser writes it; null: it is none. */
function originOf(scheme: string, host: string): string | null {
  return /^[\w.:[\]-]+$/.test(host) ? (URL.parse(`${scheme}://${host}`)?.origin ?? null) : null;
}

/** Several headers of one name come as one list. */
const wordsOf = (asking: Asking, name: string): readonly string[] =>
  (asking.header(name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** One of IPv4 that came over a socket of IPv6 is the same. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const isLoopback = (address: string): boolean => /^(127\.[\d.]+|::1)$/.test(plainAddress(address));

/** Of addresses and networks (`10.0.0.0/8`). */
export function proxiesOf(given: readonly string[]): Site['isProxy'] {
  const list = new BlockList();
  for (const each of given) {
    const [address = '', bits] = each.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => (isIPv4(address) ? list.check(address) : isIPv6(address) && list.check(address, 'ipv6'));
}
