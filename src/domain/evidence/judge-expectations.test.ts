import { expect, it } from 'vitest';
import { judgeExpectations } from './judge-expectations.ts';
import type { TestIds } from './verdict.ts';

const ids = (passed: readonly string[], failed: readonly string[] = [], skipped: readonly string[] = []): TestIds => ({
  ...{ passed, failed, skipped },
});
const old = (named: TestIds | null, files: readonly string[] | null = ['a']) => ({ ids: named, findings: [], files });
const passed = ['a > one', 'a > two', 'b > three'];
const brokenIn = (...of: Parameters<typeof judgeExpectations>) =>
  judgeExpectations(...of).broken.map(({ id, how }) => `${id}: ${how}`);

it('P5 where nothing was touched, each that passed is there and passes; a skip that began and one that is gone are lost', () => {
  expect(judgeExpectations(passed, null, ids(passed))).toEqual({ broken: [], held: 0 });
  expect(brokenIn(passed, null, ids(['a > one'], [], ['a > two']))).toEqual(['a > two: skipped', 'b > three: gone']);
});

it('one that is gone has an heir where a test of its title passes that did not before; of its own file first, and each once', () => {
  const heirs = (...now: string[]) =>
    judgeExpectations(['a > one', 'b > one'], null, ids(now)).broken.map(({ id, how, heir }) => [id, how, heir]);
  const gone = (a?: string, b?: string) => [
    ['a > one', 'gone', a],
    ['b > one', 'gone', b],
  ];
  expect(heirs('b > suite > one', 'a > suite > one')).toEqual(gone('a > suite > one', 'b > suite > one'));
  expect(heirs('c > one')).toEqual(gone('c > one'));
  expect(heirs('c > one', 'd > one', 'e > one')).toEqual(gone('c > one', 'd > one'));
  expect(heirs('a > one of many')).toEqual(gone());
  expect(heirs('b > one')).toEqual([['a > one', 'gone', undefined]]);
});

it('what fails now is told by the tests themselves', () => {
  expect(brokenIn(passed, null, ids(['a > one', 'a > two'], ['b > three']))).toEqual([]);
});

it('P4 one that fails as it was is broken, whatever a test of that name says now', () => {
  expect(judgeExpectations(passed, old(ids(['a > one'], ['a > two'])), ids(passed))).toEqual({
    ...{ broken: [{ id: 'a > two', how: 'fails' }], held: 1 },
  });
});

it('its failure is kept with it', () => {
  const what = 'a > two: 3 is not 4';
  const findings = [{ gate: 'test', what, file: 'a', line: 3, weight: 'fail' as const }];
  const run = { ids: ids(['a > one'], ['a > two']), findings, files: ['a'] };
  expect(judgeExpectations(passed, run, ids(passed)).broken).toEqual([
    { id: 'a > two', how: 'fails', said: '3 is not 4' },
  ]);
});

it('P4 a file that does not load, a test that is not there and a run that tells nothing are never taken for a pass', () => {
  const now = ids(passed);
  expect(brokenIn(passed, old(ids([], ['a'])), now)).toEqual(['a > one: not_loaded', 'a > two: not_loaded']);
  expect(brokenIn(passed, old(ids(['a > one'])), now)).toEqual(['a > two: not_run']);
  expect(brokenIn(passed, old(null), now)).toEqual(['a > one: not_run', 'a > two: not_run']);
  expect(brokenIn(passed, old(ids(['a > one'], [], ['a > two'])), now)).toEqual(['a > two: skipped']);
});

it('where all were run, all are looked at', () => {
  expect(brokenIn(passed, old(ids(['a > one', 'a > two'], ['b > three']), null), ids(passed))).toEqual([
    'b > three: fails',
  ]);
});
