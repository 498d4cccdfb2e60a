import { describe, expect, it } from 'vitest';
import { areApart, claimOf, owns } from './ownership.ts';

const apart = (one: readonly string[], other: readonly string[]) =>
  areApart(claimOf({ files: one }), claimOf({ files: other }));

describe('two criteria', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['other files', ['src/a.ts'], ['src/b.ts']],
    ['names of which one begins with the other', ['src/cart'], ['src/cart-page']],
    ['files of other folders', ['src/cart/'], ['src/price/total.ts', 'docs/price.md']],
    ['patterns in other folders', ['src/cart/**/*.ts'], ['src/price/*.ts']],
  ])('PC-01 that name %s are apart', (_, one, other) => {
    expect(apart(one, other)).toBe(true);
    expect(apart(other, one)).toBe(true);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['the same file', ['src/a.ts', 'src/x.ts'], ['src/x.ts']],
    ['the same file in other words', ['./src//a.ts'], ['src/./a.ts']],
    ['the same file where case counts for nothing', ['src/Cart.ts'], ['src/cart.ts']],
    ['a folder and a file in it', ['src/cart'], ['src/cart/total.ts']],
    ['a pattern and a file that it may mean', ['src/**'], ['src/a.ts']],
    ['nothing', [], ['src/a.ts']],
    ['a pattern for files anywhere', ['**/*.ts'], ['docs/a.md']],
    ['the whole repository', ['.'], ['src/a.ts']],
    ['a way out of the folder', ['src/../lib/a.ts'], ['docs/a.md']],
    ['a place on this machine', ['/etc/hosts'], ['docs/a.md']],
    ['a path of another system', ['src\\a.ts'], ['docs/a.md']],
  ])('PC-02 are not known to be apart by %s', (_, one, other) => {
    expect(apart(one, other)).toBe(false);
    expect(apart(other, one)).toBe(false);
  });

  it('PC-02 share a file of tests as any other', () => {
    const one = { files: ['src/a.ts'], tests: ['test/all.test.ts'] };
    const against = (test: string) => areApart(claimOf(one), claimOf({ files: ['src/b.ts'], tests: [test] }));
    expect(against('test/all.test.ts')).toBe(false);
    expect(against('test/b.test.ts')).toBe(true);
  });
});

describe('a criterion owns', () => {
  const owned = claimOf({ files: ['src/cart', 'docs/*.md'], tests: ['test/cart.test.ts'] });
  it.each(['src/cart', 'src/cart/deep/a.ts', 'docs/a.md', 'test/cart.test.ts'])('PC-45 %s', (path) => {
    expect(owns(owned, path)).toBe(true);
  });
  it.each(['src/cartoon.ts', 'src', 'test/cart.test.ts.snap', 'src/../x.ts', 'README.md'])('PC-45 not %s', (path) => {
    expect(owns(owned, path)).toBe(false);
  });
});
