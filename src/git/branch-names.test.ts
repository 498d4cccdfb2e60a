import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isBranchName } from '../domain/text/is-branch-name.ts';

const names = [
  ...['main', 'drover/shop-1-a-b', 'ä/ö', 'a.b', 'a@b', '@a', 'a/@', 'refs/heads/x', 'a-', '{x}', 'a\u00a0b', 'HEAD/x'],
  ...['', '-a', '/a', 'a/', 'a//b', '.a', 'a/.b', 'a..b', 'a.', 'a.lock', 'a.lock/b', 'HEAD', '@{-1}', 'a@{b'],
  ...['a b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', 'a\u0007', 'a\u007f', 'a\tb', 'a\nb'],
];

it('takes for the name of a branch what git takes for one', () => {
  const byGit = (name: string) => spawnSync('git', ['check-ref-format', '--branch', name], { cwd: '/' }).status === 0;
  // It takes this one too, and means HEAD.
  expect(isBranchName('@')).toBe(false);
  expect(names.filter(isBranchName)).toEqual(names.filter(byGit));
});
