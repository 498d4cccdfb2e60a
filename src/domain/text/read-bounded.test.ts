import { expect, it } from 'vitest';
import { readBounded } from './read-bounded.ts';

const pieces = ['abc', '', 'de', 'fghi'].map((text) => new TextEncoder().encode(text));
const read = async (most: number, tail?: number) => {
  const bytes = await readBounded(pieces, most, tail);
  return bytes === null ? null : new TextDecoder().decode(bytes);
};

it('is whole up to the last byte that may be held, and nothing beyond it', async () => {
  expect(await read(9)).toBe('abcdefghi');
  expect(await read(8)).toBeNull();
  expect(await readBounded([], 0)).toEqual(new Uint8Array());
});

it('keeps at least the end that is wanted, and then has room for any length', async () => {
  expect(await read(9, 9)).toBe('abcdefghi');
  expect(await read(6, 5)).toBe('defghi');
  expect(await read(6, 4)).toBe('fghi');
  expect(await read(3, 4)).toBeNull();
});

it('what it leaves unread is told to stop', async () => {
  let stopped = false;
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(1024);
    } finally {
      stopped = true;
    }
  }
  expect(await readBounded(endless(), 4096)).toBeNull();
  expect(stopped).toBe(true);
});
