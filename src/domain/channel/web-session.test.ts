import { expect, it } from 'vitest';
import { browserOf, linkLastsMs, seenEveryMs, sessionLastsMs } from './web-session.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome 126 on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/125.1`,
    'Edge 125 on Windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0 Safari/537.36`, 'Chrome 126 on CrOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/125.0 Safari/537.36 OPR/111.0`, 'Opera 111 on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari 17 on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1',
    'Safari 17 on iPhone',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Version/16.0 Safari/604.1', 'Safari 16 on iPad'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome 126 on Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox 127 on Android'],
  ['Firefox/99', 'Firefox 99'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['a\u202eb\u0007c é', 'abc '],
  ['x'.repeat(121), 'x'.repeat(120)],
  ['é', 'unknown'],
  ['', 'unknown'],
])('%s is %s', (userAgent, wanted) => {
  expect(browserOf(userAgent)).toBe(wanted);
});

it('a link lasts a minute, a session thirty days, and a browser is noted once a minute', () => {
  expect([linkLastsMs, sessionLastsMs, seenEveryMs]).toEqual([60_000, 2_592_000_000, 60_000]);
});
