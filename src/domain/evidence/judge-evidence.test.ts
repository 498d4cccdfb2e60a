import { describe, expect, it } from 'vitest';
import { judgeEvidence } from './judge-evidence.ts';
import type { Evidence, GateResult, Verdict } from './verdict.ts';

const wanted = { base: 'c0', tree: 't1', definitions: 'd1' };

const link = (gate: string, verdict: Verdict, change: Partial<Evidence> = {}): Evidence => ({
  ...{ number: 1, at: 1, ...wanted, environment: 'e', criterion: null, attempt: null, previous: '', hash: '' },
  result: { gate, verdict, why: '' } as GateResult,
  ...change,
});
const codeOf = (chain: readonly Evidence[]) => {
  const judged = judgeEvidence(chain, wanted);
  return judged.ok ? judged.value.map((result) => `${result.gate} ${result.verdict}`) : judged.failure.error_code;
};

describe('CM-75 a tree is submitted only with fresh passing evidence of its own', () => {
  const rows: readonly (readonly [string, readonly Evidence[], string | readonly string[]])[] = [
    ['none at all', [], 'EVIDENCE_MISSING'],
    ['of another tree', [link('test', 'passed', { tree: 't0' })], 'EVIDENCE_STALE'],
    ['of another base', [link('test', 'passed', { base: 'c9' })], 'EVIDENCE_STALE'],
    ['of other gate definitions', [link('test', 'passed', { definitions: 'd0' })], 'EVIDENCE_STALE'],
    ['a newest word that is red', [link('test', 'passed'), link('test', 'failed')], 'EVIDENCE_MISSING'],
    ['a gate that did not end in time', [link('test', 'passed'), link('lint', 'timeout')], 'EVIDENCE_MISSING'],
    ['no test gate that passed', [link('lint', 'passed'), link('test', 'not_configured')], 'EVIDENCE_MISSING'],
    ['skipped tests', [link('test', 'skipped')], 'EVIDENCE_MISSING'],
    ['a newest word that is green', [link('test', 'failed'), link('test', 'passed')], ['test passed']],
    [
      'a red word about another tree',
      [link('test', 'failed', { tree: 't0' }), link('test', 'passed')],
      ['test passed'],
    ],
    [
      'gates that are not configured',
      [link('test', 'passed'), link('lint', 'not_configured')],
      ['test passed', 'lint not_configured'],
    ],
  ];
  it.each(rows)('%s', (_what, chain, said) => {
    expect(codeOf(chain)).toEqual(said);
  });
});
