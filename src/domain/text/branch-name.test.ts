import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settings } from '../../../test/fakes/outside.ts';
import { taskId } from '../ids.ts';
import { branchName, slug } from './branch-name.ts';

const task = taskId('shop', 12);
const spec = (text: string, branch: string | null = null, pattern = '{kind}/{issue}-{slug}') => ({
  ...{ text, branch, title: null },
  settings: { ...settings, workspace: { ...settings.workspace, branch: pattern } },
});

it('is the pattern filled in, or the name that was asked for', () => {
  expect(branchName(spec('Heartbeat does not fire!\nsince monday'), task, 0)).toBe(
    'fix/shop-12-heartbeat-does-not-fire',
  );
  const issue = { address: 'https://forge.test/acme/shop/issues/7', number: 7 };
  expect(branchName({ ...spec('Beat'), issue }, task, 0)).toBe('fix/7-beat');
  expect(branchName(spec('x', null, 'me/{task}/{other}'), task, 0)).toBe('me/shop-12/{other}');
  expect(branchName(spec('x', 'feature/mine'), task, 0)).toBe('feature/mine');
});

it('takes a number after a collision', () => {
  expect(branchName(spec('x', 'mine'), task, 1)).toBe('mine-2');
  expect(branchName(spec('x', 'a'.repeat(120)), task, 9)).toBe(`${'a'.repeat(97)}-10`);
  expect(branchName(spec('x', 'a'.repeat(120)), task, 0)).toBe('a'.repeat(100));
  expect(branchName(spec('x', 'mine-/.'), task, 0)).toBe('mine');
  expect(branchName({ ...spec('x'), title: 'Two words' }, task, 0)).toBe('fix/shop-12-two-words');
});

it('is in no folder where none can be', () => {
  expect(branchName(spec('Beat'), task, 0, true)).toBe('fix-shop-12-beat');
  expect(branchName(spec('x', 'a/b/c'), task, 1, true)).toBe('a-b-c-2');
});

it.each([
  ['  --Beat, twice!! --', 'beat-twice'],
  ['Été à Paris', 'e-te-a-paris'],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ['a'.repeat(50), 'a'.repeat(40)],
  ['1st line\n2nd', '1st-line'],
])('%j is the slug %s', (text, words) => {
  expect(slug(text)).toBe(words);
});

it.each(['', '🦊', '修复心跳', '---', '\n\n'])('a text without a letter of the alphabet (%j) is a task', (text) => {
  expect(slug(text)).toBe('task');
});

it('is never longer than 100 characters and never ends like no branch may', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.nat(30), fc.boolean(), (text, tried, own) => {
      const name = branchName(spec(text, own ? `a${'b/.-'.repeat(40)}` : null), task, tried);
      expect(name.length).toBeLessThanOrEqual(100);
      expect(name).not.toMatch(/[-/.]$/);
      if (!own) expect(name).toMatch(/^fix\/shop-12-[a-z0-9-]+$/);
    }),
  );
});
