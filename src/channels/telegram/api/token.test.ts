import { expect, it } from 'vitest';
import { apiRootOf } from './token.ts';

it.each([
  [undefined, undefined],
  ['https://bots.example.com/', 'https://bots.example.com'],
  ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
  ['http://[::1]:8081', 'http://[::1]:8081'],
  ['http://localhost:8081/x', 'http://localhost:8081/x'],
])('WT-112 %s is used as the address of the service', (given, root) => {
  expect(apiRootOf(given)).toEqual({ ok: true, value: root });
});

it.each([
  'http://bots.example.com',
  'http://10.0.0.7:8081',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://[::2]',
  'nonsense',
])('WT-112 %s is refused: the token would be read on the way', (given) => {
  expect(apiRootOf(given)).toMatchObject({ ok: false, failure: { error_code: 'CHANNEL_AUTH' } });
});
