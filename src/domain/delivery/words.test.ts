import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, settings } from '../../../test/fakes/outside.ts';
import { learn } from '../parts/known.ts';
import { firstTaskState, type Task } from '../task/task.ts';
import { pullRequestBody, titleOf } from './words.ts';

const spec = (text: string, title: string | null = null, style: 'plain' | 'conventional' = 'plain') => ({
  ...{ text, title, settings: { ...settings, workspace: { ...settings.workspace, title: style } } },
});

describe('the title', () => {
  it.each([
    ['plain', 'heartbeat does not fire\nmore', null, 'heartbeat does not fire'],
    ['conventional', 'heartbeat does not fire', null, 'fix: heartbeat does not fire'],
    ['conventional', 'feat(jobs)!: beat', null, 'feat(jobs)!: beat'],
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
      ...['- [x] **SC-1** SC-1 holds', '- [ ] **SC-2** SC-2 holds', ''],
      ...[
        '## Proof',
        '- SC-1, red-first (P1): **passed** red, then green',
        '- stable (P11): **passed** all the same',
        '',
      ],
      '## Gates (on tree `aaaaaaaaaaaa`, base `c0`)',
      '- test: **passed** all well (3 passed, 0 failed, 1 skipped)',
      ...['- lint: **not_configured** no linter', '', '## How to verify', '- `npm test`', '- `tsc`', ''],
    ].join('\n'),
  );
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
  const known = learn(first.known, {
    place: { base },
    work: { changes, results: [gateResult('tamper', 'passed', { findings: [note] })] },
  });
  const body = pullRequestBody({ spec: spec('x'), state: { ...first, known } } as unknown as Task);
  expect(body).toContain('## Changes (2 files, +12 -1)');
  expect(body).toContain('- b.test.js (added, +9 -0)');
  expect(body).toContain('tamper, to be looked at: .github/workflows/ci.yml a protected file changed');
});
