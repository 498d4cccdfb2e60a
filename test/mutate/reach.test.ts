import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projects } from '../../scripts/mutate/reach.ts';

it('WT-123 a fault is shown to all tests that run on every change, but for those that start whole programs', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const [, run = ''] = /"test": .*run-tests\.ts ([\w ]+)"/.exec(read('package.json')) ?? [];
  const checked = [...read('scripts/check.ts').matchAll(/--project (\w+)/g)].map(([, name = '']) => name);
  const named = [...run.split(' '), ...checked];
  const wanted = new Set(named.filter((name) => name !== 'e2e'));
  expect(wanted.size).toBeGreaterThan(2);
  expect(new Set(projects)).toEqual(new Set(['--project', ...wanted]));
});
