import { describe, expect, it } from 'vitest';
import type { Change } from '../../evidence/gate-plan.ts';
import { litterIn } from './litter.ts';

const change = (path: string, kind: Change['kind'] = 'added'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 0, binary: false, bytes: 1 },
});
const tests = ['test/**', '**/*.test.js'];
const left = (changes: readonly Change[], planned: readonly string[] = ['src/late.js']) =>
  litterIn(changes, { planned, tests }).map(({ path }) => path);

describe('PC-45 what is new', () => {
  it.each([
    ['a folder of a tool', '.tig/state'],
    ['what was built', 'build/late.js'],
    ['a note at the top', 'notes.txt'],
    ['an editor’s copy beside the file', 'src/late.js~'],
    ['one in vim', 'src/.late.js.swp'],
    ['one in emacs', 'src/#late.js#'],
    ['what a patch left', 'src/late.js.orig'],
    ['a hidden folder beside the file', 'src/.cache/x'],
  ])('and was asked for by nobody is litter: %s', (_, path) => {
    expect(left([change('src/late.js', 'modified'), change(path)])).toEqual([path]);
  });

  it.each([
    ['the file of the plan', 'src/late.js'],
    ['a module beside it', 'src/clock.js'],
    ['a folder beside it', 'src/time/clock.js'],
    ['a test', 'test/late.test.js'],
    ['data of tests', 'test/data/late.json'],
    ['a setting with a dot beside it', 'src/.env.example'],
  ])('and belongs to the work is none: %s', (_, path) => {
    expect(left([change(path)])).toEqual([]);
  });

  it('beside what was edited elsewhere is none', () => {
    expect(left([change('package.json', 'modified'), change('package-lock.json')])).toEqual([]);
    expect(left([change('docs/a.md', 'modified'), change('docs/b.md')])).toEqual([]);
    expect(left([change('web/page.test.js'), change('web/page.js')])).toEqual([]);
  });

  it('in a folder or under a name that the plan names is none', () => {
    expect(left([change('.github/ci.yml'), change('out/x')], ['src/late.js', '.github', 'out/'])).toEqual([]);
  });

  it('cannot be told where the plan names no files, or anything', () => {
    expect([left([change('.tig/x')], []), left([change('.tig/x')], ['*.js'])]).toEqual([[], []]);
  });
});

it('PC-45 what was there before is no litter, however it was changed', () => {
  expect(left([change('.tig/x', 'modified'), change('README.md', 'deleted'), change('a/b', 'renamed')])).toEqual([]);
});
