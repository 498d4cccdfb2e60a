import { expect, it } from 'vitest';
import { type AnyThing, ifKind, ofKind } from './any-thing.ts';
import { ifRoot, ofRoot, overlayOfRoot, type Root, variablesOf } from './root.ts';

const settings = { variables: { PATH: '/frozen' }, overlay: { gates: { test: 'frozen' } } };
const root = (kind: Root['kind'], place: object = {}) =>
  ({ id: `${kind}-1`, kind, spec: { settings }, state: { known: { place } } }) as unknown as Root;
const run = { id: 'r1', kind: 'run' } as unknown as AnyThing;

it('a thing is taken for what its kind says, and for nothing else', () => {
  const task = root('task');
  expect(ifKind(task, 'task')).toBe(task);
  expect([ifKind(task, 'chain'), ifKind(null, 'task'), ifKind(undefined, 'task')]).toEqual([null, null, null]);
  expect(ofKind(run, 'run')).toBe(run);
  expect(() => ofKind(root('chain'), 'task')).toThrow('chain-1 is no task');
  expect(() => ofKind(null, 'task')).toThrow('nothing is no task');
});

it.each(['task', 'chain'] as const)('a %s is a root, a run is none', (kind) => {
  const thing = root(kind);
  expect([ifRoot(thing), ofRoot(thing)]).toEqual([thing, thing]);
  expect(ifRoot(run)).toBeNull();
  expect(() => ofRoot(run)).toThrow('r1 is no task and no chain');
});

it('what a person took anew holds for a task; a chain has what was frozen', () => {
  const anew = { variables: { PATH: '/anew' }, overlay: { gates: { test: 'anew' } } };
  expect([variablesOf(root('task', anew)), overlayOfRoot(root('task', anew))]).toEqual([anew.variables, anew.overlay]);
  for (const frozen of [root('task'), root('chain', anew)])
    expect([variablesOf(frozen), overlayOfRoot(frozen)]).toEqual([settings.variables, settings.overlay]);
  expect(variablesOf(null)).toBeUndefined();
});
