import { expect, it } from 'vitest';
import { hearCanary } from './hear-canary.ts';
import type { Status, TestCase } from './results.ts';

const canary = { name: 'cabc', files: ['a.test.js', 'b.test.js'] };
const one = (file: string, name: string, status: Status): TestCase => ({ file, path: [name], status, text: '' });
const own = one('a.test.js', 'adds', 'passed');
const ours = (file: string, ...said: readonly Status[]) =>
  said.map((status, at) => one(file, `adds cabc ${at + 1}`, status));
const word = (cases: readonly TestCase[], exit: number | null = 1) => hearCanary(cases, canary, exit).word;

it('failed where both did, in every file of which a test passed', () => {
  expect(word([own, ...ours('a.test.js', 'failed', 'failed')])).toEqual({ kind: 'failed' });
  expect(hearCanary([own, ...ours('a.test.js', 'failed', 'failed')], canary, 1).cases).toEqual([own]);
  const other = one('b.test.js', 'takes', 'passed');
  expect(word([own, other, ...ours('a.test.js', 'failed', 'failed')])).toMatchObject({ kind: 'silent' });
});

it('silent where one passed, was skipped, or was never told', () => {
  const why = 'not reported as failed: a.test.js';
  for (const said of [['failed', 'passed'], ['failed', 'skipped'], ['failed']] as const)
    expect(word([own, ...ours('a.test.js', ...said)])).toEqual({ kind: 'silent', why });
  expect(word([own])).toEqual({
    kind: 'silent',
    why: `${why} (they were never run: does something end the process before the last test of the file?)`,
  });
});

it('silent where all ended with 0 in spite of them', () => {
  expect(word([own, ...ours('a.test.js', 'failed', 'failed')], 0)).toEqual({
    kind: 'silent',
    why: 'it ended with 0 all the same',
  });
});

it('untold where nothing beside them passed', () => {
  const broken = one('a.test.js', 'adds', 'failed');
  const untold = { kind: 'untold', why: 'no test beside it passed' };
  expect(word([broken, ...ours('a.test.js', 'passed', 'passed')])).toEqual(untold);
  expect(word([one('c.test.js', 'adds', 'passed')])).toEqual(untold);
  expect(word([])).toEqual(untold);
});

it('silent in each of two files, by their names; what was run in one of them was not ended', () => {
  const other = one('b.test.js', 'takes', 'passed');
  expect(word([own, other, ...ours('b.test.js', 'passed', 'failed')])).toEqual({
    kind: 'silent',
    why: 'not reported as failed: a.test.js, b.test.js',
  });
});

it('those in a file beside a test file speak for it, and what ended by no code of its own may have failed', () => {
  const cases = [own, ...ours('aCanary.test.js', 'failed', 'failed')];
  const { word: said } = hearCanary(cases, { ...canary, beside: { 'aCanary.test.js': 'a.test.js' } }, null);
  expect(said).toEqual({ kind: 'failed' });
  expect(word(cases)).toMatchObject({ kind: 'silent' });
});

it('a suite of the name is none of them', () => {
  const named: TestCase = { file: 'a.test.js', path: ['cabc', 'adds'], status: 'failed', text: '' };
  expect(hearCanary([own, named, ...ours('a.test.js', 'failed', 'failed')], canary, 1).cases).toEqual([own, named]);
});
