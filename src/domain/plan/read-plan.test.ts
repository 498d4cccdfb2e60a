import { describe, expect, it, test } from 'vitest';
import { checkPlan } from './check-plan.ts';
import { criteriaOf } from './plan-from.ts';
import { readPlan } from './read-plan.ts';

const whole = {
  label: 'SC-1',
  text: 'it fires',
  verify: 'npm test -- beat',
  expected: '1 passed',
  files: ['src/beat.ts'],
  tests: ['test/beat.test.ts'],
  kind: 'behaviour',
};

describe('PC-10 the three forms of a criterion', () => {
  const body = (mark: string) =>
    ['Verify: `npm test -- beat`', 'Expected: 1 passed', 'Files: src/beat.ts', 'Test file: `test/beat.test.ts`']
      .map((each) => `${mark}${each}`)
      .join('\n');
  it.each([
    ['a heading', `### SC-1: it fires\n\n${body('- ')}`],
    ['a box to tick', `- [ ] **SC-1**: it fires\n${body('  - ')}`],
    ['a plain line', `SC-1: it fires\n${body('- ')}`],
    ['a plain line with lines below', `SC-1: it fires\n${body('')}`],
    ['lines that end as on Windows', `SC-1: it fires\n${body('- ')}`.replaceAll('\n', '\r\n')],
  ])('%s is the same', (_, plan) => expect(criteriaOf(plan)).toEqual([whole]));

  it('of one label refuse the plan', () => {
    expect(checkPlan('### SC-1: a\n\n- [ ] **SC-1**: b')).toMatchObject({
      failure: { error_code: 'PLAN_INVALID', message: 'SC-1 stands twice in the plan: in line 1 and in line 3.' },
    });
  });
});

test.each([
  ['fenced code', '```md\nSC-9: no\n```'],
  ['indented code', 'text\n\n    SC-9: no'],
  ['a fence that nobody closes', '~~~\nSC-9: no'],
  ['a quotation', '> SC-9: no\n> - Verify: no'],
  ['a comment', '<!--\nSC-9: no\n\nSC-8: no\n-->'],
  ['a table of criteria', '| SC | Files |\n|---|---|\n| SC-9 | a |'],
  ['nothing', ''],
  ['blanks and ends of lines', ' \r\n\t\r\n'],
  ['an element', '<div>\nSC-9: no\n- Verify: no\n</div>'],
  ['a script', '<script>\n\nSC-9: no\n\n</script>'],
  ['code in a list', '- like this:\n\n  ```md\n  SC-9: no\n  ```'],
  ['a fence within a longer one', '````md\n```\nSC-9: no\n```\n````'],
  ['prose', 'SC-9 is what matters: do it.'],
])('%s is no criterion', (_, plan) => expect(criteriaOf(plan)).toEqual([]));

test('what a heading of the same depth begins belongs to no criterion', () => {
  const plan =
    '## Criteria\n### SC-1: a\n#### How\n- Files: a.ts\n### Else\n- Verify: no\n- [ ] SC-2: b\n## Risks\nVerify: no';
  expect(criteriaOf(plan).map(({ label, files, verify }) => [label, files, verify])).toEqual([
    ['SC-1', ['a.ts'], null],
    ['SC-2', [], null],
  ]);
});

test.each([
  ['`npm test`', 'npm test'],
  ['npm test -- "a b"', 'npm test -- "a b"'],
  ['`npm test` and `npm run lint`', 'npm test && npm run lint'],
  ['`npm test`, `npm run lint`', 'npm test && npm run lint'],
  ['`npm test` prints `ok`', 'npm test'],
  ['`a | b` (see `README.md`)', 'a | b'],
  ['``', null],
])('Verify: %s runs %j', (value, command) =>
  expect(criteriaOf(`SC-1: a\n- Verify: ${value}`)[0]?.verify).toBe(command),
);

test.each([
  ['SC-2: b\n- depends_on: SC-1', ['SC-1']],
  ['SC-2: b\n- **Depends on**: SC-1, SC-3', ['SC-1', 'SC-3']],
  ['### SC-2: b (after SC-1)', ['SC-1']],
  ['SC-2: b requires SC-1 and SC-3', ['SC-1', 'SC-3']],
  ['SC-2: b\n- it needs SC-1', ['SC-1']],
  ['SC-2: b follows SC-1', ['SC-1']],
  ['SC-2: 在 SC-1 之后', ['SC-1']],
  ['SC-2: 依赖 SC-1、SC-3', ['SC-1', 'SC-3']],
  ['SC-2: as SC-1, but larger', undefined],
  ['SC-2: b\n- Expected: what is left after SC-1', undefined],
  ['SC-2: b (after `SC-1` and **SC-3**)', ['SC-1', 'SC-3']],
  ['SC-2: b does not need SC-1, and no longer requires SC-3', undefined],
])('PC-03 %j waits for %j', (words, dependsOn) => {
  expect(criteriaOf(`SC-1: a\n\nSC-3: c\n\n${words}`).find(({ label }) => label === 'SC-2')?.dependsOn).toEqual(
    dependsOn,
  );
});

test('PC-03 a criterion is done after those that it depends on, wherever it stands', () => {
  const order = criteriaOf('SC-1: a (after SC-3)\nSC-2: b\nSC-3: c').map(({ label }) => label);
  expect(order).toEqual(['SC-3', 'SC-1', 'SC-2']);
});

test.each([
  ['SC-1: a needs SC-7', 'PLAN_INVALID', 'SC-1 depends on SC-7, which the plan does not have (line 1).'],
  ['UR-1: x (SC-4)\n\nSC-1: a', 'PLAN_INVALID', 'UR-1 is fulfilled by SC-4, which the plan does not have (line 1).'],
  [
    'TS-1: x (SC-4)\n- Test file: a.test.ts\n\nSC-1: a',
    'PLAN_INVALID',
    'TS-1 tests SC-4, which the plan does not have (line 1).',
  ],
  ['SC-1: a after SC-2\nSC-2: b after SC-1', 'DEPENDENCY_CYCLE', 'They wait for one another in a circle: SC-1, SC-2.'],
  ['SC-1: a after SC-1', 'DEPENDENCY_CYCLE', 'They wait for one another in a circle: SC-1.'],
])('PC-05 %j is refused, with its ids', (plan, error_code, message) => {
  expect(checkPlan(plan, { lenient: true })).toMatchObject({ ok: false, failure: { error_code, message } });
});

const requirements = (more: string, criteria = 'SC-1: a\n- Verify: npm test') => `# Plan

| ID | Timestamp | User Input (Original) | Summary |
|---|---|---|---|
| UR-1 | 10:00 | do a | a |
| UR-2 | 10:01 | do b | b |

${more}

${criteria}`;

const coverage = (second: string) => `| Requirement | In Scope? | Success Criteria | Status |
|---|---|---|---|
| UR-1 | ✅ | SC-1 | Mapped |
| UR-2 | ${second} |`;

const refused = (message: string) => ({
  ok: false,
  failure: { error_code: 'PLAN_INVALID', message: `${message} With --lenient it is taken as it is.` },
});

describe('PC-07 a requirement without a criterion', () => {
  const open = 'UR-2 (line 6) is fulfilled by no criterion.';
  it.each([
    ['is refused', requirements(coverage('✅ | | Missing')), refused(open)],
    ['is refused, both', requirements(''), refused(`UR-1 (line 5) is fulfilled by no criterion. ${open}`)],
    ['may be left out on purpose', requirements(coverage('⏭️ | | Pending')), { ok: true, value: { notes: [] } }],
    [
      'may stand in the criterion',
      requirements('', 'SC-1: a (UR-1)\n- Covers: UR-2'),
      { ok: true, value: { notes: [] } },
    ],
    ['is none where a table maps it', requirements(coverage('✅ | SC-1 | Mapped')), { ok: true, value: { notes: [] } }],
  ])('%s', (_, plan, expected) => expect(checkPlan(plan)).toEqual(expect.objectContaining(expected)));

  it('is recorded where a person lets it pass', () =>
    expect(checkPlan(requirements(coverage('✅ | | Missing')), { lenient: true })).toEqual({
      ok: true,
      value: { notes: [open] },
    }));
});

describe('PC-10 a label that is read as no criterion', () => {
  const told = (label: string, line: number) =>
    `${label} (line ${line}) is read as no criterion: write \`${label}: what is to hold\`.`;
  it.each([
    ['a dash in place of the colon', '### SC-1: a\n### SC-2 – b', ['SC-2', 2]],
    ['a box without a colon', 'SC-1: a\n\n- [ ] **SC-2** b', ['SC-2', 3]],
    ['no words', 'SC-1: a\n\nSC-2:', ['SC-2', 3]],
    ['a row of a table', 'SC-1: a\n\n| SC | what |\n| --- | --- |\n| SC-2 | b |', ['SC-2', 5]],
  ] as const)('is told: %s', (_, plan, [label, line]) => {
    expect(checkPlan(plan)).toEqual(refused(told(label, line)));
    expect(checkPlan(plan, { lenient: true })).toEqual({ ok: true, value: { notes: [told(label, line)] } });
  });
  it('is nothing where it names one that there is, or stands amid words or in code', () => {
    for (const more of ['- SC-1 is for UR-1', 'As SC-2 said', '```\n### SC-2 – b\n```'])
      expect(checkPlan(`SC-1: a\n\n${more}`)).toEqual({ ok: true, value: { notes: [] } });
  });
});

describe('PC-08 a test scenario', () => {
  const scenarios = (file: string) => `| ID | Scenario | Input | Expected | Type | Test File |
|---|---|---|---|---|---|
| TS-1 | SC-1 fires | 5 | beat | Unit | ${file} |`;
  const code = 'SC-1: a\n- Files: src/a.ts';
  it('without a test file refuses a plan of code', () => {
    for (const file of ['', 'N/A', '-'])
      expect(checkPlan(`${code}\n\n${scenarios(file)}`)).toEqual(refused('TS-1 (line 6) names no test file.'));
    expect(checkPlan(`${code}\n\nTS-1: it fires`)).toEqual(refused('TS-1 (line 4) names no test file.'));
  });
  it('without a test file is no fault of a plan of documents', () => {
    const documents = 'SC-1: it is written\n- Files: README.md, docs/a.md';
    expect(checkPlan(`${documents}\n\n${scenarios('N/A')}`)).toEqual({ ok: true, value: { notes: [] } });
    expect(criteriaOf(documents)).toMatchObject([{ kind: 'docs' }]);
    const settings = 'SC-1: it is set\n- Kind: config';
    expect(checkPlan(`${settings}\n\n${scenarios('N/A')}`)).toEqual({ ok: true, value: { notes: [] } });
    expect(checkPlan(`${settings}\n\n${code.replace('SC-1', 'SC-2')}\n\n${scenarios('N/A')}`).ok).toBe(false);
  });
  it('gives its criterion the test file', () => {
    const plan = `${code}\n\n${scenarios('`test/a.test.ts`')}`;
    expect(checkPlan(plan)).toEqual({ ok: true, value: { notes: [] } });
    expect(criteriaOf(plan)).toMatchObject([{ tests: ['test/a.test.ts'] }]);
    expect(readPlan(`${code}\n\nTS-1: it\n- Test file: b.py`).scenarios).toMatchObject([{ file: 'b.py' }]);
  });
});

test('plans made to be slow are read all the same', () => {
  const spaces = ' '.repeat(200_000);
  const plans = [
    '>'.repeat(20_000),
    '- '.repeat(20_000),
    `SC-1: a${spaces}b`,
    `SC-1: needs${spaces}SC-2`,
    `SC-1: ${'`'.repeat(200_000)}`,
  ];
  for (const plan of plans) expect(readPlan(plan).criteria.length).toBeLessThan(2);
  const many = Array.from({ length: 5_000 }, (_, at) => `### SC-${at}: c (after SC-${at + 1})\n- Verify: \`npm test\``);
  expect(readPlan(many.join('\n')).criteria).toHaveLength(5_000);
  // A megabyte, as prose, as one criterion and as HTML that never ends.
  const megabyte = 1024 * 1024;
  expect(readPlan(`SC-1: a\n\n${'words and words\n'.repeat(megabyte / 16)}`).criteria).toHaveLength(1);
  expect(readPlan(`SC-1: ${'x'.repeat(megabyte)}`).criteria).toHaveLength(1);
  expect(readPlan('<a '.repeat(megabyte / 3)).criteria).toHaveLength(0);
});

describe('PC-11 turns of their own', () => {
  const beats = (plan: string) => criteriaOf(plan).map((each) => each.beats ?? null);
  it.each([
    ['of one criterion', '### SC-1: a\n- TDD: steps\n### SC-2: b', [['test', 'code'], null]],
    [
      'of all, said before the first',
      '**TDD**: steps\n\nSC-1: a\nSC-2: b',
      [
        ['test', 'code'],
        ['test', 'code'],
      ],
    ],
    ['with one for the form', 'TDD: steps, refactor\n\nSC-1: a', [['test', 'code', 'refactor']]],
    ['by the names of its parts', 'SC-1: a\n- tdd: Red → Green → Refactor', [['test', 'code', 'refactor']]],
    [
      'of one in place of those of all',
      'TDD: steps\n\nSC-1: a\n- TDD: steps, refactor',
      [['test', 'code', 'refactor']],
    ],
    ['are not what another word says', 'TDD: enforce\n\nSC-1: a\n- TDD: no', [null]],
    ['are not said by what stands behind', 'SC-1: a\n\n## Else\n\nTDD: steps', [null]],
  ])('%s', (_, plan, expected) => expect(beats(plan)).toEqual(expected));
});
