import { describe, expect, it } from 'vitest';
import { formersOf, type Sized } from './formers.ts';

/** A function of these lines; what it is called and where it stands says nothing of them. */
const sized = (name: string, text: readonly string[], path = 'a.js'): Sized => ({
  ...{ name, path, text, firstLine: 1, lastLine: text.length, depth: 0, deepestLine: 1 },
});
/** So many lines that only those of the same word have. */
const lines = (word: string, count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, at) => `  ${word}(${at + from});`);
const file = (functions: readonly Sized[], before: readonly Sized[] | null) => ({
  functions,
  before: before === null ? null : { functions: before },
});
const former = (one: Sized, files: Parameters<typeof formersOf>[0], wanted = () => true) =>
  formersOf(files, wanted).get(one);

const old = sized('old', lines('a', 10));

describe('what a function was before', () => {
  it('is the one of its name in its file, whatever it says', () => {
    const now = sized('old', lines('b', 10));
    expect(former(now, [file([now], [old])])).toBe(old);
    expect(former(now, [file([now], [old])], () => false)).toBe(old);
    expect(former(now, [file([now], null)])).toBeUndefined();
  });

  it('is the first of that name for the first, and the second for the second', () => {
    const before = [sized('same', lines('a', 9)), sized('same', lines('b', 9))];
    const now = [sized('same', lines('b', 9)), sized('same', lines('a', 9)), sized('same', lines('c', 9))];
    const found = formersOf([file(now, before)], () => true);
    expect(now.map((each) => found.get(each))).toEqual([before[0], before[1], undefined]);
  });

  it('is the one whose lines it has, under another name or in another file, where that is asked for', () => {
    const renamed = sized('new', old.text);
    expect(former(renamed, [file([renamed], [old])])).toBe(old);
    const moved = sized('old', old.text, 'b.js');
    expect(former(moved, [file([], [old]), file([moved], null)])).toBe(old);
    expect(former(moved, [file([], [old]), file([moved], null)], () => false)).toBeUndefined();
    const unnamed = sized('', old.text);
    expect(former(unnamed, [file([unnamed], [sized('', lines('b', 10)), old])])).toBe(old);
  });

  it.each([
    [6, true],
    [5, false],
  ])('of ten lines it has %d: %s', (count, is) => {
    const now = sized('new', [...lines('a', count), ...lines('b', 10 - count)]);
    expect(former(now, [file([now], [old])])).toBe(is ? old : undefined);
  });

  it('is the likest, and of two that are as like the first', () => {
    const now = sized('new', lines('a', 10));
    const less = sized('less', [...lines('a', 8), ...lines('b', 2)]);
    const same = sized('same', old.text);
    expect(former(now, [file([now], [less, old, same])])).toBe(old);
    expect(former(now, [file([now], [same, old, less])])).toBe(same);
  });

  it('is told by lines that say something, as they are without what stands around them', () => {
    const brackets = Array.from({ length: 20 }, () => '}');
    const now = sized('new', [...lines('b', 4), ...brackets]);
    expect(former(now, [file([now], [sized('old', [...lines('a', 4), ...brackets])])])).toBeUndefined();
    const deeper = sized(
      'new',
      old.text.map((line) => `      ${line}  `),
    );
    expect(former(deeper, [file([deeper], [old])])).toBe(old);
    const empty = sized('new', brackets);
    expect(former(empty, [file([empty], [sized('old', brackets)])])).toBeUndefined();
  });

  it('has a line as often as both of them', () => {
    const twice = (word: string, count: number) => Array.from({ length: count }, () => `${word}();`);
    const now = sized('new', [...twice('a', 5), ...lines('b', 5)]);
    expect(
      former(now, [file([now], [sized('old', [...twice('a', 1), ...lines('b', 5), ...lines('c', 5)])])])?.name,
    ).toBe('old');
    expect(former(now, [file([now], [sized('old', [...twice('a', 10), ...lines('c', 1)])])])).toBeUndefined();
  });

  it('has an indented line as often as both of them too', () => {
    const twice = (count: number) => Array.from({ length: count }, () => '  a();');
    const now = sized('new', twice(10));
    expect(former(now, [file([now], [sized('old', [...twice(8), ...lines('c', 2)])])])?.name).toBe('old');
  });

  it('is one of a single line that says something', () => {
    const now = sized('new', ['{', '  a();', '}']);
    expect(former(now, [file([now], [sized('old', now.text)])])?.name).toBe('old');
  });

  it.each([
    ['what comes after all lines that may be compared is new', 20, [old, sized('same', lines('b', 10))], 1],
    ['with a line less than that the last one is compared', 21, [old, sized('same', lines('b', 10))], 2],
    ['what is much shorter costs none of them', 1, [sized('short', lines('b', 1)), old], 1],
  ])('%s', (_, most, before, found) => {
    const now = [0, 1, 2].map((at) => sized(`new${at}`, [old.text, lines('b', 10), lines('a', 7)][at] ?? []));
    const wanted = (one: Sized) => most > 1 || one === now[0];
    expect(formersOf([file(now, before)], wanted, most).size).toBe(found);
  });

  it('is none that is much shorter', () => {
    const now = sized('new', lines('a', 10));
    expect(former(now, [file([now], [sized('old', lines('a', 5))])])).toBeUndefined();
    expect(former(now, [file([now], [sized('old', lines('a', 6))])])?.name).toBe('old');
  });
});

describe('one that was cut in two', () => {
  const whole = sized('whole', lines('a', 100));
  const left = sized('whole', lines('a', 50));
  const apart = (count: number) => sized('apart', lines('a', count, 30), 'b.js');

  it.each([
    [65, true],
    [66, false],
  ])('has a part of %d lines beside the 50 that were left: %s', (count, is) => {
    const now = apart(count);
    expect(former(now, [file([left], [whole]), file([now], null)])).toBe(is ? whole : undefined);
  });

  it.each([
    [6, true],
    [7, false],
  ])('has %d lines of ten elsewhere, beside all ten that were left: %s', (count, is) => {
    const now = sized('apart', lines('a', count), 'b.js');
    expect(former(now, [file([old], [old]), file([now], null)])).toBe(is ? old : undefined);
  });

  it('has no copy', () => {
    const now = sized('copy', whole.text, 'b.js');
    expect(former(now, [file([sized('whole', whole.text)], [whole]), file([now], null)])).toBeUndefined();
  });

  it('has as many parts as there are lines', () => {
    const parts = [0, 35, 70, 10].map((from) => sized(`part${from}`, lines('a', 35, from), 'b.js'));
    const found = formersOf([file([], [whole]), file(parts, null)], () => true);
    expect(parts.map((each) => found.get(each)?.name)).toEqual(['whole', 'whole', 'whole', undefined]);
  });
});
