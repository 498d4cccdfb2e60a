import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeName, encodeName } from './path-names.ts';

test('any bytes come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect([...encodeName(decodeName(bytes))]).toEqual([...bytes]);
    }),
  );
});

test('names that are UTF-8 read as themselves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(decodeName(Buffer.from(name))).toBe(name);
    }),
  );
});
