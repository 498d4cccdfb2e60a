import { describe, expect, it } from 'vitest';
import { sayScreenshot, sizeOfPng } from './screenshot.ts';

const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const png = (...size: number[]) => new Uint8Array([...head, ...size, ...Array.from({ length: 9 }, () => 0)]);

describe('U3 a screenshot', () => {
  it.each([
    ['a PNG', png(0, 0, 5, 0, 0, 0, 3, 32), { width: 1280, height: 800 }],
    ['one that is cut short', png(0, 0, 5, 0, 0, 0, 3, 32).subarray(0, 24), null],
    ['a page that calls itself one', new TextEncoder().encode(`<html>${'x'.repeat(64)}`), null],
    ['nothing', new Uint8Array(), null],
  ])('is as large as it says: %s', (_what, bytes, size) => {
    expect(sizeOfPng(bytes)).toEqual(size);
  });

  it('is told with what it was taken of', () => {
    const one = { path: '/cart', width: 1280, height: 800, sha256: 'a', bytes: 1, port: 1, at: 1 };
    expect(sayScreenshot({ ...one, tree: 'f'.repeat(40) })).toBe('/cart, 1280 × 800, of tree ffffffffffff');
    expect(sayScreenshot({ ...one, tree: 'f'.repeat(40), moved: true })).toContain('which changed meanwhile');
    expect(sayScreenshot({ ...one, tree: null })).toBe('/cart, 1280 × 800');
  });
});
