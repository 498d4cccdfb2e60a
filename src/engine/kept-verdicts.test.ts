// A base that was green a moment ago is not run anew for the next task.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gateResult, type Outside, settings, simulateOutside } from '../../test/fakes/outside.ts';
import type { TaskSpec } from '../domain/task/task.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const handsOff = { ...settings, preset: 'hands-off' as const, policy: {}, variables: { PATH: '/one' } };
const onBase = () => outside.runs.filter((run) => run.kind === 'gate' && run.folder.endsWith('base')).length;
async function task(more: Partial<TaskSpec> = {}) {
  const id = await outside.create({ settings: handsOff, ...more });
  const known = await outside.until(id, ({ state }) => state.known.work.plan !== null);
  const [first] = await outside.store.read((reads) => reads.evidence(id));
  return { id, baseline: known.state.known.work.baseline, first };
}

it('WT-15 gates of the base speak once for a tree, and the evidence says for which task', async () => {
  const one = await task();
  expect(onBase()).toBe(1);
  const other = await task();
  expect(onBase()).toBe(1);
  expect(other.first).toMatchObject({ tree: one.first?.tree, environment: one.first?.environment });
  expect(other.first?.result.why).toBe(`${one.first?.result.why}, as ${one.id} saw of the same tree`);
  expect(other.baseline[0]?.ids).toEqual(one.baseline[0]?.ids);
  const third = await task();
  expect(third.first?.result.why).toContain(`as ${one.id} saw`);
});

it('WT-15 they run anew where that is wanted, or where what decides them is other', async () => {
  await task();
  await task({ fresh: true });
  expect(onBase()).toBe(2);
  await task({ settings: { ...handsOff, variables: { PATH: '/other' } } });
  expect(onBase()).toBe(3);
});

it('WT-15 a base that was red is looked at again each time', async () => {
  const ids = { passed: [], failed: ['a.test.js > broken'], skipped: [] };
  outside.script = {
    run: (purpose) =>
      purpose.kind === 'gate' && purpose.folder.endsWith('base')
        ? { result: { kind: 'gate', result: gateResult('test', 'failed', { ids }) } }
        : null,
  };
  await task();
  await task();
  expect(onBase()).toBe(2);
});
