import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { codeFrom, codeLastsMs, plainCode } from './pairing.ts';

it('a code is eight letters that are easily told apart, another one for another secret', () => {
  const codes = Array.from({ length: 500 }, () => codeFrom(randomBytes(32).toString('base64url')));
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
  expect(new Set(codes).size).toBe(500);
});

it('a code may be typed as people type', () => {
  expect(plainCode(' k7qm 2rxt')).toBe('K7QM2RXT');
  expect(plainCode('K7QM-2RXT')).toBe('K7QM2RXT');
});

it('each of the first 32 signs of a secret counts, and each letter of the code is one of all letters', () => {
  const secret = randomBytes(32).toString('base64url').slice(0, 32);
  for (let at = 0; at < 32; at += 1) {
    const place = at % 8;
    const other = codeFrom(`${secret.slice(0, at)}${secret[at] === 'A' ? 'B' : 'A'}${secret.slice(at + 1)}`);
    const changed = [...plainCode(other)].map((letter, index) => letter !== plainCode(codeFrom(secret))[index]);
    expect(changed.flatMap((is, index) => (is ? [index] : [])).filter((index) => index !== place)).toEqual([]);
  }
  expect(codeFrom(`${secret}more`)).toBe(codeFrom(secret));
  const codes = Array.from({ length: 500 }, () => plainCode(codeFrom(randomBytes(32).toString('base64url'))));
  expect([...new Set(codes.join(''))].toSorted().join('')).toBe('23456789ABCDEFGHJKMNPQRSTUVWXYZ');
});

it('a secret makes the code that it made before, for ten minutes', () => {
  expect(codeFrom('abcdefghijklmnopqrstuvwxyz012345')).toBe('3JM4-K3J2');
  expect(codeLastsMs).toBe(600_000);
});
