import { describe, expect, it } from 'vitest';
import { mostFeatures, parseFeatures } from './parse-features.ts';

const read = (text: string) => {
  const parsed = parseFeatures(text);
  return parsed.ok ? parsed.value : parsed.failure.message.replace(' Nothing was taken over.', '');
};
const one = (more: object) => read(JSON.stringify([{ title: 'first' }, { title: 'a', ...more }]));
const draft = (title: string, more: object = {}) => ({ id: null, title, task: '', dependsOn: [], ...more });

describe('features are read', () => {
  it.each([
    [
      '- add tokens\n* move it\n• look\n12. a\n3) b\n4: c\n\n  d',
      ['add tokens', 'move it', 'look', 'a', 'b', 'c', 'd'],
    ],
    ['  [{"title": "a"}, "b"] ', ['a', 'b']],
    [' {"features": ["a"]}', ['a']],
    ['use [a] and {b}', ['use [a] and {b}']],
    ['--  two-part name', ['- two-part name']],
    ['-  spaced   out ', ['spaced out']],
    ['v2.0 of it', ['v2.0 of it']],
  ])('of %j: %j', (text, titles) => {
    expect(read(text)).toEqual(titles.map((title) => draft(title)));
  });

  it('with all that one says of itself', () => {
    const said = { id: 'API-2_b', title: ' two\n lines ', task: ' do it\nso ', depends_on: [1, 'F-1'] };
    expect(one(said)).toEqual([
      draft('first'),
      { id: 'API-2_b', title: 'two lines', task: 'do it\nso', dependsOn: [1, 'F-1'] },
    ]);
  });

  it.each([
    ['id', { id: 'x'.repeat(40) }],
    ['title', { title: 'x'.repeat(200) }],
    ['task', { task: 'x'.repeat(32 * 1024) }],
  ])('up to the longest %s', (_, said) => {
    expect(one(said)).toHaveLength(2);
  });

  it('up to the most of them', () => {
    const many = (count: number) => read(JSON.stringify(Array.from({ length: count }, () => 'a')));
    expect(many(mostFeatures)).toHaveLength(50);
    expect(many(mostFeatures + 1)).toBe('51 features are too many; at most 50.');
  });
});

describe('features are refused', () => {
  it.each([
    ['', 'A list of features has at least one.'],
    ['[]', 'A list of features has at least one.'],
    ['{"features": {}}', 'Features are a list.'],
    ['{"title": "a"}', 'Features are a list.'],
    ['[null]', 'Feature 1 is neither a title nor an object.'],
    ['["a", ["b"]]', 'Feature 2 is neither a title nor an object.'],
    ['["a", 3]', 'Feature 2 is neither a title nor an object.'],
  ])('%j: %s', (text, why) => {
    expect(read(text)).toBe(why);
  });

  it.each([
    [{ title: ' ' }, 'Feature 2 has no title.'],
    [{ title: 3 }, 'Feature 2 has no title.'],
    [{ title: 'x'.repeat(201) }, 'The title of feature 2 is too long.'],
    [{ task: 3 }, 'The task of feature 2 is no text.'],
    [{ task: 'x'.repeat(32 * 1024 + 1) }, 'The task of feature 2 is no text.'],
    [{ owner: 'me' }, 'Feature 2 has "owner"; known are id, title, task, depends_on.'],
    ...['12', '-a', 'a b', 'a/b', '', 'a\n', 'x'.repeat(41), 3].map(
      (id) => [{ id }, 'The id of feature 2 is not letters, digits and dashes.'] as const,
    ),
    ...['F-1', [1.5], [' '], [null], [1, {}]].map(
      (needs) =>
        [{ depends_on: needs }, '`depends_on` of feature 2 is not a list of numbers (from 1) and ids.'] as const,
    ),
  ] as const)('where one says %j', (said, why) => {
    expect(one(said)).toBe(why);
  });

  it('where JSON ends too early, with what is wrong in it', () => {
    expect(read('[{"title": "a"')).toMatch(/^This is no JSON: .+\.$/);
  });
});
