import { expect, it } from 'vitest';
import { firstChainState } from '../../domain/chain/chain.ts';
import { firstTaskState } from '../../domain/task/task.ts';
import { ninth } from './0009-known.ts';

const hub = { path: '/hub', checkout: '/shop' };
const tasks = (state: unknown) => ninth.states?.tasks?.(state);
const chains = (state: unknown) => ninth.states?.chains?.(state);

it.each([
  ['place', ['hub', 'base', 'startFrom', 'gatePlan', 'copy', 'toTrust', 'stale', 'overlay', 'variables', 'teardown']],
  [
    'work',
    [
      ...['baseline', 'report', 'plan', 'done', 'unverified', 'proven', 'results', 'changes', 'changed', 'reading'],
      ...['features', 'together', 'agreed'],
    ],
  ],
  [
    'delivery',
    [
      ...['title', 'body', 'commit', 'pushed', 'pullRequest', 'override', 'head', 'stackedOn', 'joins', 'review'],
      ...['written', 'merged'],
    ],
  ],
  ['environment', ['env', 'looks', 'asked', 'verification']],
])('what a task knew of its %s is there', (part, names) => {
  const fields = Object.fromEntries(names.map((name) => [name, name]));
  expect(tasks({ at: { kind: 'watching' }, known: { slot: 'held', ...fields } })).toEqual({
    ...{ at: { kind: 'watching' }, slot: 'held' },
    known: { place: {}, work: {}, delivery: {}, environment: {}, [part]: fields },
  });
});

it('a task that begins is as one of today', () => {
  const { known, slot, ...rest } = firstTaskState('hand');
  const { place, work, delivery } = known;
  expect(tasks({ ...rest, known: { ...place, ...work, ...delivery, slot } })).toEqual(firstTaskState('hand'));
});

it('where it goes on after set-up stands beside what is known; null said nothing', () => {
  const next = { kind: 'checking' };
  expect(tasks({ known: { slot: 'none', afterwards: next } })).toMatchObject({ slot: 'none', afterwards: next });
  expect(tasks({ known: { slot: 'none', afterwards: null } })).not.toHaveProperty('afterwards');
});

it('a chain that begins is as one of today, and one without a slot has none', () => {
  const { known, slot, ...rest } = firstChainState;
  expect(chains({ ...rest, known: { ...known.place, ...known.work, slot } })).toEqual(firstChainState);
  expect(chains({ known: { hub, tree: 't1', agents: { worker: 1 } } })).toEqual({
    known: { place: { hub }, work: { tree: 't1', agents: { worker: 1 } } },
    slot: 'none',
  });
});

it('what a chain knew of its work is there', () => {
  const names = ['tree', 'plan', 'note', 'map', 'divergence', 'replans', 'agents', 'chosen'];
  const work = Object.fromEntries(names.map((name) => [name, name]));
  expect(chains({ known: work })).toEqual({ known: { place: {}, work }, slot: 'none' });
});

it.each([[{ kind: 'waiting' }], [{ known: { place: { hub } }, slot: 'held' }]])('%j is left', (state) => {
  expect([tasks(state), chains(state)]).toEqual([state, state]);
});
