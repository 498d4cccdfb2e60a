import { expect, test } from 'vitest';
import { gateResult } from '../../../test/fakes/outside.ts';
import type { Reading } from '../plan/assessment.ts';
import { rowOfCheck } from './proof-rows.ts';
import { isProof, proofOfCriterion, proofTable } from './proof-table.ts';

const said = (gate: string) => gateResult(gate, 'passed', { why: `${gate} says so` });
const row = (of: string | null, check: string) => ({ of, check, verdict: 'passed', seen: `${check} says so` });

test('of a criterion stands what speaks of it alone', () => {
  const results = ['build', 'verify', 'test', 'red-first', 'verify SC-2', 'tamper'].map(said);
  expect(proofOfCriterion('SC-2', results)).toEqual(
    ['verify', 'red-first', 'verify SC-2'].map((each) => row('SC-2', each)),
  );
});

test('the whole comes after the criteria, in the order in which it is read', () => {
  const results = [
    'reader',
    'stable',
    'answers',
    'guarded',
    'lint',
    'canary',
    'test',
    'hunks',
    'expectations',
    'silenced',
  ].map(said);
  const rows = proofTable({ proofs: proofOfCriterion('SC-1', [said('red-first')]), results });
  const whole = ['expectations', 'guarded', 'silenced', 'hunks', 'canary', 'stable', 'answers', 'reader'];
  const named = (of: string | null, check: string) => ({ ...row(of, check), row: rowOfCheck(check) });
  expect(rows).toEqual([named('SC-1', 'red-first'), ...whole.map((each) => named(null, each))]);
  expect(
    results
      .map(({ gate }) => gate)
      .filter(isProof)
      .sort(),
  ).toEqual([...whole].sort());
  expect(proofTable({ results: [said('build')] })).toEqual([]);
});

const reading = (more: Partial<Reading>): Reading => ({
  ...{ tree: 't', round: 1, fixes: 0, outcome: { kind: 'read', by: 'codex', summary: '', findings: [] } },
  ...more,
});
const finding = (severity: 'P1' | 'P3') => ({ severity, file: null, line: null, what: 'w', why: 'y' });
test.each<readonly [Partial<Reading>, string, string]>([
  [{}, 'passed', 'codex read it: nothing found'],
  [
    { outcome: { kind: 'read', by: 'codex', summary: '', findings: [finding('P3'), finding('P1')] }, accepted: 'ann' },
    'failed',
    'codex read it: 2 found, 1 of them grave; ann lets what is grave stand',
  ],
  [{ outcome: { kind: 'not_reviewed', why: 'no other agent' } }, 'not_configured', 'no other agent'],
])('a reading %j is %s', (more, verdict, seen) => {
  expect(proofTable({ results: [], reading: reading(more) })).toEqual([
    { of: null, check: 'read by another', row: 'P12', verdict, seen },
  ]);
});
