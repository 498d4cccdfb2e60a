import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from './redact.ts';

const hidden = (text: string, secret: string) => expect(redact(text)).not.toContain(secret);

it('CM-63 values after TOKEN=, PASSWORD: and in JSON are hidden, names stay', () => {
  expect(redact('TOKEN=x1y2 next')).toBe('TOKEN=[redacted] next');
  expect(redact('PASSWORD: hunter2\nok')).toBe('PASSWORD: [redacted]\nok');
  expect(redact('{"api_key": "abc def", "n": 1}')).toBe('{"api_key": "[redacted]", "n": 1}');
  expect(redact('"{\\"token\\":\\"abc\\"}"')).toBe('"{\\"token\\":\\"[redacted]\\"}"');
  expect(redact("db_password='a b c';")).toBe("db_password='[redacted]';");
});

it('CM-63 Bearer headers, credentials in addresses and common key formats are hidden', () => {
  hidden('Authorization: Bearer abc.def-ghi', 'abc.def');
  hidden('authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz');
  hidden('clone https://user:pa55@host/x.git', 'pa55');
  expect(redact('postgres://u:p4ss@db:5432/x')).toBe('postgres://[redacted]@db:5432/x');
  for (const secret of [
    `ghp_${'a1'.repeat(18)}`,
    `sk-ant-${'k'.repeat(30)}`,
    `AKIA${'Q'.repeat(16)}`,
    `xoxb-${'1'.repeat(20)}`,
  ])
    hidden(`it was ${secret} here`, secret);
});

it('private keys are hidden, also when their beginning was cut away', () => {
  const body = `${'A'.repeat(64)}\n${'B'.repeat(40)}\n`;
  hidden(`-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n${body}-----END RSA PRIVATE KEY-----`, 'BBBB');
  hidden(`${body}-----END RSA PRIVATE KEY-----`, 'AAAA');
});

it('ordinary text stays as it is', () => {
  const text =
    '- secrets: **passed** nothing found\nsrc/token.ts:3:4 expected 1 to be 2\nSyntaxError: Unexpected token } in JSON at position 4\nhttps://example.org/a?b=c';
  expect(redact(text)).toBe(text);
});

it('never throws, and what is hidden stays hidden when it is done twice', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof redact(text) === 'string'));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{8,20}$/), (secret) => !redact(redact(`TOKEN=${secret}`)).includes(secret)),
  );
});

it('long hostile input is done in bounded time', () => {
  for (const piece of ['token', 'a://', '-----BEGIN PRIVATE KEY-----', `${'A'.repeat(60)}\n`, '"token":"', 'eyJ'])
    expect(redact(piece.repeat(20_000)).length).toBeGreaterThan(0);
});
