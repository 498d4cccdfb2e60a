import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import { workReportSection } from '../text/prompts/work-report-form.ts';
import { compareClaims } from './compare-claims.ts';
import { findWorkReport, type WorkReport } from './work-report.ts';

const whole = {
  status: 'complete',
  ...{ criteria: ['SC-1'], files: ['src/a.ts'], tests: ['test/a.test.ts'], results: { passed: 15, failed: 0 } },
  ...{ coverage: 85.5, verification: 'npm test', assessment: 'sure', follow_ups: [] },
};
const block = (report: object, before = 'Done.') => `${before}\n\n\`\`\`json\n${JSON.stringify({ report })}\n\`\`\`\n`;
const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

const seed = `## Coder Agent Summary

### Implementation Complete ✅
- Success Criteria Met: SC-1
- Files Changed: 1
  - \`src/auth/login.ts\`: Added validation

### Test Files (MANDATORY)
- \`tests/auth.test.ts\`: Created with 5 tests

### Test Results (MANDATORY)
- PASS: 15
- FAIL: 0
- SKIP: 0

### Coverage (MANDATORY)
- Overall: 85% (target: 80%)
- Core Modules: 92% (target: 90%)

### Ralph Loop (MANDATORY)
- Total Iterations: 3
- Final Status: <CODER_COMPLETE>

### Verification Results
- Lint: clean

### Self-Assessment
- sure

### Follow-ups
- None
`;
const cut = (title: string) => seed.replace(new RegExp(`### ${title}[\\s\\S]*?(?=### |$)`), '');

describe('what an agent says of its work', () => {
  it('is read from one JSON block', () => {
    expect(findWorkReport(block(whole))).toEqual({
      kind: 'found',
      report: {
        ...{ status: 'complete', files: ['src/a.ts'], tests: ['test/a.test.ts'], coverage: 85.5 },
        ...{ results: { passed: 15, failed: 0 }, reason: '', left: [] },
      },
    });
    expect(findWorkReport(block({ ...whole, coverage: '85 %', results: null }))).toMatchObject({
      report: { coverage: 85, results: null },
    });
  });

  it.each([seed, seed.replaceAll('### ', '### ** ')])('is read from headings of Markdown with a marker', (said) => {
    expect(findWorkReport(said)).toEqual({
      kind: 'found',
      report: {
        ...{ status: 'complete', files: ['src/auth/login.ts'], tests: ['tests/auth.test.ts'], coverage: 85 },
        ...{ results: { passed: 15, failed: 0 }, reason: '', left: [] },
      },
    });
    expect(
      findWorkReport(seed.replace('Final Status: <CODER_COMPLETE>', 'over').concat('\n<CODER_COMPLETE>\n')),
    ).toMatchObject({
      kind: 'found',
    });
  });

  it('PC-24 is incomplete where a part is missing, which is named exactly', () => {
    expect(findWorkReport(cut('Coverage'))).toEqual({ kind: 'incomplete', missing: ['the part "Coverage"'] });
    expect(findWorkReport(cut('Test Results'))).toMatchObject({ missing: ['the part "Test Results"'] });
    expect(findWorkReport(seed.replace('- FAIL: 0\n', ''))).toMatchObject({
      missing: ['"Test Results": PASS and FAIL with numbers'],
    });
    expect(findWorkReport('It is done. <CODER_COMPLETE>')).toMatchObject({ kind: 'incomplete' });
    for (const name of Object.keys(whole)) {
      const found = findWorkReport(block(without(name)));
      expect(found, name).toMatchObject({ kind: 'incomplete' });
      expect(found.kind === 'incomplete' && found.missing, name).toHaveLength(1);
      expect(JSON.stringify(found), name).toContain(`report.${name}`);
    }
    expect(findWorkReport(block({ ...whole, results: { passed: 'all', failed: 0 } }))).toMatchObject({
      kind: 'incomplete',
    });
    expect(findWorkReport(block({}))).toMatchObject({ kind: 'incomplete' });
  });

  it('is none where nothing of it is there: words alone, code, quotes, another block', () => {
    for (const text of [
      '',
      'Done.',
      'I would say `<CODER_COMPLETE>` here',
      'The marker <CODER_COMPLETE> is to be said.\nI did not say it.',
      '> <CODER_COMPLETE>',
      '- > <CODER_COMPLETE>',
      '1. - > > <CODER_COMPLETE>',
      '\u6211\u6ca1\u6709\u8bf4\u300a\u6211\u5230\u4e86 <CODER_BLOCKED>\u300b',
      'Nie m\u00f3wi\u0119 \u201ejestem przy <CODER_BLOCKED>\u201d',
      'What I do not say is \u2018I am at <CODER_BLOCKED>\u2019.',
      'What I do not say is "<CODER_COMPLETE>".',
      'What I do not say is \u201c<CODER_BLOCKED>\u201d.',
      'What I do not say is "I am at <CODER_BLOCKED>" today.',
      'Ich sage nicht \u201e<CODER_BLOCKED>\u201c.',
      '\u6211\u6ca1\u6709\u8bf4\u300c\u6211\u5230\u4e86 <CODER_BLOCKED>\u300d',
      'I would say ``<CODER_COMPLETE>`` here',
      'I would say `so it is\n<CODER_COMPLETE>`',
      'It ends so:\n\n    <CODER_COMPLETE>',
      'It ends so: <!-- <CODER_COMPLETE> -->',
      `\`\`\`text\n${seed}\`\`\`\n`,
      block({}).replace('"report"', '"plan"'),
      '```json\n{ "report": \n```',
    ])
      expect(findWorkReport(text), text).toEqual({ kind: 'none' });
  });

  it.each([
    'Mended "late" and it is `done`. <CODER_COMPLETE>',
    "It's what you're asking for. **<CODER_COMPLETE>**",
    '- an item\n    <CODER_COMPLETE>',
    'a ` alone\n\n<CODER_COMPLETE>\n\nand ` one more\n\n<CODER_COMPLETE>',
  ])('has its marker beside quotes and code as well: %j', (said) => {
    expect(findWorkReport(said)).toMatchObject({ kind: 'incomplete' });
    expect(JSON.stringify(findWorkReport(said))).not.toContain('the marker');
  });

  it.each(['<!--', '"', '`', '` `` ``` ', '\u201e'])('is looked for in a megabyte of %j as well', (said) => {
    expect(findWorkReport(`${said.repeat(1_000_000 / said.length)}x`)).toEqual({ kind: 'none' });
  });

  it('with two markers that say different things has none', () => {
    expect(findWorkReport(`${seed}\n<CODER_BLOCKED>\n`)).toMatchObject({
      kind: 'incomplete',
      missing: [expect.stringContaining('the marker: one of')],
    });
  });

  it('is the same where its lines end as on Windows', () => {
    const two = seed.replace('Added validation', 'Added validation\n  - `src/auth/logout.ts`: new');
    const plain = findWorkReport(two);
    expect(plain).toMatchObject({ report: { files: ['src/auth/login.ts', 'src/auth/logout.ts'] } });
    expect(findWorkReport(two.replaceAll('\n', '\r\n'))).toEqual(plain);
  });

  it('the last of several counts, and a block goes before headings', () => {
    const last = { ...whole, files: ['src/last.ts'] };
    expect(findWorkReport(`${seed}${block(whole)}${block(last)}`)).toMatchObject({
      report: { files: ['src/last.ts'] },
    });
  });

  it('PC-31 says why it is blocked, what was tried and what it recommends', () => {
    const blocked = { ...whole, status: 'blocked' };
    expect(findWorkReport(block(blocked))).toEqual({
      kind: 'incomplete',
      missing: [...['`report.tried`: a list of texts', '`report.reason`: a text', '`report.recommendation`: a text']],
    });
    const said = { reason: 'There is no clock.', tried: ['the other one'], recommendation: 'Buy one.' };
    expect(findWorkReport(block({ ...blocked, ...said }))).toMatchObject({
      report: { status: 'blocked', reason: 'There is no clock. It recommends: Buy one.' },
    });
    const headings = seed
      .replace('Implementation Complete ✅', 'Implementation Blocked\n- Status: <CODER_BLOCKED>\n- Reason: no clock')
      .replace('<CODER_COMPLETE>', '<CODER_BLOCKED>');
    for (const line of ['-  Reason : no clock', '* reason: no clock', 'Reason:no clock', '  -Reason:  no clock '])
      expect(
        findWorkReport(
          `${headings.replace('- Reason: no clock', line)}\n### Attempted Fixes\n- 1\n\n### Recommendation\nBuy`,
        ),
      ).toMatchObject({ report: { reason: 'no clock It recommends: Buy' } });
    expect(findWorkReport(headings)).toEqual({
      kind: 'incomplete',
      missing: ['the part "Attempted Fixes"', 'the part "Recommendation"'],
    });
    expect(
      findWorkReport(`${headings}\n### Attempted Fixes\n- 1: none\n\n### Recommendation\n- Buy one\n`),
    ).toMatchObject({
      report: { status: 'blocked', reason: 'no clock It recommends: - Buy one' },
    });
  });

  it('PC-29 says what is left where it is to go on', () => {
    const goesOn = { ...whole, status: 'continue' };
    expect(findWorkReport(block({ ...goesOn, left: ['the docs'] }))).toMatchObject({ report: { left: ['the docs'] } });
    for (const left of [undefined, [], 'the docs'])
      expect(findWorkReport(block({ ...goesOn, left }))).toMatchObject({ kind: 'incomplete' });
    const headings = seed.replace('<CODER_COMPLETE>', '<CODER_CONTINUE>');
    expect(findWorkReport(headings)).toMatchObject({ missing: ['the part "Remaining"'] });
    expect(
      findWorkReport(`${headings}\n### Remaining\n- [ ] the docs \n2. the rest\r\n* [x]  more\nno item\n-none\n`),
    ).toMatchObject({
      report: { status: 'continue', left: ['the docs', 'the rest', 'more'] },
    });
  });

  it('is data: what steers a terminal is taken out of it', () => {
    const said = { status: 'blocked', reason: 'no\u001b[2Jclock', tried: [], recommendation: 'b' };
    expect(findWorkReport(block({ ...whole, ...said }))).toMatchObject({
      report: { reason: 'noclock It recommends: b' },
    });
  });

  it('is bounded, whatever is written', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `src/${'x'.repeat(1000)}${at}.ts`);
    const found = findWorkReport(block({ ...whole, files: many }));
    expect(JSON.stringify(found).length).toBeLessThan(6_000);
  });

  it('has 4,000 characters at most: why and what is left before files, and what finds no room is left out whole', () => {
    const of = (more: object) => {
      const found = findWorkReport(block({ ...whole, ...more }));
      if (found.kind !== 'found') throw new Error(found.kind);
      return found.report;
    };
    const paths = (word: string, length: number) =>
      Array.from({ length: 100 }, (_, at) => `${word}/${String(at).padStart(length - word.length - 1, '0')}`);
    const full = of({
      status: 'continue',
      left: paths('left', 300),
      files: paths('src', 50),
      tests: paths('test', 50),
    });
    expect([full.left.length, full.files.length, full.tests.length]).toEqual([13, 2, 0]);
    expect(full.files).toEqual(paths('src', 50).slice(0, 2));
    expect([...full.left, ...full.files, ...full.tests].join('')).toHaveLength(4_000);
    expect(of({ files: paths('src', 40), tests: [] }).files).toHaveLength(100);
    const stuck = { status: 'blocked', reason: 'x'.repeat(9_000), tried: ['a'], recommendation: 'b' };
    const blocked = of({ ...stuck, files: paths('src', 50), tests: [] });
    expect([blocked.reason.length, blocked.files.length]).toEqual([2_000, 40]);
  });

  it('is asked for in no more characters', () => {
    expect(workReportSection).toContain('at most 4,000 characters');
  });
});

describe('what it says beside what was measured', () => {
  const report: WorkReport = {
    ...{ status: 'complete', files: ['src/a.ts'], tests: ['./test/a.test.ts'], coverage: null, reason: '', left: [] },
    results: { passed: 15, failed: 0 },
  };
  const changes = [
    { path: 'src/a.ts', from: null },
    { path: 'test/a.test.ts', from: null },
  ];
  const tests = (passed: number, failed: number) =>
    gateResult('test', failed > 0 ? 'failed' : 'passed', {
      counts: { passed, failed, skipped: 0, total: passed + failed },
    });

  it('is told nowhere where it is so, or where less was run than measured', () => {
    expect(compareClaims(report, [tests(15, 0)], changes)).toEqual([]);
    expect(compareClaims(report, [tests(40, 0)], changes)).toEqual([]);
    expect(compareClaims({ ...report, results: null }, [tests(3, 0)], changes)).toEqual([]);
  });

  it('PC-25 is told where it says that tests pass that do not', () => {
    expect(compareClaims(report, [tests(14, 1), gateResult('lint', 'failed')], changes)).toEqual([
      'it says that it is done; test, lint say no',
      'it says that 15 tests passed and 0 failed; 14 passed and 1 failed',
    ]);
    expect(compareClaims(report, [tests(3, 0)], changes)).toHaveLength(1);
  });

  it('is told where it says more of coverage, or files that are as they were', () => {
    const overall = { ran: 723, of: 1000 };
    const measured = gateResult('coverage', 'passed', { coverage: { kind: 'measured', overall, missed: [] } });
    expect(compareClaims({ ...report, coverage: 85 }, [measured], changes)).toEqual([
      'it says that 85 % are covered; 72.3 % are',
    ]);
    expect(compareClaims({ ...report, coverage: 72 }, [measured], changes)).toEqual([]);
    expect(compareClaims({ ...report, files: ['src/b.ts'] }, [], changes)).toEqual([
      'it says that it changed src/b.ts; that is as it was',
    ]);
  });
});
