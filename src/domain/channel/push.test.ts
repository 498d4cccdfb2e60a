import { expect, it } from 'vitest';
import { isPushEndpoint } from './push.ts';

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://push.example:8443/x', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/', false],
  ['https://ada:secret@fcm.googleapis.com/', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:7f00:1]/x', false],
  ['https://localhost/x', false],
  ['https://db.localhost/x', false],
  ['https://metadata.google.internal/x', false],
  ['https://printer.local/x', false],
  ['https://nas/x', false],
  ['https://push.home.test/x', false],
  ['https://push.own.test:8443/x', true],
  ['https://push.own.test/x', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('%s may be told: %s', (endpoint, may) => {
  expect(isPushEndpoint(endpoint, ['https://push.own.test:8443'])).toBe(may);
});
