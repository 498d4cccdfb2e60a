import { expect, it } from 'vitest';
import { judgeStable } from './judge-stable.ts';
import { flakyFindings } from './say-stable.ts';
import type { TestIds } from './verdict.ts';

const ids = (passed: readonly string[], failed: readonly string[] = [], skipped: readonly string[] = []): TestIds => ({
  ...{ passed, failed, skipped },
});
const ran = (named: TestIds | null, turned?: true) => ({ ids: named, ...(turned && { turned }) });
const how = (...of: Parameters<typeof judgeStable>) => judgeStable(...of).map((each) => `${each.id}: ${each.how}`);

it('P11 what comes to the same each time says nothing, whatever that is; other files are not looked at', () => {
  const same = ids(['a > one', 'b > x'], ['a > two'], ['a > three']);
  expect(
    judgeStable(['a'], same, [ran({ ...same, passed: ['a > one'] }, true), ran({ ...same, passed: ['a > one'] })]),
  ).toEqual([]);
});

it('only where it ran in another order it is the order, else chance', () => {
  const [good, bad] = [ids(['a > one']), ids([], ['a > one'])];
  expect(how(['a'], good, [ran(bad, true), ran(good)])).toEqual(['a > one: order']);
  expect(how(['a'], good, [ran(bad, true), ran(bad)])).toEqual(['a > one: chance']);
  expect(how(['a'], good, [ran(bad), ran(good)])).toEqual(['a > one: chance']);
  expect(how(['a'], good, [ran(null, true), ran(bad)])).toEqual(['a > one: chance']);
});

it('a helper among the tests, which holds none, is no test wherever a run calls it passed', () => {
  const all = ids(['a > one', 'help']);
  expect(how(['a', 'help'], all, [ran(all), ran(ids(['a > one']), true)])).toEqual([]);
  expect(how(['a', 'help'], all, [ran(ids(['a > one'], ['help']))])).toEqual(['help: chance']);
});

it('one that is not always there or skipped is flaky, and a file that does not load stands for its tests', () => {
  const all = ids(['a > one', 'a > two']);
  expect(how(['a'], all, [ran(ids(['a > one'], [], ['a > two']))])).toEqual(['a > two: chance']);
  expect(how(['a'], all, [ran(ids(['a > one']))])).toEqual(['a > two: chance']);
  expect(how(['a'], all, [ran(ids([], ['a']))])).toEqual(['a: chance']);
});

it('of one file ten are named, the rest in one line; an old one that goes by the order is only told', () => {
  const names = Array.from({ length: 13 }, (_, at) => `a > t${at + 10}`);
  const told = { keyOf: (path: string, of: readonly string[]) => `${path} ${of.length}`, isOld: () => true };
  const flaky = judgeStable(['a'], ids(names), [ran(ids([], names))]);
  const found = flakyFindings(flaky, told);
  expect(found.map(({ needs }) => needs)).toEqual(Array(11).fill('yes'));
  expect(found.at(-1)).toMatchObject({ what: 'and 3 more flaky tests', key: 'a 3' });
  const byOrder = flakyFindings(judgeStable(['a'], ids(['a > t']), [ran(ids([], ['a > t']), true)]), told);
  expect(byOrder).toMatchObject([{ weight: 'note', what: expect.stringContaining('failed in another order') }]);
  expect(byOrder[0]?.needs).toBeUndefined();
});
