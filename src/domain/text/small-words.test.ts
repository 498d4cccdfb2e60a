// The small readers and writers of words that have no test of their own beside them.
import { describe, expect, it } from 'vitest';
import { asLine } from './as-line.ts';
import { sayFew, sayMore, sayNeeds } from './counted.ts';
import { detachKeyPattern } from './detach-key.ts';
import { isBranchName } from './is-branch-name.ts';
import { isNamed } from './is-named.ts';
import { nearest } from './nearest.ts';
import { closeFences } from './safe/fence.ts';
import { showPath } from './safe/show-path.ts';
import { shellWord } from './shell-word.ts';
import { starPattern } from './star-pattern.ts';

it.each([
  [['npm', 'test'], 'npm test'],
  [['a b', "it's", '', 'x=$y'], "'a b' 'it'\\''s' '' 'x=$y'"],
  [['@a/b:1.2,c%d+e-f_g', 'a!', '!a'], "@a/b:1.2,c%d+e-f_g 'a!' '!a'"],
])('the words %j are the line %s', (argv, line) => expect(asLine(argv)).toBe(line));

it('of many the first are named, and how many more there are', () => {
  expect([sayFew([], 2), sayFew(['a'], 2), sayFew(['a', 'b'], 2)]).toEqual(['', 'a', 'a, b']);
  expect([sayFew(['a', 'b', 'c'], 2), sayFew(['a', 'b', 'c'], 1, '; ')]).toEqual(['a, b and 1 more', 'a and 2 more']);
  expect(sayFew(['a', 'b', 'c'], 2, '; ')).toBe('a; b and 1 more');
  expect([sayMore(-1), sayMore(0), sayMore(3)]).toEqual(['', '', ' and 3 more']);
  expect([sayNeeds(0), sayNeeds(1), sayNeeds(2)]).toEqual(['0 need a yes', '1 needs a yes', '2 need a yes']);
});

it.each([
  ['a/b.c_~@%+=:,-', 'a/b.c_~@%+=:,-'],
  ['日志', '日志'],
  ['a b', "'a b'"],
  ['a!', "'a!'"],
  ['!a', "'!a'"],
  ["it's", "'it'\\''s'"],
  ['', "''"],
])('%j is the shell word %s', (text, word) => expect(shellWord(text)).toBe(word));

it.each(['ctrl-a', 'CTRL-Q', ' ctrl-\\ d ', 'ctrl-]', 'ctrl-a   9', '  ctrl-[  '])('%j leaves a terminal', (keys) =>
  expect(keys).toMatch(detachKeyPattern),
);
it.each(['', 'a', 'ctrl-', 'ctrl-ab', 'xctrl-a', 'ctrl-a dd', 'ctrl-1', 'ctrl-a d d'])('%j is no such key', (keys) =>
  expect(keys).not.toMatch(detachKeyPattern),
);

it.each(['main', 'a/b', 'HEADS', 'a-b', 'fix/@', 'x@y', 'a.lockb', 'a.b', '日志'])('%s may name a branch', (name) =>
  expect(isBranchName(name)).toBe(true),
);
it.each([
  ...['', '-a', '/a', 'HEAD', '@', '.a', 'a/.b', 'a..b', 'a//b', 'a@{b', 'a.lock', 'a.lock/b', 'a/', 'a.', 'a b', 'a~'],
  ...['a^', 'a:', 'a?', 'a*', 'a[', 'a\\', 'a\u0007b', 'a\u007f'],
])('%j may not', (name) => expect(isBranchName(name)).toBe(false));

it.each(['use shop.', 'shop', '(SHOP)', 'in shop: look', 'the "shop"'])('%s speaks of shop', (text) =>
  expect(isNamed(text, 'shop')).toBe(true),
);
it.each(['myshop', 'shops', 'shop.ts', 'a/shop', 'shop/a', 'shop:80', '@shop', 'shop-2', 'shop@b', 'my-shop', ''])(
  '%s does not',
  (text) => expect(isNamed(text, 'shop')).toBe(false),
);
it.each([
  ['release/*', 'release/1.2', true],
  ['release/*', 'release/', true],
  ['release/*', 'old/release/1', false],
  ['*-x', 'a-x-y', false],
  ['a.b', 'axb', false],
  ['v(1)+*', 'v(1)+2', true],
  ['Main', 'main', false],
])('of %j and %j: %j', (pattern, name, fits) => expect(starPattern(pattern).test(name)).toBe(fits));
it('large and small letters are one where that is said', () =>
  expect(starPattern('Main', 'i').test('mAIN')).toBe(true));

it('a name is no pattern', () => expect([isNamed('use a.b', 'a.b'), isNamed('use axb', 'a.b')]).toEqual([true, false]));

describe('the known word that was meant', () => {
  const known = ['status', 'stop', 'start', 'resume'];
  it.each([
    ['status', 'status'],
    ['STATSU', 'status'],
    ['sttop', 'stop'],
    ['stp', 'stop'],
    ['atop', 'stop'],
    ['statusss', 'status'],
    ['ressumme', 'resume'],
    ['tsop', 'stop'],
    ['tsaro', null],
    ['sp', null],
    ['xx', null],
    ['s', null],
    ['', null],
  ])('for %j is %j', (word, meant) => expect(nearest(word, known)).toBe(meant));
  it('is the nearest, of two the first; of none there is none', () => {
    expect(nearest('bat', ['cart', 'cat', 'hat'])).toBe('cat');
    expect(nearest('bat', [])).toBeNull();
    expect([nearest('a', ['b']), nearest('a', ['bc']), nearest('abc', ['AbC'])]).toEqual(['b', null, 'AbC']);
    expect(nearest('cba', ['abc'])).toBeNull();
    expect(nearest('ca', ['abc'])).toBeNull();
  });
  it('of a word without end is found for its beginning alone', () => {
    expect(nearest('a'.repeat(10_000), ['a'.repeat(64)])).toBe('a'.repeat(64));
    expect(nearest('a'.repeat(10_000), ['a'.repeat(43)])).toBe('a'.repeat(43));
    expect(nearest('a'.repeat(10_000), ['a'.repeat(42)])).toBeNull();
  });
});

it('a file is named on one line, and hides nothing', () => {
  expect(showPath('a\nb\rc\td\u202ee\u001b[31mf')).toBe('a\\nb\\rc\\tdef');
});

it('a fence of three spaces and other signs than its own is left open by them', () => {
  expect(closeFences('~~~~\n~~~\n~~~~~')).toBe('~~~~\n~~~\n~~~~~');
  expect(closeFences('~~~a`b\nx')).toBe('~~~a`b\nx\n~~~');
  expect(closeFences('```\n```  \nx')).toBe('```\n```  \nx');
  expect(closeFences('```\nx ```')).toBe('```\nx ```\n```');
});
