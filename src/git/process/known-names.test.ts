import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberNames } from './known-names.ts';

let root: string;
let asked = 0;
beforeEach(() => {
  asked = 0;
  root = mkdtempSync(join(tmpdir(), 'names-'));
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git', 'index'), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ask = async () => {
  asked += 1;
  return [`answer ${asked}`];
};
const muchLater = () => Date.now() + 60_000;

test('names are asked for again when the index has changed, and where there is none', async () => {
  const names = rememberNames(muchLater);
  for (let time = 0; time < 3; time += 1) expect(await names(root, ask)).toEqual(['answer 1']);
  writeFileSync(join(root, '.git', 'index'), 'others');
  expect(await names(root, ask)).toEqual(['answer 2']);
  rmSync(join(root, '.git', 'index'));
  for (const answer of ['answer 3', 'answer 4']) expect(await names(root, ask)).toEqual([answer]);
});

test('an index that changed a moment ago and an answer that failed are not relied on', async () => {
  const young = rememberNames();
  for (const answer of ['answer 1', 'answer 2']) expect(await young(root, ask)).toEqual([answer]);
  const names = rememberNames(muchLater);
  expect(await names(root, async () => null)).toEqual([]);
  expect(await names(root, ask)).toEqual(['answer 3']);
});
