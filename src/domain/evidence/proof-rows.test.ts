import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { proofRows, rowOfCheck } from './proof-rows.ts';
import { isProof } from './proof-table.ts';

it('the guide has the same rows in the same words', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guide/proof.md'), 'utf8');
  const told = [...page.matchAll(/^\| (P\d+) \| ([^|]+) \|/gm)].map(([, name, holds]) => [name, holds]);
  expect(told).toEqual(Object.entries(proofRows).map(([name, { holds }]) => [name, holds]));
});

test.each([
  ['red-first', 'P1'],
  ['verify', 'P10'],
  ['verify SC-2', 'P10'],
  ['read by another', 'P12'],
  ['test', null],
  ['tamper', null],
  ['verifying', null],
])('%s speaks for %s', (check, row) => {
  expect(rowOfCheck(check)).toBe(row);
});

it('each check that has a line in the table of proof has a row', () => {
  const lines = ['expectations', 'guarded', 'silenced', 'hunks', 'values', 'canary', 'stable', 'answers', 'reader'];
  expect(lines.every(isProof)).toBe(true);
  expect(lines.filter((check) => rowOfCheck(check) === null)).toEqual([]);
});
