import { expect, test } from 'vitest';
import { provablyIts } from './judge-wrote.ts';

test('PC-78 only what the run itself said it wrote is its own, as it told it: absolute or from its folder', () => {
  const changed = ['a.txt', 'src/b.txt', 'src/c.txt', 'd.txt'];
  const told = ['/repo/a.txt', 'b.txt', '../d.txt', '/elsewhere/src/c.txt'];
  expect(provablyIts(changed, told, '/repo', '/repo/src')).toEqual(['a.txt', 'src/b.txt', 'd.txt']);
});

test('what it told and did not change is not undone, nor anything outside of the repository', () => {
  expect(provablyIts(['a.txt'], ['b.txt', '/etc/passwd', '../../a.txt'], '/repo', '/repo')).toEqual([]);
});
