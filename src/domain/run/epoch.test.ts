import { expect, it } from 'vitest';
import { runId } from '../ids.ts';
import { keptName, runOfName } from './epoch.ts';

const epochs = [
  { id: 'aa', after: 3 },
  { id: 'bb', after: 7 },
];

it('a run has the name of the epoch that it was given in, and its own where there was none yet', () => {
  expect([3, 4, 7, 8, 100].map((number) => keptName(epochs, runId(number)))).toEqual([
    'r3',
    'r4.aa',
    'r7.aa',
    'r8.bb',
    'r100.bb',
  ]);
});

it('WT-60 what carries another epoch than its run has here is of another life', () => {
  const own = ['r3', 'r4.aa', 'r8.bb'];
  expect(own.map((name) => runOfName(epochs, name))).toEqual(['r3', 'r4', 'r8']);
  // The second was given after the copy was made that was put back; the third before there was this store.
  for (const other of ['r4', 'r8.aa', 'r1.cc', 'r3.aa', 'r04.aa']) expect(runOfName(epochs, other)).toBeNull();
});

it.each(['xr4.aa', 'r4.aa-', 'r4.', 's1', 'r'])('%s is no name of a run, and stays what it is', (name) => {
  expect(runOfName(epochs, name)).toBe(name);
});
