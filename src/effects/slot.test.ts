// Where a plan's file stands once a task has it, and where it ends with it, whatever a kill in between has left.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { noon, task } from '../../test/fakes/effects/stage.ts';
import { stageOfEach } from '../../test/fakes/effects/stage-of-each.ts';
import type { EffectContext } from '../ports/effect.ts';
import { release, takePlan } from './slot.ts';

const there = stageOfEach();

const at = (path: string) => join(there().folder, 'shop', '.pilot', 'plan', path);
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

const plan = () => ({ root: join(there().folder, 'shop'), name: 'a.md' });
async function context(): Promise<EffectContext> {
  const thing = await there()
    .stage.insert({ id: task, kind: 'task' })
    .catch(async () => there().stage.store.read((tx) => tx.thing(task)));
  return { thing, now: noon } as EffectContext;
}
const take = async () => takePlan(there().stage.ports, plan(), await context());
const end = async () =>
  release(there().stage.ports, { workspace: 'shop', slots: 1, outcome: 'proven', planDone: plan() }, await context());

type Laid = Readonly<Record<string, string>>;
test.each<[name: string, before: Laid, after?: Laid]>([
  ['left them already', { 'in_progress/a.md': 'plan' }, { 'in_progress/a.md': 'plan' }],
  ['waits still', { 'pending/a.md': 'plan', 'in_progress/a.md': 'plan' }, { 'in_progress/a.md': 'plan' }],
  ['was changed in both', { 'pending/a.md': 'more', 'in_progress/a.md': 'more' }, { 'in_progress/a.md': 'more' }],
  ['was changed since', { 'pending/a.md': 'plan', 'in_progress/a.md': 'more' }],
  ['was put back by somebody', { 'pending/a.md': 'plan' }],
  ['was done', { 'pending/a.md': 'plan', 'done/a.md': 'plan' }],
  ['is gone', {}],
])('PC-06 a plan that a task has leaves those that wait: it %s', async (_, before, after = before) => {
  lay(before);
  await take();
  expect(standing()).toEqual(after);
  await take();
  expect(standing()).toEqual(after);
});

test.each<[name: string, laid: Laid, left: boolean]>([
  ['it waits still', { 'pending/a.md': 'plan', 'in_progress/a.md': 'plan' }, false],
  ['who took it was ended before they took that away', { 'in_progress/a.md': 'plan' }, false],
  ['it was put back, and somebody takes it', { 'pending/a.md': 'plan' }, true],
])('PC-06 that a Drover takes a plan is marked until a task has it: %s', async (_, laid, left) => {
  lay({ 'in_progress/b.md': 'another', ...laid });
  symlinkSync('here:/state', at('in_progress/.a.md.taken'));
  await take();
  expect(readdirSync(at('in_progress')).includes('.a.md.taken')).toBe(left);
});

test('PC-06 a plan is taken away over no link', async () => {
  lay({ 'in_progress/a.md': 'plan', 'elsewhere/a.md': 'plan' });
  symlinkSync('elsewhere', at('pending'));
  await take();
  expect(existsSync(at('elsewhere/a.md'))).toBe(true);
});

test.each([
  ['it was worked on', { 'in_progress/a.md': 'plan' }, { 'done/a.md': 'plan' }],
  [
    'it waits once more',
    { 'pending/a.md': 'plan', 'in_progress/a.md': 'plan' },
    { 'pending/a.md': 'plan', 'done/a.md': 'plan' },
  ],
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
  mkdirSync(join(there().folder, 'elsewhere'));
  lay({ 'in_progress/a.md': 'plan' });
  symlinkSync(join(there().folder, 'elsewhere'), at('done'));
  await end();
  expect(standing()).toEqual({ 'in_progress/a.md': 'plan' });
  expect(existsSync(join(there().folder, 'elsewhere', 'a.md'))).toBe(false);
});
