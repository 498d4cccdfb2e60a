import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpack } from './unpack.ts';
import { vocabulary } from './vocabulary.ts';

const text =
  '{"kind":"done","output":{"hub":{"path":"/hubs/shop","checkout":"/shop"},"branch":"main","head":"ee3fa489","dirty":[],"remote":"origin","notes":["a note that is long enough to be packed"]}}';
/** As it was written by programs of schemas 3 to 7. */
const packed = Buffer.from(
  'AcPV74J2ueCpSj+jNKlYvzgjvwB1AAMiVIuzW5aaapyWaGJhiaN/ll+UmQ5WDktiSokKIKZCSUZiiUJmsUJOfl66Qmpefml6hkJJvkJSqkJBYjIoOGJrawE=',
  'base64',
);

it('can still unpack what was packed with the first vocabulary', () => {
  expect(unpack(packed)).toBe(text);
});

it('gives back what is longer, in any script', () => {
  const long = JSON.stringify({ kind: 'waiting', notes: Array.from({ length: 20 }, (_, n) => `note ${n} of 早上好`) });
  const deflated = deflateRawSync(long, { dictionary: Buffer.from(vocabulary), level: 9 });
  expect(unpack(Buffer.concat([Buffer.of(1), deflated]))).toBe(long);
});

it.each([['{"kind":"waiting"}'], [null]])('leaves %s, which was not packed', (cell) => {
  expect(unpack(cell)).toBe(cell);
});

it.each([
  ['another vocabulary', Buffer.concat([Buffer.of(9), packed.subarray(1)])],
  ['a text that was cut', packed.subarray(0, packed.length / 2)],
  ['nothing', new Uint8Array()],
])('tells of %s as a state that is corrupt', (_what, spoilt) => {
  expect(() => unpack(spoilt)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ error_code: 'STATE_CORRUPT' }) }),
  );
});
