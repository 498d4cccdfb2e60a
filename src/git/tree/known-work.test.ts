import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberWork } from './known-work.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const names = ['a.txt', 'gone.txt', 'link'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'work-'));
  writeFileSync(at('a.txt'), 'one');
  symlinkSync('a.txt', at('link'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const muchLater = () => Date.now() + 60_000;
const lookWith = (work: ReturnType<typeof rememberWork>, base = 'base', without: readonly string[] = []) =>
  work({ hub: { path: '/hub', checkout: '/checkout' }, folder, file: 'index' }, base, without);

function knownAfter(change: () => void, all: readonly string[] = names, now = muchLater) {
  const work = rememberWork(now);
  const first = lookWith(work);
  expect(first.known(names)).toBeNull();
  first.keep('tree');
  change();
  return lookWith(work).known(all);
}

describe('what a copy was read as', () => {
  it('is known as long as its files are as they were', () => {
    expect(knownAfter(() => undefined)).toBe('tree');
  });

  it.each<readonly [string, () => void]>([
    [
      'of the same length, under the time that it had',
      () => {
        writeFileSync(at('a.txt'), 'two');
        utimesSync(at('a.txt'), 1, 1);
      },
    ],
    ['that may be run', () => chmodSync(at('a.txt'), 0o755)],
    ['that is back', () => writeFileSync(at('gone.txt'), 'x')],
    ['that has gone', () => rmSync(at('a.txt'))],
    [
      'that a link leads to elsewhere',
      () => {
        rmSync(at('link'));
        symlinkSync('b.txt', at('link'));
      },
    ],
    [
      'in whose place another was put',
      () => {
        writeFileSync(at('b.txt'), 'two');
        renameSync(at('b.txt'), at('a.txt'));
      },
    ],
  ])('is read anew for a file %s', (_, change) => {
    utimesSync(at('a.txt'), 1, 1);
    expect(knownAfter(change)).toBeNull();
  });

  it('is read anew where one more differs, or one less', () => {
    expect(knownAfter(() => undefined, [...names, 'more.txt'])).toBeNull();
    expect(knownAfter(() => undefined, names.slice(1))).toBeNull();
  });

  it('is read anew beside another base, and without other files', () => {
    const work = rememberWork(muchLater);
    const first = lookWith(work);
    first.known(names);
    first.keep('tree');
    expect(lookWith(work, 'another').known(names)).toBeNull();
    expect(lookWith(work, 'base', ['.env']).known(names)).toBeNull();
    expect(lookWith(work).known(names)).toBe('tree');
  });

  it('is not relied on where a file changed a moment before it was read', () => {
    expect(knownAfter(() => undefined, names, Date.now)).toBeNull();
  });

  it('nor where there are very many', () => {
    const many = Array.from({ length: 2_001 }, (_, number) => `${number}.txt`);
    const work = rememberWork(muchLater);
    const first = lookWith(work);
    first.known(many);
    first.keep('tree');
    expect(lookWith(work).known(many)).toBeNull();
  });
});
