import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { codeFrom, plainCode } from './pairing.ts';

it('a code is eight letters that are easily told apart, another one for another secret', () => {
  const codes = Array.from({ length: 500 }, () => codeFrom(randomBytes(32).toString('base64url')));
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
  expect(new Set(codes).size).toBe(500);
});

it('a code may be typed as people type', () => {
  expect(plainCode(' k7qm 2rxt')).toBe('K7QM2RXT');
  expect(plainCode('K7QM-2RXT')).toBe('K7QM2RXT');
});
