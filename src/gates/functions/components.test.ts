import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../domain/evidence/gate-plan.ts';
import { components } from './components.ts';
import { mostCharacters } from './read-functions.ts';

const change = (path: string, more: Partial<Change> = {}): Change => ({
  ...{ path, kind: 'modified', from: null, added: 1, removed: 0, binary: false, bytes: 10 },
  ...more,
});

async function added(path: string, before: string | null, after: string): Promise<readonly string[]> {
  const base = memoryTree(before === null ? {} : { [path]: before });
  const found = await components({ tests: ['**/*.test.ts'] }, base, memoryTree({ [path]: after }), [change(path)]);
  return found.map(({ name, kind, line, exported }) => `${exported ? '+' : '-'} ${kind} ${name}:${line}`);
}

it('PC-62 what a file adds is told with its line', async () => {
  expect(await added('src/heart.ts', null, 'export function beat() {}\nconst later = 2;\nexport { later };\n')).toEqual(
    [...['+ function beat:1', '+ constant later:2']],
  );
});

it('PC-62 what was there before is not added, and what moved with its file neither', async () => {
  expect(await added('a.ts', 'export const a = 1;\n', 'export const b = 2;\nexport const a = 3;\n')).toEqual([
    '+ constant b:1',
  ]);
  const moved = await components(
    { tests: [] },
    memoryTree({ 'old.ts': 'export const a = 1;' }),
    memoryTree({ 'new.ts': 'export const a = 1;' }),
    [change('new.ts', { kind: 'renamed', from: 'old.ts' })],
  );
  expect(moved).toEqual([]);
});

it('PC-62 of a file whose base is not read nothing is said to be added; of one that came from another language all is', async () => {
  const large = `export const a = 1;${' '.repeat(mostCharacters)}\n`;
  expect(await added('a.ts', large, 'export const a = 1;\nexport const b = 1;\n')).toEqual([]);
  const moved = await components(
    { tests: [] },
    memoryTree({ 'a.txt': 'export const a = 1;' }),
    memoryTree({ 'a.ts': 'export const a = 1;' }),
    [change('a.ts', { kind: 'renamed', from: 'a.txt' })],
  );
  expect(moved).toMatchObject([{ name: 'a' }]);
});

it('tests, what was deleted, what is no text and what has no grammar add nothing', async () => {
  const tree = memoryTree({
    'a.test.ts': 'export const a = 1;',
    'b.ts': 'export const b = 1;',
    'c.txt': 'export',
    'd.ts': 'export const d = 1;',
  });
  const changes = [
    change('a.test.ts'),
    change('b.ts', { kind: 'deleted' }),
    change('c.txt'),
    change('d.ts', { binary: true }),
  ];
  expect(await components({ tests: ['**/*.test.ts'] }, memoryTree({}), tree, changes)).toEqual([]);
});
