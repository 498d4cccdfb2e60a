import { expect, it } from 'vitest';
import { boxSize, isDrawn, place } from './place.ts';

const node = (id: string, ...after: string[]) => ({
  ...{ id, after, title: id, word: '', sign: '', tone: 'quiet' as const, link: null },
});
const diamond = [node('a'), node('b', 'a'), node('c', 'a'), node('d', 'b', 'c', 'gone')];
const at = (down: boolean) =>
  new Map(place(diamond, down).boxes.map(({ node: { id }, x, y }) => [id, { x, y }] as const));

it('what is done first stands before what needs it, whichever way it goes', () => {
  const wide = at(false);
  expect(wide.get('a')?.x).toBeLessThan(wide.get('b')?.x ?? 0);
  expect(wide.get('b')?.x).toBe(wide.get('c')?.x);
  expect(wide.get('c')?.x).toBeLessThan(wide.get('d')?.x ?? 0);
  const tall = at(true);
  expect(tall.get('b')?.y).toBe(tall.get('c')?.y);
  expect(tall.get('c')?.y).toBeLessThan(tall.get('d')?.y ?? 0);
});

it('no box lies upon another or beyond the edge, and there is an arrow for what is known to be needed', () => {
  const { boxes, arrows, width, height } = place(diamond, false);
  for (const one of boxes) {
    expect(one.x >= 0 && one.y >= 0).toBe(true);
    expect(one.x + boxSize.width <= width && one.y + boxSize.height <= height).toBe(true);
    for (const other of boxes)
      if (one !== other)
        expect(Math.abs(one.x - other.x) >= boxSize.width || Math.abs(one.y - other.y) >= boxSize.height).toBe(true);
  }
  expect(arrows).toHaveLength(4);
  for (const arrow of arrows) expect(arrow).toMatch(/^M [\d.]+ [\d.]+ .*L [\d.]+ [\d.]+$/);
});

it('what goes in a circle is drawn all the same', () => {
  expect(place([node('a', 'b'), node('b', 'a')], false).boxes).toHaveLength(2);
});

const many = (count: number, after: (at: number) => readonly number[]) =>
  Array.from({ length: count }, (_, at) => node(`n${at}`, ...after(at).map((each) => `n${each}`)));
const before = (at: number) => (at === 0 ? [] : [at - 1]);
const all = (at: number) => Array.from({ length: at }, (_, each) => each);

it.each([
  ['nothing', [], false],
  ['one', many(1, () => []), true],
  [
    'what goes in a circle, with labels of 300 characters',
    [node('a'.repeat(300), 'b'), node('b', 'a'.repeat(300))],
    true,
  ],
  ['a hundred in a row', many(100, before), true],
  ['fifty of which each waits for the first', many(50, (at) => (at === 0 ? [] : [0])), true],
  ['five hundred in a row', many(500, before), false],
  ['thirty of which each waits for all before', many(30, all), false],
  ['a hundred in a circle that wait for the first as well', many(100, (at) => (at === 0 ? [99] : [at - 1, 0])), false],
] as const)('of %s a picture is made where a browser can: %#', (_, nodes, drawn) => {
  expect(isDrawn(nodes)).toBe(drawn);
});
