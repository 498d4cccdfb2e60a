// Where a plan's file ends with its task, whatever a kill in between has left.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noon, openStage, type Stage, task } from '../../test/fakes/effects/stage.ts';
import type { EffectContext } from '../ports/effect.ts';
import { release } from './slot.ts';

let folder: string;
let stage: Stage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
  stage = await openStage({ folder, world: null });
});
afterEach(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

const at = (path: string) => join(folder, 'shop', '.pilot', 'plan', path);
function lay(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}
const names = ['pending/a.md', 'in_progress/a.md', 'done/a.md', 'done/a_closed_shop-1.md'];
const standing = () =>
  Object.fromEntries(
    names.filter((path) => existsSync(at(path))).map((path) => [path, readFileSync(at(path), 'utf8')]),
  );

async function end(): Promise<void> {
  const planDone = {
    root: join(folder, 'shop'),
    name: 'a.md',
    sha256: createHash('sha256').update('plan').digest('hex'),
  };
  const thing = await stage
    .insert({ id: task, kind: 'task' })
    .catch(async () => stage.store.read((tx) => tx.thing(task)));
  const context = { thing, now: noon } as EffectContext;
  await release(stage.ports, { workspace: 'shop', slots: 1, outcome: 'proven', planDone }, context);
}

test.each([
  ['it was worked on', { 'in_progress/a.md': 'plan' }, { 'done/a.md': 'plan' }],
  ['a kill came before it left those that wait', { 'pending/a.md': 'plan' }, { 'done/a.md': 'plan' }],
  ['a kill came while it left them', { 'pending/a.md': 'plan', 'in_progress/a.md': 'plan' }, { 'done/a.md': 'plan' }],
  ['a kill came while it was put away', { 'in_progress/a.md': 'plan', 'done/a.md': 'plan' }, { 'done/a.md': 'plan' }],
  ['it is put away already', { 'done/a.md': 'plan' }, { 'done/a.md': 'plan' }],
  ['it was changed while it was worked on', { 'in_progress/a.md': 'more' }, { 'done/a.md': 'more' }],
  [
    'another of its name waits',
    { 'pending/a.md': 'other', 'in_progress/a.md': 'plan' },
    { 'pending/a.md': 'other', 'done/a.md': 'plan' },
  ],
  [
    'another of its name is done',
    { 'in_progress/a.md': 'plan', 'done/a.md': 'other' },
    { 'done/a.md': 'other', 'done/a_closed_shop-1.md': 'plan' },
  ],
  ['it is gone', {}, {}],
])('PC-06 a plan is among the done once: %s', async (_, before, after) => {
  lay(before);
  await end();
  expect(standing()).toEqual(after);
  await end();
  expect(standing()).toEqual(after);
});

test('PC-06 a plan is moved over no link', async () => {
  mkdirSync(join(folder, 'elsewhere'));
  lay({ 'in_progress/a.md': 'plan' });
  symlinkSync(join(folder, 'elsewhere'), at('done'));
  await end();
  expect(standing()).toEqual({ 'in_progress/a.md': 'plan' });
  expect(existsSync(join(folder, 'elsewhere', 'a.md'))).toBe(false);
});
