// Tests of the base that a change touched, where nothing tells one test from another.
import { describe, expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import { decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { TaskStep } from '../task.ts';

const names = { ids: { passed: ['a.test.js > one'], failed: [], skipped: [] } };
const at: TaskStep = { kind: 'staging_expectations', tree: 't1' };
const next = (base: GateResult, laid: readonly string[]) =>
  done(standing(at, { work: { baseline: [base], results: [gateResult('test', 'passed')] } }), 'stage-tree', {
    ...{ folder: '/s', tree: 't2', laid },
  }).state.at;

it('what the tests of the one that was taken expected is looked at beside the base, once something was done here', () => {
  const taken = { id: 'shop-3', kind: 'task', state: { known: { work: { proven: 't5' } } } };
  const work = { baseline: [gateResult('test', 'passed', names)], results: [gateResult('test', 'passed', names)] };
  const later = (tree: string) => {
    const thing = standing({ ...at, tree }, { work: { ...work, taken: 'shop-3' } } as never);
    const next = decided(thing, { children: [taken] as never });
    return 'state' in next ? (next.state.at as typeof at & { later?: unknown }).later : null;
  };
  expect([later('t6'), later('t5')]).toEqual([[{ label: 'shop-3', tree: 't5' }], []]);
});

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
