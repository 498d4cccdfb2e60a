import { describe, expect, it } from 'vitest';
import { areApart, beyondOwnership, claimOf, ownershipOf } from './ownership.ts';

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
  const owned = ['src/cart', 'docs/*.md', './lib//price/', 'app/[id]/page.tsx', 'packages/*/src', 'test/cart.test.ts'];
  it.each([
    'src/cart',
    'src/cart/deep/a.ts',
    'SRC/Cart/a.ts',
    'docs/a.md',
    'lib/price/a.ts',
    'app/[id]/page.tsx',
    'packages/a/src/deep/a.ts',
    'test/cart.test.ts',
  ])('PC-45 %s', (path) => {
    expect(ownershipOf(owned)(path)).toBe(true);
  });

  it.each([
    ...['src/cartoon.ts', 'src', 'test/cart.test.ts.snap', 'src/../x.ts', 'README.md'],
    ...['docs/a.ts', 'docs/deep/a.md', 'docs', 'app/[id]/other.tsx', 'packages/a/test/a.ts', '/src/cart'],
  ])('PC-45 not %s', (path) => {
    expect(ownershipOf(owned)(path)).toBe(false);
  });

  it.each<[string, readonly string[], string, boolean]>([
    ['files of a kind anywhere', ['**/*.css'], 'src/deep/a.css', true],
    ['files of a kind anywhere, and no others', ['**/*.css'], 'src/a.ts', false],
    ['the whole repository', ['.'], 'src/a.ts', true],
    ['the whole repository, as a pattern', ['**'], 'src/a.ts', true],
    ['nothing of what lies elsewhere', ['../lib', '/lib', 'lib\\a.ts'], 'lib/a.ts', false],
    ['what is named beside something that lies elsewhere', ['../lib', 'src/a.ts'], 'src/a.ts', true],
  ])('PC-45 %s', (_, named, path, expected) => {
    expect(ownershipOf(named)(path)).toBe(expected);
  });

  it.each<[string, readonly string[], string, boolean]>([
    ['the same pattern', ['src/*.css'], 'src/*.css', true],
    ['a pattern within a folder', ['src'], 'src/deep/*.css', true],
    ['a pattern within all below a folder', ['src/**'], 'src/*.css', true],
    ['a file that a pattern fits', ['src/*.css'], 'src/a.css', true],
    ['a file in a folder whose name looks like a pattern', ['app/[id]'], 'app/[id]/page.tsx', true],
    ['a pattern below a pattern', ['packages/*/src'], 'packages/*/src/*.ts', true],
    ['no file beside a folder whose name looks like a pattern', ['app/[id]'], 'app/[id].tsx', false],
    ['no pattern that may mean more', ['src/?.css'], 'src/*.css', false],
    ['no folder of which it owns a kind', ['src/*.css'], 'src', false],
    ['not all below a folder of which it owns a kind', ['src/*.css'], 'src/**', false],
    ['not the whole repository', ['src'], '.', false],
    ['nothing that lies elsewhere', ['.'], '../lib', false],
  ])('PC-45 as words for more than one file %s', (_, named, path, expected) => {
    expect(beyondOwnership(named, [path])).toEqual(expected ? [] : [path]);
  });
});
