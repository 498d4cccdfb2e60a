// A tenth of the fault points, the same ones each time; the others are in the sweep.
import { expect } from 'vitest';
import { crashRun } from '../e2e/crash-run.ts';
import { ofDemo } from '../e2e/swept-effects.ts';
import { byTurns } from './rotation.ts';

byTurns(
  'PC-34 a task whose daemon is killed again and again ends once, each effect of Drover once, and the agent went on working',
  async () => {
    const { killed, reached } = await crashRun('daemon', '7/31');
    expect(killed.length).toBeGreaterThan(5);
    // What it begins to do besides has its place in the sweep.
    const begun = reached.flatMap((point) => /^(?:intent|effect|commit) (.+)$/.exec(point)?.[1] ?? []);
    expect([...new Set(begun)].sort()).toEqual(ofDemo.toSorted());
  },
);

byTurns('a task whose keeper is killed again and again ends once: cut turns are resumed', async () => {
  const { killed } = await crashRun('keeper', '11/101');
  expect(killed.length).toBeGreaterThan(1);
});
