// Which parts of a change are put back first, what their checkout is then, and which test files are known to run them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noon, openStage, type Stage, task } from '../../test/fakes/effects/stage.ts';
import { makeReadyWorld, must } from '../../test/fakes/git-remote/make-world.ts';
import { gateResult } from '../../test/fakes/outside.ts';
import type { Reached } from '../domain/evidence/reached.ts';
import type { GateResult } from '../domain/evidence/verdict.ts';
import { taskId } from '../domain/ids.ts';
import type { Thing } from '../domain/thing.ts';
import type { EffectContext } from '../ports/effect.ts';
import { cutHunks } from './hunks.ts';
import { checkOutTree } from './tree.ts';

const before = 'export function total(all) {\n  return all.length;\n}\n';
const door = `export function door(code) {\n  const open = code === 'x';\n  return open;\n}\n`;
const after = `${before.replace('all.length', 'all.length * 2')}${door}`;
const plan = { tests: ['test/**'], guarded: [] };

let world: Awaited<ReturnType<typeof makeReadyWorld>>;
let stage: Stage;
let folder: string;
let thing: Thing;
let [start, earlier, tree, many] = ['', '', '', ''];
let snapped: (path: string, text: string) => Promise<string>;
const mostlyOnes = Array.from({ length: 2000 }, (_, at) => `export const one${at} = ${at};\n`).join('');

beforeAll(async () => {
  world = await makeReadyWorld();
  folder = mkdtempSync(join(tmpdir(), 'hunks-'));
  stage = await openStage({ folder, world: world.world });
  const { git } = world.world;
  const copy = join(folder, 'copy');
  must(await git.makeCopy(world.hub, copy, world.base, 'drover/shop-1'));
  const snap = async (path: string, text: string, label: string) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
    return must(await git.snapshot(world.hub, copy, world.base.tree, label)).tree;
  };
  snapped = (path, text) => snap(path, text, 'f');
  start = await snap('till.js', before, 'a');
  earlier = await snap('till.js', after.replace('* 2', '* 3'), 'b');
  await snap('till.js', after, 'c');
  tree = await snap('notes.json', '{}\n', 'd');
  many = await snap('many.js', mostlyOnes, 'e');
  thing = await stage.insert({ id: task, kind: 'task' });
});
afterAll(async () => {
  await stage.close();
  await world.world.close();
  rmSync(folder, { recursive: true, force: true });
});

const context = () => ({ thing, now: noon }) as EffectContext;

async function cut(agreed: readonly string[] = [], demanded: readonly string[] = [], to = tree, more: object = {}) {
  const input = { hub: world.hub, base: start, tree: to, plan, agreed, demanded, ...more };
  const came = await cutHunks(stage.ports, input, context());
  if (came.kind !== 'done') throw new Error(JSON.stringify(came));
  return came.output;
}

let number = 0;
async function record(on: string, result: GateResult, of = task): Promise<void> {
  number += 1;
  const link = { number, at: noon, base: start, definitions: 'd', environment: 'e', criterion: 'SC-1', attempt: 1 };
  await stage.ports.store.transact((tx) =>
    tx.addEvidence(of, { ...link, tree: on, result, previous: '', hash: `h${number}` }),
  );
}

it('the largest is first, what has a yes is left out, and files of no code are counted', async () => {
  const { hunks, none, agreed, files } = await cut();
  expect(hunks.map(({ lines, tests }) => [lines[0], tests])).toEqual([
    [4, []],
    [2, []],
  ]);
  expect({ none, agreed, files }).toEqual({ none: { data: 1, unread: 0 }, agreed: 0, files: null });
  const left = await cut([hunks[0]?.key ?? '']);
  expect([left.hunks.map(({ lines }) => lines[0]), left.agreed]).toEqual([[2], 1]);
  const known = await cut([], [hunks[1]?.key ?? '']);
  expect([known.hunks.map(({ lines }) => lines[0]), known.agreed, known.demanded]).toEqual([[4], 0, 1]);
});

it('of very many the largest are tried, and none is left uncounted', async () => {
  const { hunks, left, leftMore } = await cut([], [], many);
  expect(hunks).toHaveLength(24);
  // The file, each of its lines, and the two of the other.
  expect(hunks.length + left.length + leftMore).toBe(1 + 2000 + 2);
});

it('only one of them is put back in its checkout', async () => {
  const { hunks } = await cut();
  const place = { hub: world.hub, base: start, tree, dependencies: null, folders: [], repository: false };
  const texts: string[] = [];
  for (const { path, key } of hunks) {
    const input = { ...place, label: `${task}/hunk-${key}`, overlay: { without: { path, key }, plan } };
    const came = await checkOutTree(stage.ports, input, context());
    if (came.kind !== 'done') throw new Error(JSON.stringify(came));
    texts.push(readFileSync(join(came.output.folder, 'till.js'), 'utf8'));
  }
  expect(texts).toEqual([after.replace(door, ''), `${before}${door}`]);
});

it('what is not there any more has no checkout', async () => {
  const overlay = { without: { path: 'till.js', key: 'gone' }, plan };
  const place = { hub: world.hub, base: start, tree, dependencies: null, folders: [], repository: false };
  const came = await checkOutTree(stage.ports, { ...place, label: `${task}/hunk-x`, overlay }, context());
  expect(came).toMatchObject({ kind: 'done', output: { folder: '' } });
});

it('red tests that say what they expect are run with another value, but for those that have a yes', async () => {
  const spec = `import test from 'node:test';\ntest('sums', () => {\n  assert.equal(total([1]), 2);\n});\n`;
  const with_ = await snapped('test/sum.test.js', spec);
  const id = 'test/sum.test.js > sums';
  const ids = (passed: readonly string[], failed: readonly string[]) => ({ ids: { passed, failed, skipped: [] } });
  await record(with_, gateResult('test', 'passed', ids([id], [])));
  expect((await cut([], [], with_)).values).toEqual([]);
  const red = gateResult('red-first', 'passed', ids([], ['test/sum.test.js']));
  const other = taskId('shop', 2);
  await stage.insert({ id: other, task: other, kind: 'task' });
  await record(with_, red, other);
  expect((await cut([], [], with_)).values).toEqual([]);
  expect((await cut([], [], with_, { taken: other })).values).toHaveLength(1);
  await record(with_, red);
  const [values, ...more] = (await cut([], [], with_)).values ?? [];
  expect([values?.path, values?.tests, values?.asks?.map((each) => each.id), more]).toEqual([
    ...['test/sum.test.js', ['test/sum.test.js'], [id], []],
  ]);
  expect((await cut([values?.asks?.[0]?.key ?? ''], [], with_)).values).toEqual([]);
  const place = { hub: world.hub, base: start, tree: with_, dependencies: null, folders: [], repository: false };
  const overlay = { exchanged: 'test/sum.test.js', asks: [id] };
  const came = await checkOutTree(stage.ports, { ...place, label: `${task}/values`, overlay }, context());
  if (came.kind !== 'done') throw new Error(JSON.stringify(came));
  expect(readFileSync(join(came.output.folder, 'test/sum.test.js'), 'utf8')).toBe(spec.replace(', 2)', ', 3)'));
  const gone = { exchanged: 'test/none.test.js', asks: [id] };
  const none = await checkOutTree(stage.ports, { ...place, label: `${task}/none`, overlay: gone }, context());
  expect(none).toMatchObject({ kind: 'done', output: { folder: '' } });
});

it('test files that ran its lines are told, as long as the file is the one whose lines they ran', async () => {
  const reached = (file: string, lines: Reached['lines']): GateResult =>
    gateResult('red-first', 'passed', {
      lines: {
        kind: 'measured',
        reached: [{ id: `${file} > one`, file: 'till.js', lines }],
        ...{ nothing: [], unsure: [] },
      },
    });
  await record(
    tree,
    gateResult('test', 'passed', { ids: { passed: ['test/a.js > one', 'test/b.js > one'], failed: [], skipped: [] } }),
  );
  await record(tree, reached('test/a.js', [[2, 2]]));
  await record(tree, reached('test/gone.js', [[2, 2]]));
  await record(earlier, reached('test/b.js', [[2, 6]]));
  const { hunks, files } = await cut();
  expect(hunks.map(({ tests }) => tests)).toEqual([[], ['test/a.js']]);
  expect(files).toBe(2);
});
