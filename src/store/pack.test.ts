import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pack, unpack } from './pack.ts';

const long = JSON.stringify({ kind: 'waiting', notes: Array.from({ length: 20 }, (_, n) => `note ${n} of 早上好`) });

it('keeps less of a long JSON text, and gives it back as it was', () => {
  const packed = pack(long);
  expect(packed).toBeInstanceOf(Uint8Array);
  expect(packed.length).toBeLessThan(long.length / 2);
  expect(unpack(packed as Uint8Array)).toBe(long);
});

it('gives back whatever was packed', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const packed = pack(text);
      expect(typeof packed === 'string' ? packed : unpack(packed)).toBe(text);
    }),
  );
});

it.each([
  ['a short one', '{"kind":"waiting"}'],
  ['a number', '7'],
  ['a long word that is no JSON', 'x'.repeat(1000)],
])('leaves %s as it is', (_what, text) => {
  expect(pack(text)).toBe(text);
});

it('can still unpack what was packed with the first vocabulary', () => {
  const kept = Buffer.from(
    'AcPV74J2ueCpSj+jNKlYvzgjvwB1AAMiVIuzW5aaapyWaGJhiaN/ll+UmQ5WDktiSokKIKZCSUZiiUJmsUJOfl66Qmpefml6hkJJvkJSqkJBYjIoOGJrawE=',
    'base64',
  );
  expect(unpack(kept)).toBe(
    '{"kind":"done","output":{"hub":{"path":"/hubs/shop","checkout":"/shop"},"branch":"main","head":"ee3fa489","dirty":[],"remote":"origin","notes":["a note that is long enough to be packed"]}}',
  );
});

it.each([
  ['another vocabulary', (bytes: Uint8Array) => Buffer.concat([Buffer.of(9), bytes.subarray(1)])],
  ['a text that was cut', (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2)],
  ['nothing', () => new Uint8Array()],
])('tells of %s as a state that is corrupt', (_what, spoil) => {
  expect(() => unpack(spoil(pack(long) as Uint8Array))).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ error_code: 'STATE_CORRUPT' }) }),
  );
});
