import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, settings } from '../../../test/fakes/outside.ts';
import { learn } from '../parts/known.ts';
import type { Reading } from '../plan/assessment.ts';
import { firstTaskState, type Task } from '../task/task.ts';
import type { Check, Comment, Look, Thread } from './pull-request.ts';
import { goneOnWith, nothingReviewed } from './review.ts';
import {
  answerFor,
  askedFor,
  conflictIn,
  failingCheck,
  oneLine,
  pullRequestBody,
  saidByPerson,
  shownThreads,
  standingOf,
  titleOf,
} from './words.ts';

const spec = (text: string, title: string | null = null, style: 'plain' | 'conventional' = 'plain') => ({
  ...{ text, title, settings: { ...settings, workspace: { ...settings.workspace, title: style } } },
});

describe('the title', () => {
  it.each([
    ['plain', 'heartbeat does not fire\nmore', null, 'heartbeat does not fire'],
    ['conventional', 'heartbeat does not fire', null, 'fix: heartbeat does not fire'],
    ['conventional', 'feat(jobs)!: beat', null, 'feat(jobs)!: beat'],
    ['conventional', 'feat: beat', null, 'feat: beat'],
    ['conventional', 'x', 'My own', 'My own'],
    ['plain', 'x', 'one\ntwo', 'one'],
    ['plain', 'one\rtwo', null, 'one'],
    ['plain', '\u001b[31mred\u001b[0m', null, 'red'],
  ] as const)('%s of %j titled %j is %j', (style, text, title, wanted) => {
    expect(titleOf(spec(text, title, style))).toBe(wanted);
  });

  it('is one line of at most 72 whole characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('plain' as const, 'conventional' as const),
        (text, style) => {
          const title = titleOf(spec(text, null, style));
          expect([...title].length).toBeLessThanOrEqual(72);
          expect(title).not.toContain('\n');
          if (text.isWellFormed()) expect(title.isWellFormed()).toBe(true);
        },
      ),
    );
    expect(titleOf(spec('🦊'.repeat(100))).isWellFormed()).toBe(true);
  });
});

it('the body says what and why, the criteria with their proof, the gates, and how to verify', () => {
  const first = firstTaskState('engine');
  const criteria = ['SC-1', 'SC-2'].map((label) => ({
    ...{ label, text: `${label} holds`, verify: null, files: [] },
    kind: 'behaviour' as const,
  }));
  const results = [
    gateResult('test', 'passed', { counts: { passed: 3, failed: 0, skipped: 1, total: 4 } }),
    gateResult('lint', 'not_configured', { why: 'no linter' }),
  ];
  const proofs = [{ of: 'SC-1', check: 'red-first', verdict: 'passed' as const, seen: 'red, then green' }];
  const [test] = gatePlan.gates;
  const absent = { verdict: 'skipped', why: 'nothing that builds it was found' } as const;
  const gates = [
    ...[{ ...test, gate: 'build', argv: ['make'], absent }, { ...test, gate: 'tamper', argv: [] }, test],
    { ...test, gate: 'types', argv: ['tsc'] },
  ];
  const known = learn(first.known, {
    place: { base, gatePlan: { ...gatePlan, gates } },
    work: {
      results: [...results, gateResult('stable', 'passed', { why: 'all the same' })],
      proofs,
      claims: [{ of: 'SC-1', says: ['it says that\n4 tests passed; 3 passed'] }],
      done: ['SC-1'],
      proven: 'a'.repeat(40),
      plan: { text: 'multiply by 60', criteria },
    },
  });
  const body = pullRequestBody({
    spec: spec('it does not fire\u001b[2J'),
    state: { ...first, known },
  } as unknown as Task);
  expect(body).toBe(
    [
      ...['## What and why', 'it does not fire', '', 'multiply by 60', '', '## Criteria'],
      '- [x] **SC-1** SC-1 holds',
      '  - of its agent: it says that 4 tests passed; 3 passed (what was measured counts)',
      ...['- [ ] **SC-2** SC-2 holds', ''],
      ...[
        '## Proof',
        '- SC-1, what is new was red, and is green (red-first): **passed** red, then green',
        '- tests are stable (stable): **passed** all the same',
        '',
      ],
      '## Gates (on tree `aaaaaaaaaaaa`, base `c0`)',
      '- test: **passed** all well (3 passed, 0 failed, 1 skipped)',
      ...['- lint: **not_configured** no linter', '', '## How to verify', '- `npm test`', '- `tsc`', ''],
    ].join('\n'),
  );
});

it('a verdict that rests on an exit code alone says so in the body', () => {
  const why = 'ended with 0; by its exit code alone, which is weaker: which tests ran is not known';
  const known = learn(firstTaskState('engine').known, {
    place: { base },
    work: { results: [gateResult('test', 'passed', { why })] },
  });
  const body = pullRequestBody({ spec: spec('x'), state: { ...firstTaskState('engine'), known } } as unknown as Task);
  expect(body).toContain(`\n- test: **passed** ${why}\n`);
});

it('the template of the repository is filled', () => {
  const first = firstTaskState('engine');
  const known = learn(first.known, {
    place: { base, template: '## Summary\n\n## Checklist\n- [ ] rules' },
    work: { results: [gateResult('test', 'passed')] },
  });
  const body = pullRequestBody({ spec: spec('it does not fire'), state: { ...first, known } } as unknown as Task);
  expect(body).toMatch(/^## Summary\n\nit does not fire\n\n## Checklist\n\n- \[ \] rules\n\n## Gates/);
});

it('the issue that it came from is closed by it', () => {
  const issue = { address: 'https://forge.test/acme/shop/issues/7', number: 7 };
  const state = firstTaskState('engine');
  const body = (more: object) => pullRequestBody({ spec: { ...spec('x'), ...more }, state } as unknown as Task);
  expect(body({ issue })).toContain('## What and why\nx\n\nCloses #7\n');
  expect(body({})).not.toContain('Closes');
});

it('the body counts what changed and names what a person should look at', () => {
  const first = firstTaskState('engine');
  const note = {
    gate: 'tamper',
    what: 'a protected file changed',
    file: '.github/workflows/ci.yml',
    line: null,
    weight: 'note',
  } as const;
  const changes = [
    { path: 'a.js', kind: 'modified', from: null, added: 3, removed: 1, binary: false, bytes: 10 },
    { path: 'b.test.js', kind: 'added', from: null, added: 9, removed: 0, binary: false, bytes: 10 },
  ] as const;
  const leftovers = ['.tig/', 'a.js~', 'b.test.js', 'late\u202e.js~'];
  const known = learn(first.known, {
    place: { base },
    work: { changes, leftovers, results: [gateResult('tamper', 'passed', { findings: [note] })] },
  });
  const body = pullRequestBody({ spec: spec('x'), state: { ...first, known } } as unknown as Task);
  expect(body).toContain('## Changes (2 files, +12 -1)');
  expect(body).toContain('- b.test.js (added, +9 -0)\n- no part of the change, for tools left it: .tig/, a.js~, late');
  expect(body).toContain('tamper, to be looked at: .github/workflows/ci.yml a protected file changed');
});

const finding = (line: number | null) =>
  ({ severity: 'P2', file: line === null ? null : 'a.ts', line, what: 'it leaks', why: 'never closed' }) as const;
const read = (findings: readonly ReturnType<typeof finding>[], summary = 'all  well') =>
  ({ kind: 'read', by: 'codex', summary, findings }) as const;
const many = (count: number) => Array.from({ length: count }, (_, at) => finding(at + 1));

it.each<readonly [string, Reading['outcome'], string | undefined, readonly string[]]>([
  ['that nobody made', { kind: 'not_reviewed', why: 'no agent' }, undefined, ['- NOT REVIEWED: no agent']],
  ['that found nothing', read([]), undefined, ['- codex read the whole change: all well', '- nothing found']],
  [
    'whose findings stand',
    read([finding(3), finding(null)]),
    'person:ada',
    [
      ...['- codex read the whole change: all well', '- P2 a.ts:3 it leaks (never closed)'],
      ...['- P2 it leaks (never closed)', '- person:ada lets what is grave stand'],
    ],
  ],
  [
    'that found a lot, in many words',
    read(many(52), 'x'.repeat(1_001)),
    undefined,
    [
      `- codex read the whole change: ${'x'.repeat(1_000)}`,
      ...many(50).map(({ line }) => `- P2 a.ts:${line} it leaks (never closed)`),
      '- and 2 more',
    ],
  ],
  [
    'that found as much as is shown',
    read(many(50)),
    undefined,
    [
      '- codex read the whole change: all well',
      ...many(50).map(({ line }) => `- P2 a.ts:${line} it leaks (never closed)`),
    ],
  ],
])('the body shows a review %s', (_, outcome, accepted, lines) => {
  const first = firstTaskState('engine');
  const reading = { ...{ tree: 't', round: 1, fixes: 0, outcome }, ...(accepted !== undefined && { accepted }) };
  const known = learn(first.known, { place: { base }, work: { reading } });
  const body = pullRequestBody({ spec: spec('x'), state: { ...first, known } } as unknown as Task);
  expect(body).toContain(`\n\n## Review findings\n${lines.join('\n')}\n\n## `);
});

it.each([50, 51])('the body names 50 of %i files', (count) => {
  const first = firstTaskState('engine');
  const changes = Array.from({ length: count }, (_, at) => ({
    ...({ kind: 'modified', from: null, added: 1, removed: 2, binary: false, bytes: 3 } as const),
    path: `${at}.js`,
  }));
  const known = learn(first.known, { place: { base }, work: { changes } });
  const body = pullRequestBody({ spec: spec('x'), state: { ...first, known } } as unknown as Task);
  expect(body).toContain(`## Changes (${count} files, +${count} -${2 * count})\n- 0.js (modified, +1 -2)\n`);
  expect(body).toContain(`- 49.js (modified, +1 -2)\n${count === 50 ? '' : '- and 1 more\n'}\n## How to verify`);
  expect(body).toContain('- no gate is configured: look at it by hand');
});

it('the body says that the base was red, and of which issue it is a part', () => {
  const first = firstTaskState('engine');
  const baseline = [gateResult('test', 'failed'), gateResult('lint', 'timeout', { why: 'slow' })];
  const note = { gate: 'tamper', what: 'read it', file: null, line: null, weight: 'note' } as const;
  const grave = { ...note, what: 'never', file: 'a.js', line: 4, weight: 'fail' } as const;
  const results = [gateResult('tamper', 'passed', { findings: [note, grave, { ...grave, weight: 'note' }] })];
  const known = learn(first.known, { place: { base }, work: { baseline, results } });
  const issue = { address: 'https://forge.test/acme/shop/issues/7', number: 7 };
  const body = pullRequestBody({
    spec: { ...spec('x'), issue, part: 'F-1' },
    state: { ...first, known },
  } as unknown as Task);
  expect(body).toContain('x\n\nPart of #7\n');
  expect(body).toContain(
    [
      ...['- tamper: **passed** all well'],
      ...['- THE BASE WAS RED before this change: test (it does not work), lint (slow).'],
      ...['- tamper, to be looked at:  read it', '- tamper, to be looked at: a.js:4 never', ''],
    ].join('\n'),
  );
});

const comment = (author: string, text: string): Comment => ({ id: `${author}:1`, author, right: 'member', text });
const thread = (path: string | null, line: number | null, ...comments: readonly Comment[]): Thread => ({
  ...{ id: 't', resolved: false, path, line, comments },
});

describe('what is said of a pull request that is open', () => {
  const threads = [
    thread('a\n.ts', 3, comment('ada', 'rename it'), comment('bob', 'or not')),
    thread('b.ts', null, comment('ada', 'why?')),
    thread(null, null, comment('ada', 'thanks')),
  ];

  it('a check that fails, by its name on one line and the end of its output, fenced', () => {
    const check = { name: 'lint\n now' } as Check;
    expect(failingCheck(check, '```\nred')).toMatch(/^The check lint now fails on .*\n````\n```\nred\n````$/);
  });

  it('what reviewers ask for, apart from what others said before', () => {
    const [, ...parts] = askedFor(threads, ({ author }) => author === 'ada').split('\n\n');
    expect(parts).toEqual([
      'On a .ts:3:\nada asks:\n```\nrename it\n```\n(bob said before:)\n```\nor not\n```',
      'On b.ts:\nada asks:\n```\nwhy?\n```',
      'On the pull request:\nada asks:\n```\nthanks\n```',
    ]);
  });

  it('threads, each comment with its place and not without end', () => {
    expect(shownThreads(threads)).toBe(
      [
        ...['ada on a .ts:3:\n```\nrename it\n```', 'bob on a .ts:3:\n```\nor not\n```'],
        ...['ada on b.ts:\n```\nwhy?\n```', 'ada:\n```\nthanks\n```'],
      ].join('\n\n'),
    );
    expect(shownThreads([thread(null, null, comment('ada', 'x'.repeat(4_001)))])).toBe(
      `ada:\n\`\`\`\n${'x'.repeat(4_000)}\n\`\`\``,
    );
  });

  it('the files that conflict, the words of a person, and what was done for a thread', () => {
    expect(conflictIn(['a\n.ts', 'b.ts'], 'main')).toMatch(/^main was merged in.*:\n- a \.ts\n- b\.ts\nThey hold both/);
    expect(saidByPerson(['one', 'two'])).toMatch(/nothing else:\none\ntwo$/);
    expect(answerFor(null)).toMatch(/nothing had to be changed/);
    expect(answerFor('abc')).toBe('Taken up in abc.');
    expect(oneLine(`  a\u001b[2J \n b${'x'.repeat(200)}`)).toBe(`a b${'x'.repeat(197)}`);
  });

  const check = (state: Check['state'], required = true): Check => ({
    ...{ id: state, name: state, required, state, why: '', address: null },
  });
  const open = thread(null, null, comment('ada', 'x'));
  it.each<readonly [string, Partial<Look>]>([
    ['no checks', {}],
    ['draft, no checks', { draft: true }],
    ['no checks, 1 failing that is not required', { checks: [check('failed', false), check('passed', false)] }],
    ['1 of 2 checks passed', { checks: [check('passed'), check('pending')], mergeable: 'unknown' }],
    ['1 of 2 checks passed, 1 failing', { checks: [check('passed'), check('failed'), check('passed', false)] }],
    [
      '0 of 1 checks passed, 1 failing, 2 failing that is not required',
      { checks: [check('failed'), check('failed', false), check('failed', false)] },
    ],
    ['no checks, 1 open thread', { threads: [open, { ...open, resolved: true }] }],
    ['no checks, 2 open threads, in conflict with its base', { threads: [open, open], mergeable: 'conflict' }],
  ])('how it stands: %s', (said, more) => {
    const look = { ...{ checks: [], threads: [], draft: false, mergeable: 'yes' }, ...more } as unknown as Look;
    expect(standingOf(look)).toBe(said);
  });
});

it('one that somebody began is gone on with: its threads are owed an answer, and what they say is dealt with', () => {
  const head = { commit: 'c1', tree: 't1' };
  const asked = [
    { thread: 'x', comments: ['1', '2'] },
    { thread: 'y', comments: ['3'] },
  ];
  const address = 'https://forge.test/acme/shop/pull/7';
  expect(goneOnWith({ address, number: 7, branch: 'fix', asked }, head)).toEqual({
    ...{ head, commit: 'c1', pushed: true, written: '', pullRequest: address },
    review: {
      ...{ number: 7, rounds: {}, dealt: ['1', '2', '3'], taken: 0, cause: null, failures: 0, standing: '' },
      owed: [
        { thread: 'x', before: 'c1' },
        { thread: 'y', before: 'c1' },
      ],
    },
  });
  expect(goneOnWith(undefined, head)).toEqual({
    ...{ head, commit: 'c1', pushed: true, written: '', pullRequest: null, review: nothingReviewed },
  });
});
