import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSigned } from './check-signed.ts';
import { signatureOf } from './post.ts';

const now = 1_800_000_000_000;
const secret = 'between us';
const bytes = (text: string) => new TextEncoder().encode(text);
const asHub = (body: string, by = secret) => {
  const hex = createHmac('sha256', by).update(body).digest('hex');
  return { headers: { 'x-hub-signature-256': `sha256=${hex}` }, body: bytes(body) };
};
const asStandard = (body: string, by: string, seconds = now / 1000) => {
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds) };
  const signed = `v1,${signatureOf(by, 'msg_1', String(seconds), body)}`;
  return { headers: { ...headers, 'webhook-signature': signed }, body: bytes(body) };
};
const code = (result: ReturnType<typeof checkSigned>) => (result.ok ? 'ok' : result.failure.error_code);

describe('X6 what is signed', () => {
  it('is heard in either form, and not when it is old', () => {
    expect(code(checkSigned(asHub('{"a":1}'), secret, now))).toBe('ok');
    expect(code(checkSigned(asStandard('{"a":1}', secret), secret, now))).toBe('ok');
    expect(code(checkSigned(asStandard('{"a":1}', secret, now / 1000 - 301), secret, now))).toBe('UNAUTHORIZED');
  });

  it('in one form is no signature in the other: who listened cannot tell it again when it is old', () => {
    const old = now / 1000 - 3_600;
    const heard = asStandard('{"a":1}', secret, old);
    const hex = Buffer.from(heard.headers['webhook-signature'].slice('v1,'.length), 'base64').toString('hex');
    const told = { headers: { 'x-hub-signature-256': `sha256=${hex}` }, body: bytes(`msg_1.${old}.{"a":1}`) };
    expect(code(checkSigned(told, secret, now))).toBe('UNAUTHORIZED');
  });
});
