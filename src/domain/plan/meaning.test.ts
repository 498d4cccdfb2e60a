import { expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { meaningsIn, readerFindings, type SideBySide, sayReader, showSideBySide } from './meaning.ts';

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
