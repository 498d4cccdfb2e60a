import { expect, it } from 'vitest';
import { checkContinuation } from './continuation.ts';

const state = {
  ...{ version: '1.0', session_id: 's', branch: 'main', plan_file: 'p.md', todos: [] },
  ...{ iteration_count: 0, max_iterations: 1, last_checkpoint: 'now' },
};

it.each<[string, object]>([
  ['the least of all', {}],
  ['as many iterations as may be made', { iteration_count: 7, max_iterations: 7 }],
  ['a status of the whole', { status: 'cancelled' }],
  ...['pending', 'in_progress', 'complete', 'blocked', 'cancelled'].map((status): [string, object] => [
    `a todo that is ${status}`,
    { todos: [{ id: 'SC-1', status, iteration: 0 }] },
  ]),
  ['a base of 40 signs', { base_commit: 'a'.repeat(40) }],
  ['a base of 64 signs', { base_commit: 'a'.repeat(64) }],
])('%s is taken', (_, more) => {
  expect(checkContinuation({ ...state, ...more })).toMatchObject({ ok: true, value: { ...state, ...more } });
});

it('what is not said is as usual', () => {
  expect(checkContinuation({ ...state, todos: [{ id: 'a', status: 'pending' }] })).toMatchObject({
    value: { continuation_level: 'normal', todos: [{ iteration: 0 }] },
  });
});

it.each([
  ['normal', 'normal'],
  ['polite', 'polite'],
  ['off', 'off'],
  ['aggressive', 'normal'],
])('the level %s is %s', (level, taken) => {
  expect(checkContinuation({ ...state, continuation_level: level })).toMatchObject({
    value: { continuation_level: taken },
  });
});

it.each<[unknown, string]>([
  [null, 'It must be a map.'],
  [[], 'version is missing.'],
  ['main', 'It must be a map.'],
  [{ ...state, version: '2.0' }, 'version must be "1.0".'],
  [{ ...state, iteration_count: 0.5 }, 'iteration_count must be a whole number.'],
  [{ ...state, iteration_count: '1' }, 'iteration_count must be a whole number.'],
  [{ ...state, max_iterations: 0 }, 'max_iterations must be above 0.'],
  [{ ...state, iteration_count: 2 }, 'iteration_count is above max_iterations.'],
  [{ ...state, status: 'done' }, 'status must be one of pending, in_progress, complete, blocked, cancelled.'],
  [{ ...state, base_commit: 'a'.repeat(41) }, 'base_commit must be the id of a commit.'],
])('%j is refused', (value, message) => {
  expect(checkContinuation(value)).toMatchObject({ failure: { error_code: 'CONTINUATION_INVALID', message } });
});
