// A tenth of the fault points; all of them are in the deep tests.
import { expect, it } from 'vitest';
import { crashRun } from './crash-run.ts';

it('PC-34 a task whose daemon is killed again and again ends once, each effect of Drover once, and the agent went on working', async () => {
  const { killed } = await crashRun('daemon', '7/31');
  expect(killed.length).toBeGreaterThan(5);
}, 400_000);

it('a task whose keeper is killed again and again ends once: cut turns are resumed', async () => {
  const { killed } = await crashRun('keeper', '11/101');
  expect(killed.length).toBeGreaterThan(1);
}, 400_000);
