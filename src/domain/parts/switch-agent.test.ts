// Work is moved to another agent.
import { expect, it } from 'vitest';
import { chooseAgents, offerAnother } from './switch-agent.ts';

const of = (...known: readonly string[]) => ({ settings: { known } });

it.each([
  [
    'one that is configured beside it',
    'one',
    ['one', 'two'],
    [],
    'another agent: two, or the one you name (two)',
    'optional',
  ],
  [
    ...['any of this computer, each once, the configured ones first'],
    ...['one', ['two', 'three'], ['three', 'four', 'one']],
    ...['another agent: two, or the one you name (two, three, four)', 'optional'],
  ],
  [
    'one that must be named, where none is configured',
    'one',
    ['one'],
    ['two'],
    'another agent, the one you name: two',
    'required',
  ],
  ['any, where none works yet', undefined, ['one'], [], 'another agent: one, or the one you name (one)', 'optional'],
] as [string, string | undefined, string[], string[], string, string][])(
  '%s is offered',
  (_, used, listed, known, label, words) => {
    expect(offerAnother(of(...known), used, listed)).toEqual([{ id: 'another', label, words }]);
  },
);

it('nobody is offered where there is no other', () => {
  expect(offerAnother(of('one'), 'one', ['one'])).toEqual([]);
  expect(offerAnother({ settings: {} }, 'one', ['one'])).toEqual([]);
});

it.each([
  ['the named first, the one that worked last', 'one', ['one', 'two', 'three'], ' three ', ['three', 'two', 'one']],
  ['without a name the others, then the one that worked', 'one', ['one', 'two', 'three'], '', ['two', 'three', 'one']],
  ['one of this computer', 'one', ['one', 'two'], 'four', ['four', 'two', 'one']],
  ['the same again', 'one', ['one', 'two'], 'one', ['one', 'two']],
  ['all, where none worked yet', undefined, ['one', 'two'], '', ['one', 'two']],
  ['nobody, where there is no such agent', 'one', ['one', 'two'], 'five', null],
] as [string, string | undefined, string[], string, string[] | null][])(
  'who works from now on: %s',
  (_, used, listed, words, agents) => {
    expect(chooseAgents(of('four'), used, listed, words)).toEqual(agents);
  },
);

it('a listed one may be named where nobody knows what there is on this computer', () => {
  expect(chooseAgents({ settings: {} }, 'one', ['one', 'two'], 'two')).toEqual(['two', 'one']);
});
