import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projects } from '../../scripts/mutate/reach.ts';

it('WT-123 a fault is shown to all tests that run on every change, but for those that start whole programs', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const text = `${read('package.json').match(/"test": .*/)} ${read('scripts/check.ts')}`;
  const named = [...text.matchAll(/--project (\w+)/g)].map(([, name = '']) => name);
  const wanted = new Set(named.filter((name) => name !== 'e2e'));
  expect(wanted.size).toBeGreaterThan(2);
  expect(new Set(projects)).toEqual(new Set(['--project', ...wanted]));
});
