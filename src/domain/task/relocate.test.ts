import { expect, it } from 'vitest';
import { broughtOver } from './relocate.ts';
import { firstTaskState, type Task, type TaskStep } from './task.ts';

const at = (step: TaskStep, place = {}) => {
  const first = firstTaskState('engine');
  const known = { ...first.known, place: { ...first.known.place, copy: { path: '/c' }, base: {}, ...place } };
  const state = { ...first, at: step, runs: 3, known };
  return broughtOver({ state } as unknown as Task).at;
};

it.each([
  [{ kind: 'committing' }, { kind: 'committing' }],
  [{ kind: 'test_gates', tree: 't1', found: [], folder: '/s', results: [] }, { kind: 'checking' }],
  [{ kind: 'hooks', tree: 't1', folder: '/s' }, { kind: 'checking' }],
  [{ kind: 'base_gates', folder: '/s', results: [] }, { kind: 'staging_base' }],
] as const)('WT-63 a task whose host is dead goes on from its copy: %j leads to %j', (step, next) => {
  expect(at(step as TaskStep)).toEqual({ kind: 'mending', next });
});

it.each([
  { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null },
  { kind: 'asking', question: 'plan', key: 'k', back: { kind: 'planning', looks: 0 } },
] as const)('WT-63 at %j it goes on where it is', (step) => {
  expect(at(step)).toBe(step);
});
