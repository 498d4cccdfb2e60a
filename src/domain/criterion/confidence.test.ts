import { describe, expect, it } from 'vitest';
import { confidenceIn, doubtsOf, sayAttemptConfidence, sayDoubts, sayOpen } from './confidence.ts';

const criterion = {
  ...{ label: 'SC-1', text: 'a late beat is reported at its fifth minute', verify: 'npm test' },
  ...{ files: ['a.js'], kind: 'behaviour' as const },
};
const planOf = (count: number) => ({ criteria: Array.from({ length: count }, () => criterion) });

describe('confidence', () => {
  const open = (unclear: number, large = 0) => ({
    unclear: Array.from({ length: unclear }, () => 'u'),
    large: Array.from({ length: large }, () => 'l'),
  });

  it.each([
    [0, open(0), 8],
    [1, open(0), 6],
    [2, open(0), 4],
    [1, open(1), 5],
    [1, open(0, 1), 5],
    [0, open(3), 5],
    [0, open(9), 5],
    [0, open(3, 2), 4],
    [3, open(3, 1), 0],
    [7, open(0), 0],
  ] as const)('PC-30 after %i failed attempts with %j is %i tenths', (failed, doubts, tenths) => {
    expect(confidenceIn({ failed, doubts })).toBe(tenths);
  });

  it('PC-30 warns where it is enough, and says the rest as it is', () => {
    expect([6, 5, 4, 0].map(sayAttemptConfidence)).toEqual([
      'warning: confidence 0.6',
      'warning: confidence 0.5',
      'confidence 0.4',
      'confidence 0.0',
    ]);
  });
});

describe('what a plan leaves open', () => {
  const of = (change: object, criteria = 1) => doubtsOf({ ...criterion, ...change }, planOf(criteria));

  it('is nothing where a criterion says what is so and what shows it', () => {
    expect(of({}, 10)).toBeNull();
    expect(of({ verify: null, kind: 'docs' })).toBeNull();
    expect(of({ files: ['a', 'b', 'c', 'd', 'e'] })).toBeNull();
  });

  it.each([
    [{ verify: null }, ['it names no command that shows it']],
    [{ text: 'It handles dates properly.' }, ['"properly" may mean much']],
    [{ text: 'Better, BETTER errors' }, ['"better" may mean much']],
    [{ text: 'The screen etc. is user-friendly' }, ['"etc" may mean much', '"user-friendly" may mean much']],
    [{ text: '尽量更好' }, ['"尽量" may mean much', '"更好" may mean much']],
    [
      { text: 'better, faster, nicer, robust' },
      ['"better"', '"faster"', '"nicer"'].map((word) => `${word} may mean much`),
    ],
  ])('PC-30 is unclear in %j', (change, unclear) => {
    expect(of(change)).toEqual({ unclear, large: [] });
  });

  it.each([
    ...['and so on', 'appropriate', 'appropriately', 'as needed', 'better', 'etc', 'fast', 'faster', 'flexible'],
    ...['if possible', 'improve', 'improves', 'improved', 'intuitive', 'maybe', 'nice', 'nicer', 'nicely', 'perhaps'],
    ...['probably', 'proper', 'properly', 'reasonable', 'reasonably', 'robust', 'robustly', 'several', 'some'],
    ...['somehow', 'something', 'suitable', 'suitably', 'tbd', 'todo', 'user-friendly', 'various'],
    ...['适当', '合理', '尽量', '更好', '优化', '可能', '等等'],
  ])('PC-30 takes %s for a word that leaves to the reader what is meant', (word) => {
    expect(of({ text: `It is ${word}.` })?.unclear).toEqual([`"${word}" may mean much`]);
  });

  it('takes a part of a word for no word', () => {
    expect(of({ text: 'breakfast is a fasteroid, betterment a somewhere' })).toBeNull();
  });

  it('PC-30 is large with many files, or among many criteria', () => {
    expect(of({ files: ['a', 'b', 'c', 'd', 'e', 'f'] })).toEqual({ unclear: [], large: ['it touches 6 files'] });
    expect(of({}, 11)).toEqual({ unclear: [], large: ['it is one of 11 criteria'] });
  });

  it('is said with how sure it is then', () => {
    expect(sayDoubts({ unclear: ['it names no command that shows it'], large: ['it touches 6 files'] })).toBe(
      'confidence 0.6: it names no command that shows it; it touches 6 files',
    );
  });
});

describe('a plan with what it leaves open', () => {
  const vague = { ...criterion, text: 'It is better.' };
  const labelled = (count: number) => Array.from({ length: count }, (_, at) => ({ ...vague, label: `SC-${at}` }));

  it('has a line for each criterion of which anything is', () => {
    expect(sayOpen({ criteria: [criterion, { ...vague, label: 'SC-2' }] })).toBe(
      '\n\nWhat makes it harder to meet:\n- SC-2: confidence 0.7: "better" may mean much',
    );
    expect(sayOpen({ criteria: [criterion] })).toBe('');
  });

  it.each([
    [12, 12, undefined],
    [13, 12, '- and 1 more'],
    [15, 12, '- and 3 more'],
  ])('of %i it has %i lines, and says how many more there are: %s', (count, shown, last) => {
    const lines = sayOpen({ criteria: labelled(count) })
      .trim()
      .split('\n')
      .slice(1);
    expect(lines.slice(0, shown).map((line) => line.slice(2, 7).replace(':', ''))).toEqual(
      labelled(shown).map(({ label }) => label),
    );
    expect(lines[shown]).toBe(last);
  });
});
