// Tests of the base that a change touched, where nothing tells one test from another.
import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import { done, standing } from '../../../../test/fakes/standing-task.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { TaskStep } from '../task.ts';

const names = { ids: { passed: ['a.test.js > one'], failed: [], skipped: [] } };
const at: TaskStep = { kind: 'staging_expectations', tree: 't1' };
const next = (base: GateResult, laid: readonly string[]) =>
  done(standing(at, { work: { baseline: [base], results: [gateResult('test', 'passed')] } }), 'stage-tree', {
    ...{ folder: '/s', tree: 't2', laid },
  }).state.at;

describe('the tests of the base as they were', () => {
  it.each<readonly [string, GateResult, readonly string[], object]>([
    ['by name, those that were touched', gateResult('test', 'passed', names), ['a.test.js'], { files: ['a.test.js'] }],
    ['without names, all of them', gateResult('test', 'passed'), ['a.sh'], { kind: 'expectations', files: null }],
    [
      'not without names on a red base, which is said',
      gateResult('test', 'failed'),
      ['a.sh'],
      { kind: 'recording_test' },
    ],
    ['not where none was touched', gateResult('test', 'passed'), [], { kind: 'staging_stable' }],
  ])('run %s', (_, base, laid, expected) => {
    expect(next(base, laid)).toMatchObject(expected);
  });
});
