import { expect, it } from 'vitest';
import type { CheckoutState } from '../../ports/git.ts';
import { checkBase } from './base-and-branch.ts';

const state: CheckoutState = {
  ...{ root: '/shop', gitFolder: '/shop/.git', objectFormat: 'sha1', branch: 'main', head: 'c', dirty: [] },
  ...{ remote: 'https://git.example.com/shop.git', shallow: false, submodules: false, lfs: false, ahead: 0, behind: 0 },
};

it.each<[string, Partial<CheckoutState>, readonly (RegExp | string)[]]>([
  ['with nothing special', {}, []],
  ['with files that are not committed', { dirty: ['a', 'b'] }, ['Not taken along, for it is uncommitted: a, b.']],
  ['without a remote', { remote: null }, [/^There is no remote: /]],
  ['on no branch', { branch: null }, ['The checkout is on no branch (detached head).']],
  ['without its whole history', { shallow: true }, [/^The checkout is shallow/]],
  ['with submodules', { submodules: true }, [/^There are submodules/]],
  ['with files kept elsewhere', { lfs: true }, [/^There are LFS files/]],
  [
    'whose commits would be by nobody',
    { author: false },
    [/^Nobody is named .*: git config --global user\.name "NAME"; /],
  ],
])('a checkout %s is told before anything is made', (_, more, notes) => {
  const told = checkBase({ ...state, ...more }, null);
  expect(told).toEqual(notes.map((note) => (note instanceof RegExp ? expect.stringMatching(note) : note)));
});
