// The gates with the files that decide their verdict as they were.
import { expect, it } from 'vitest';
import { gateResult } from '../../../../test/fakes/outside.ts';
import { decided, ranGate, standing } from '../../../../test/fakes/standing-task.ts';
import type { GateResult } from '../../evidence/verdict.ts';
import type { TaskStep } from '../task.ts';

const at: TaskStep = { kind: 'guarded_gates', tree: 't1', folder: '/s', results: [] };
const ids = { passed: ['a.test.js > one'], failed: [], skipped: [] };
const passed = gateResult('test', 'passed', { ids });
/** What is handed on to be judged, once all of them have run. */
const handedOn = (results: readonly GateResult[], base = passed) =>
  decided(standing({ ...at, results }, { work: { baseline: [base] } }, { runs: 1, fetched: 1 }));

it('are heard one after another without a word of their own: one verdict is told of all', () => {
  const heard = decided(standing(at, {}, { runs: 1 }), { children: [ranGate(passed)] });
  expect(heard).toMatchObject({ kind: 'advance', state: { at: { ...at, results: [passed] }, fetched: 1 } });
  expect(heard).toMatchObject({ said: [] });
  expect(handedOn([passed])).toMatchObject({
    state: { at: { kind: 'judging_guarded', tree: 't1', results: [passed] } },
  });
});

it('say nothing where processes outlive them, unless the base leaves some as well', () => {
  const leaves = { ...passed, left: 1 };
  expect(handedOn([leaves])).toMatchObject({
    state: { at: { results: [{ verdict: 'failed', ids: null, counts: null }] } },
  });
  expect(handedOn([leaves], leaves)).toMatchObject({ state: { at: { results: [leaves] } } });
});
