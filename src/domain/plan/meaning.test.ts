import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { boundSide, meaningsIn, readerFindings, type SideBySide, sayReader, showSideBySide } from './meaning.ts';

const side: readonly SideBySide[] = [
  { label: 'SC-1', text: 'It is late', key: 'k1', tests: [{ name: 'is late', text: 't', asserts: ['assert(late)'] }] },
  { label: 'SC-2', text: 'It is told', key: 'k2', tests: [] },
];

it('P12 what a reader says is data: one word for each criterion, and nothing else', () => {
  const criteria = [
    { id: 'SC-1', means: 'no', why: 'passes  \n anyway' },
    { id: 'SC-2', means: true },
    { id: 'SC-3', means: 'perhaps' },
    'SC-4',
    { means: 'no' },
  ];
  expect(meaningsIn({ criteria })).toEqual([
    { label: 'SC-1', means: false, why: 'passes anyway' },
    { label: 'SC-2', means: true, why: '' },
  ]);
  expect(meaningsIn({ criteria: 'no' })).toEqual([]);
  expect(meaningsIn({ criteria: [{ id: 'SC-1', means: 'no', why: 'x'.repeat(9000) }] })[0]?.why).toHaveLength(500);
});

it('a no needs a yes by the hash of criterion and tests, silence is told, a yes says nothing', () => {
  const no = { label: 'SC-1', means: false, why: 'passes anyway' };
  expect(readerFindings(side, 'codex', [no])).toMatchObject([
    { what: 'codex says that the tests of SC-1 do not mean what it says: passes anyway', needs: 'yes', key: 'k1' },
  ]);
  expect(readerFindings(side, 'codex', [{ ...no, means: true }])).toEqual([]);
  const [silent] = readerFindings(side, 'codex', []);
  expect(silent).toMatchObject({ what: 'codex did not say whether the tests of SC-1 mean what it says' });
  expect(silent?.needs).toBeUndefined();
  expect(readerFindings(side, null, [])).toEqual([]);
});

it('where nobody else read them, criterion and assertions stand side by side', () => {
  expect(sayReader(side, null, [])).toContain('nobody but who wrote them');
  expect(showSideBySide(side, [])).toEqual([
    'Nobody but who wrote them has read whether these tests mean what the criteria say:',
    '- SC-1: It is late',
    '  - "is late": `assert(late)`',
  ]);
  expect(showSideBySide(side, [gateResult('reader', 'passed')])).toEqual([]);
  expect(showSideBySide(side, [gateResult('reader', 'skipped')])).toHaveLength(3);
});

it.each([
  [[], 'codex read the tests of 0 criteria beside what they say'],
  [side, 'codex read the tests of 1 criterion beside what it says'],
  [[...side, ...side], 'codex read the tests of 2 criteria beside what they say'],
] as const)('of what was read it is said how much: %#', (read, said) => {
  expect(sayReader(read, 'codex', [])).toBe(said);
  const open = readerFindings(side, 'codex', [{ label: 'SC-1', means: false, why: '' }]);
  expect(sayReader(read, 'codex', open)).toMatch(new RegExp(`^${said}; .+`));
});

describe('P12 what a reader is shown has an end, and leaves no criterion out', () => {
  const long = (label: string, tests: number, bytes: number): SideBySide => ({
    ...{ label, text: 'x', key: 'k' },
    tests: Array.from({ length: tests }, (_, at) => ({
      ...{ name: `is ${at}`, text: '/'.repeat(bytes), asserts: ['assert(1)', 'assert(2)'] },
    })),
  });
  const bytesOf = (value: unknown) => JSON.stringify(value).length;

  it('however long the tests of another are, each is shown, what is cut said, and what fits as it is', () => {
    const [padded, plain, ...rest] = boundSide([
      long('SC-1', 400, 90_000),
      { ...long('SC-2', 1, 20), text: 'y' },
      ...Array.from({ length: 3 }, (_, at) => long(`SC-${at + 3}`, 30, 1900)),
    ]);
    expect(plain).toEqual({ ...long('SC-2', 1, 20), text: 'y' });
    expect(padded?.tests[0]).toMatchObject({ name: 'is 0', cut: true, asserts: ['assert(1)', 'assert(2)'] });
    expect((padded?.tests.length ?? 0) + (padded?.more ?? 0)).toBe(400);
    for (const each of rest) {
      expect(each.tests[0]?.text.length).toBeGreaterThan(1000);
      expect(each.tests.length + (each.more ?? 0)).toBe(30);
    }
    expect(bytesOf([padded, plain, ...rest].map((each) => each?.tests))).toBeLessThan(26 * 1024);
  });

  it('of very many criteria each has one test by its name at least, and none without tests gets any', () => {
    const all = boundSide(Array.from({ length: 500 }, (_, at) => long(`SC-${at}`, at % 2, 5000)));
    expect(all.map(({ tests }) => tests.length)).toEqual(all.map((_, at) => at % 2));
    expect(bytesOf(all)).toBeLessThan(100 * 1024);
  });

  it('what found no room is counted for a person', () => {
    const shown = showSideBySide([{ ...long('SC-1', 6, 1), more: 3 }], []);
    expect(shown.at(-1)).toBe('  - and 4 more');
    expect(showSideBySide([{ ...long('SC-1', 2, 1), more: 3 }], []).at(-1)).toBe('  - and 3 more');
    expect(showSideBySide([long('SC-1', 5, 1)], []).at(-1)).toContain('is 4');
  });
});
