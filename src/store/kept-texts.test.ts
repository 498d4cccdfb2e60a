import { expect, it } from 'vitest';
import { KeptTexts } from './kept-texts.ts';
import { pack } from './pack.ts';

const long = (n: number) => JSON.stringify({ kind: 'waiting', notes: Array.from({ length: 20 }, () => `note ${n}`) });
const packed = (n: number) => pack(long(n)) as Uint8Array;

it('says what was packed, also a second time, out of bytes of its own', () => {
  const texts = new KeptTexts();
  const within = Buffer.concat([Buffer.from('before'), packed(1), Buffer.from('after')]).subarray(6, -5);
  expect([texts.unpack(packed(1)), texts.unpack(packed(2)), texts.unpack(within)]).toEqual([long(1), long(2), long(1)]);
  expect(texts.count).toBe(2);
});

it('forgets rather than grow', () => {
  const texts = new KeptTexts(2000);
  for (let n = 0; n < 50; n += 1) expect(texts.unpack(packed(n))).toBe(long(n));
  expect(texts.count).toBeLessThan(10);
});

it('keeps nothing of what is not readable', () => {
  const texts = new KeptTexts();
  for (const _ of [1, 2]) expect(() => texts.unpack(Buffer.from([9, 9]))).toThrow('not readable');
  expect(texts.count).toBe(0);
});
