import { describe, expect, it } from 'vitest';
import { checkPlan } from './check-plan.ts';
import { criteriaOf } from './plan-from.ts';

const read = (text: string) => criteriaOf(text).map((one) => [one.label, one.text, one.verify, one.files]);

describe('criteria of a plan', () => {
  it('are read as headings, as boxes to tick, and as plain lines', () => {
    const plan = [
      '# Heartbeat',
      '### SC-1: it fires after five minutes',
      '- **Verify**: `npm test`',
      '- Files: `src/beat.js`, test/beat.test.js',
      '- [ ] **SC-2**: it is told once',
      '  - **Verify**: node --test told',
      'SC-3: 日志里没有错误',
      '- Verify: npm run lint',
      '- Expected: nothing',
    ].join('\n');
    expect(read(plan)).toEqual([
      ['SC-1', 'it fires after five minutes', 'npm test', ['src/beat.js', 'test/beat.test.js']],
      ['SC-2', 'it is told once', 'node --test told', []],
      ['SC-3', '日志里没有错误', 'npm run lint', []],
    ]);
  });

  it.each([
    ...['SC-1: it', '# SC-1: it', '###### SC-1: it', '- SC-1: it', '* SC-1: it', '- [ ] SC-1: it', '* [x] SC-1: it'],
    ...[
      '-  [X]  SC-1 :  it  ',
      '**SC-1**: it',
      '**SC-1: it**',
      '**SC-1:** it',
      'SC-1：it',
      '##  **SC-1**: it',
      'SC-1:it',
    ],
  ])('%j is one', (line) => expect(read(line)).toEqual([['SC-1', 'it', null, []]]));
  it.each([
    'xSC-1: it',
    'SC-: it',
    'SC-12345: it',
    'SC-1 it',
    'SC-1:',
    '####### SC-1: it',
    '-SC-1: it',
    '> SC-1: it',
    '#SC-1: it',
  ])('%j is none', (line) => expect(read(line)).toEqual([]));
  it.each([
    ...[
      'Verify: npm test',
      '  - **Verify**: `npm test`  ',
      '* verify : npm test',
      '**Verify:** npm test',
      'VERIFY：npm test',
    ],
    ...['- verify:npm test', '-verify: npm test'],
  ])('%j verifies it', (line) => expect(read(`SC-1: it\n${line}`)).toEqual([['SC-1', 'it', 'npm test', []]]));
  it.each([
    'File: a.js',
    '  - **Files**: `a.js`  ',
    '* files : a.js',
    '**Files:** a.js',
    'FILES：a.js',
    'files:a.js,',
    '- files: , a.js',
  ])('%j is where it is', (line) => expect(read(`SC-1: it\n${line}`)).toEqual([['SC-1', 'it', null, ['a.js']]]));
  it.each([
    'xVerify: npm test',
    'verified: npm test',
    'Verify npm test',
    'x files: a.js',
    'filesx: a.js',
    'verify:',
    'files:',
  ])('%j says nothing of it', (line) => expect(read(`SC-1: it\n${line}`)).toEqual([['SC-1', 'it', null, []]]));
  it('have what is said of them first, and what stands before them belongs to none', () => {
    expect(read('Verify: zero\nSC-1: it\nVerify: one\nVerify: two\nFiles: a b\nFiles: c\nSC-2: that')).toEqual([
      ['SC-1', 'it', 'one', ['a', 'b']],
      ['SC-2', 'that', null, []],
    ]);
    expect(read('  ~~~sh\nSC-1: code\n  ~~~\r\nSC-2: this\r\nVerify: npm test\r\nx ```\nSC-3: that')).toEqual([
      ['SC-2', 'this', 'npm test', []],
      ['SC-3', 'that', null, []],
    ]);
  });

  it('are none in prose, in code, or twice', () => {
    expect(read('Do it so. SC-1 is important: see above.\n\nVerify: npm test')).toEqual([]);
    expect(read('```\nSC-1: not this\n```\nSC-2: this\nSC-2: again')).toEqual([['SC-2', 'this', null, []]]);
  });

  it('WT-06 are all of them, however many', () => {
    const labels = Array.from({ length: 500 }, (_, at) => `SC-${at + 1}`);
    const plan = labels.map((label) => `- [ ] ${label}: ${label} holds\n  - Verify: npm test`).join('\n');
    expect(criteriaOf(plan).map(({ label }) => label)).toEqual(labels);
  });

  it('WT-06 of one label refuse the plan, with both lines', () => {
    const plan = '# Plan\n\nSC-1: a\n- Verify: one\n```\nSC-1: code\n```\nSC-1: b\n- Verify: two';
    expect(checkPlan(plan)).toMatchObject({
      failure: { error_code: 'PLAN_INVALID', message: 'SC-1 stands twice in the plan: in line 3 and in line 8.' },
    });
    expect(read(plan)).toEqual([['SC-1', 'a', 'one', []]]);
    expect(checkPlan('SC-1: a\nSC-2: a')).toMatchObject({ ok: true });
  });

  it('take no time over lines made to be slow', () => {
    const text = `SC-1: ${' '.repeat(50_000)}\n- verify: ${'`'.repeat(50_000)}\n${'#'.repeat(50_000)}`;
    expect(criteriaOf(text).length).toBeLessThan(2);
  });
});
