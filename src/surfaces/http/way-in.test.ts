// Whom the door believes what of the way on which a request came.
import { describe, expect, it } from 'vitest';
import { findWay, proxiesOf, type Site } from './way-in.ts';

const own = 'https://drover.example.com';
const port = () => 4777;
const sites = {
  local: { port, tls: false, origin: null, isProxy: proxiesOf([]) },
  tls: { port, tls: true, origin: own, isProxy: proxiesOf([]) },
  proxied: { port, tls: false, origin: own, isProxy: proxiesOf(['10.0.0.2', '127.0.0.1', 'fd00::/8']) },
} satisfies Record<string, Site>;

type Given = Readonly<Record<string, string>>;
function comeIn(site: keyof typeof sites, peer: string, headers: Given): string {
  const way = findWay({ method: 'POST', peer, header: (name) => headers[name] }, sites[site]);
  return 'failure' in way ? `${way.status}` : `${way.origin} ${way.secure ? 'secure' : 'plain'} ${way.client}`;
}

const host = 'drover.example.com';
const forwarded = { host: '127.0.0.1:4777', 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };

describe('the door of this machine alone', () => {
  it.each<[string, Given, string]>([
    ['its own name', { host: 'localhost:4777' }, 'http://localhost:4777 plain 127.0.0.1'],
    [
      'its own page',
      { host: '127.0.0.1:4777', origin: 'http://127.0.0.1:4777' },
      'http://127.0.0.1:4777 plain 127.0.0.1',
    ],
    ['a name that leads here (DNS rebinding)', { host: 'evil.example:4777' }, '403'],
    ['another port', { host: '127.0.0.1:1' }, '403'],
    ['a page of another origin', { host: '127.0.0.1:4777', origin: 'http://evil.example' }, '403'],
    ['who says of itself that it is a proxy', { ...forwarded, host: 'evil.example' }, '403'],
    ['no host at all', {}, '403'],
    ['its name with a dot behind it', { host: 'localhost.:4777' }, '403'],
    ['its name with another in front', { host: 'evil.example@127.0.0.1:4777' }, '403'],
    ['its name in front of another', { host: 'localhost.evil.example:4777' }, '403'],
    ['its address in other digits', { host: '2130706433:4777' }, '403'],
    ['an address that leads here too', { host: '0.0.0.0:4777' }, '403'],
    ['two hosts', { host: '127.0.0.1:4777, evil.example' }, '403'],
    ['its address of IPv6', { host: '[::1]:4777' }, 'http://[::1]:4777 plain 127.0.0.1'],
    ['another of IPv6', { host: '[::2]:4777' }, '403'],
    ['its address of IPv6 without brackets', { host: '::1:4777' }, '403'],
    ['no port, which is another one', { host: '127.0.0.1' }, '403'],
    ['a page that hides where it is from', { host: '127.0.0.1:4777', origin: 'null' }, '403'],
  ])('%s', (_what, headers, way) => {
    expect(comeIn('local', '127.0.0.1', headers)).toBe(way);
  });

  it('says nothing of a way that it was told by who is no proxy', () => {
    const told = { host: '127.0.0.1:4777', 'x-forwarded-for': '8.8.8.8', 'x-forwarded-proto': 'https' };
    expect(comeIn('local', '127.0.0.1', told)).toBe('http://127.0.0.1:4777 plain 127.0.0.1');
  });
});

describe('the door with TLS', () => {
  it.each<[string, string, Given, string]>([
    ['its name', '8.8.8.8', { host }, `${own} secure 8.8.8.8`],
    ['its name as capitals with the port', '8.8.8.8', { host: 'DROVER.example.com:443' }, `${own} secure 8.8.8.8`],
    ['its page', '8.8.8.8', { host, origin: own }, `${own} secure 8.8.8.8`],
    ['its page without TLS', '8.8.8.8', { host, origin: 'http://drover.example.com' }, '403'],
    ['a page of another port of the host', '8.8.8.8', { host, origin: `${own}:8443` }, '403'],
    [
      'a name that leads here (DNS rebinding)',
      '8.8.8.8',
      { host: 'evil.example', origin: 'https://evil.example' },
      '403',
    ],
    ['a stranger who calls itself local', '8.8.8.8', { host: '127.0.0.1:4777' }, '403'],
    ['this machine', '::ffff:127.0.0.1', { host: '127.0.0.1:4777' }, 'https://127.0.0.1:4777 secure 127.0.0.1'],
    ['a stranger who says it is a proxy', '8.8.8.8', { ...forwarded, 'x-forwarded-for': '127.0.0.1' }, '403'],
    ['a host that is none', '8.8.8.8', { host: 'drover.example.com@evil.example' }, '403'],
  ])('%s', (_what, peer, headers, way) => {
    expect(comeIn('tls', peer, headers)).toBe(way);
  });
});

describe('the door behind a proxy', () => {
  it.each<[string, string, Given, string]>([
    ['the proxy', '10.0.0.2', { ...forwarded, 'x-forwarded-for': '8.8.8.8' }, `${own} secure 8.8.8.8`],
    ['one of its network', 'fd00::7', { ...forwarded, 'x-forwarded-for': '8.8.8.8' }, `${own} secure 8.8.8.8`],
    ['one that hands the name on', '10.0.0.2', { host }, `${own} secure 10.0.0.2`],
    [
      'a caller that made up who it is: the word of the proxy comes last',
      '10.0.0.2',
      { ...forwarded, 'x-forwarded-for': '1.1.1.1, 8.8.8.8, 10.0.0.2' },
      `${own} secure 8.8.8.8`,
    ],
    [
      'a caller that made up the name it asked for',
      '10.0.0.2',
      { ...forwarded, 'x-forwarded-host': `${host}, evil.example` },
      '403',
    ],
    ['a name that leads to the proxy', '10.0.0.2', { ...forwarded, 'x-forwarded-host': 'evil.example' }, '403'],
    ['a proxy that says no name', '10.0.0.2', { host: '127.0.0.1:4777', 'x-forwarded-for': '8.8.8.8' }, '403'],
    ['one who came to the proxy without TLS', '10.0.0.2', { ...forwarded, 'x-forwarded-proto': 'http' }, '403'],
    ['a page of another origin through the proxy', '10.0.0.2', { ...forwarded, origin: 'https://evil.example' }, '403'],
    ['a stranger beside the proxy', '10.0.0.3', { host }, '403'],
    ['a stranger beside it with forged headers', '10.0.0.3', { ...forwarded, 'x-forwarded-for': '10.0.0.2' }, '403'],
    ['a stranger beside it who calls itself local', '10.0.0.3', { host: 'localhost:4777' }, '403'],
    ['a program of this machine', '127.0.0.1', { host: '127.0.0.1:4777' }, 'http://127.0.0.1:4777 plain 127.0.0.1'],
  ])('%s', (_what, peer, headers, way) => {
    expect(comeIn('proxied', peer, headers)).toBe(way);
  });
});
