// The files of a session folder, written as the rows have it, on a real disk.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectedFlow, ProjectedNode } from '../../src/domain/flow/projected.ts';
import { boundSummary } from '../../src/domain/flow/summary.ts';
import { gatherTaskFiles } from '../../src/effects/flow/gather.ts';
import { projectFlow } from '../../src/effects/flow/write-files.ts';
import type { EffectPorts } from '../../src/ports/effect.ts';
import { noon, openStage, type Stage, task } from '../fakes/effects/stage.ts';
import { memoryTree } from '../fakes/memory-tree.ts';
import { needs } from '../needs/needs.ts';

let stage: Stage;
let folder: string;
beforeEach(async () => {
  const root = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'flow-')));
  stage = await openStage({ folder: root, world: null });
  folder = join(root, 'project/.workflow/active/WFS-login');
  layAll();
});
afterEach(() => stage.close());

function layAll(): void {
  lay('.task/IMPL-1.json', '{\n  "id": "IMPL-1",\n  "title": "Log in",\n  "status": "pending"\n}\n');
  lay('.task/IMPL-1.1.json', '{"id":"IMPL-1.1","title":"Check"}');
  lay('workflow-session.json', '{\n  "session_id": "WFS-login",\n  "status": "planning"\n}\n');
}

function lay(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

const begun = { from: 'pending', to: 'in_progress', at: noon } as const;
const done = { from: 'in_progress', to: 'completed', at: noon + 1000 } as const;
const summary = boundSummary({ files: [], components: [], gates: [] });
const node = (id: string, more: Partial<ProjectedNode> = {}): ProjectedNode => ({
  ...{ id, status: 'pending', moves: [], summary: null },
  ...more,
});
const leaf = node('IMPL-1.1', { status: 'completed', moves: [begun, done], summary });

/** How often each had moved when its files were written last. */
let moved = new Map<string, number>();
beforeEach(() => {
  moved = new Map();
});

async function write(...given: Parameters<typeof tryToWrite>) {
  const written = await tryToWrite(...given);
  if (!written.ok) throw new Error(written.failure.message);
  for (const { id, moves } of given[0]) moved.set(id, moves.length);
  return written.value;
}

function tryToWrite(
  nodes: readonly ProjectedNode[],
  more: Partial<ProjectedFlow> = {},
  ports: EffectPorts = stage.ports,
) {
  const fresh = new Set(nodes.flatMap(({ id, moves }) => (moved.get(id) === moves.length ? [] : [id])));
  return projectFlow(ports, { folder, name: 'WFS-login', state: 'active', nodes, fresh, ...more }, task);
}

const nothing = { elsewhere: null, edited: [], missing: [], added: [] };

it('PC-59 PC-61 PC-62 status, history, list, summary and session are written, and what did not change is left alone', async () => {
  expect(await write([node('IMPL-1', { status: 'in_progress', moves: [begun] }), leaf])).toEqual(nothing);
  expect(json('.task/IMPL-1.1.json')).toMatchObject({
    status: 'completed',
    status_history: [
      { from: 'pending' },
      { from: 'in_progress', to: 'completed', changed_at: '2026-11-21T12:00:01.000Z' },
    ],
  });
  expect(read('TODO_LIST.md')).toContain(
    '▸ **IMPL-1**: Log in (in progress) → [📋](./.task/IMPL-1.json)\n  - [x] **IMPL-1.1**: Check → [📋](./.task/IMPL-1.1.json) | [✅](./.summaries/IMPL-1.1-summary.md)',
  );
  expect(read('.summaries/IMPL-1.1-summary.md')).toContain('# Task: IMPL-1.1 Check');
  expect(json('workflow-session.json')).toMatchObject({ status: 'active', updated_at: '2026-11-21T12:00:01.000Z' });
  const before = ['.task/IMPL-1.json', 'TODO_LIST.md'].map((path) => statSync(join(folder, path)).ino);
  expect(await write([node('IMPL-1', { status: 'in_progress', moves: [begun] }), leaf])).toEqual(nothing);
  expect(['.task/IMPL-1.json', 'TODO_LIST.md'].map((path) => statSync(join(folder, path)).ino)).toEqual(before);
  expect(readdirSync(join(folder, '.task')).sort()).toEqual(['IMPL-1.1.json', 'IMPL-1.json']);
});

it("a file with a mark of byte order is its node's, and keeps it", async () => {
  lay('.task/IMPL-1.1.json', '\uFEFF{"id":"IMPL-1.1","title":"Check"}');
  expect(await write([node('IMPL-1'), leaf])).toEqual(nothing);
  expect(read('.task/IMPL-1.1.json')).toMatch(/^\uFEFF\{"id":"IMPL-1.1","title":"Check","status": ?"completed"/);
});

it('a file keeps its mode, and a new one can be read by others', async () => {
  const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
  const before = mode('.task/IMPL-1.json');
  await write([node('IMPL-1', { status: 'failed', moves: [begun] }), leaf]);
  expect([mode('.task/IMPL-1.json'), mode('TODO_LIST.md')]).toEqual([before, '644']);
});

it('PC-61 TODO_LIST.md that was deleted is there again, and changes nothing', async () => {
  await write([node('IMPL-1'), leaf]);
  const was = read('TODO_LIST.md');
  rmSync(join(folder, 'TODO_LIST.md'));
  expect(await write([node('IMPL-1'), leaf])).toEqual(nothing);
  expect(read('TODO_LIST.md')).toBe(was);
});

it('PC-61 the list leads to the summary that an earlier run has left, and to none that is not there', async () => {
  lay('.summaries/IMPL-1.1-summary.md', '# before');
  const settled = (id: string) => node(id, { status: 'completed' });
  await write([settled('IMPL-1'), settled('IMPL-1.1')]);
  expect(read('TODO_LIST.md')).toContain('[📋](./.task/IMPL-1.1.json) | [✅](./.summaries/IMPL-1.1-summary.md)');
  expect(read('TODO_LIST.md')).not.toContain('IMPL-1-summary.md');
  expect(read('.summaries/IMPL-1.1-summary.md')).toBe('# before');
});

it('what somebody writes meanwhile is told once and does not count; what else they wrote stays', async () => {
  await write([node('IMPL-1'), leaf]);
  lay('.task/IMPL-1.json', '{ "id": "IMPL-1", "title": "Log in", "status": "completed", "mine": [1,  2] }');
  lay('TODO_LIST.md', '- [x] all done\n');
  const failedOne = node('IMPL-1', { status: 'failed', moves: [begun, { ...done, to: 'failed' }] });
  expect(await write([failedOne, leaf])).toEqual({ ...nothing, edited: ['.task/IMPL-1.json', 'TODO_LIST.md'] });
  expect(json('.task/IMPL-1.json').status).toBe('failed');
  expect(read('.task/IMPL-1.json')).toContain('"mine": [1,  2]');
  expect(read('TODO_LIST.md')).not.toContain('all done');
  expect(await write([failedOne, leaf], { state: 'failed' })).toEqual(nothing);
});

it('at its end all files are looked at, also those whose node stood still', async () => {
  for (const _ of ['written', 'and found as it was written']) await write([node('IMPL-1'), leaf]);
  lay('.task/IMPL-1.1.json', '{"id":"IMPL-1.1","status":"pending"}');
  expect((await write([node('IMPL-1'), leaf])).edited).toEqual([]);
  expect((await write([node('IMPL-1'), leaf], { state: 'paused' })).edited).toEqual(['.task/IMPL-1.1.json']);
  expect(json('.task/IMPL-1.1.json').status).toBe('completed');
});

it('a file that is gone or was made no task is told and not made again, and one that is new is told', async () => {
  await write([node('IMPL-1'), leaf]);
  rmSync(join(folder, '.task/IMPL-1.json'));
  lay('.task/IMPL-1.1.json', 'no json');
  lay('.task/IMPL-9.json', '{"id":"IMPL-9"}');
  lay('.task/._IMPL-9.json', 'what a computer leaves beside it');
  const told = await write([node('IMPL-1'), leaf], { state: 'completed' });
  expect(told).toEqual({
    elsewhere: null,
    edited: ['.task/IMPL-1.1.json'],
    missing: ['.task/IMPL-1.json'],
    added: ['.task/IMPL-9.json'],
  });
  expect([existsSync(join(folder, '.task/IMPL-1.json')), read('.task/IMPL-1.1.json')]).toEqual([false, 'no json']);
});

it('PC-64 nothing is written through a link, or outside of the folder', async () => {
  const outside = join(stage.folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'todo.md'), 'mine');
  symlinkSync(outside, join(folder, '.summaries'));
  symlinkSync(join(outside, 'todo.md'), join(folder, 'TODO_LIST.md'));
  rmSync(join(folder, '.task/IMPL-1.json'));
  symlinkSync(join(outside, 'todo.md'), join(folder, '.task/IMPL-1.json'));
  const bad = ['../../x', 'a/../../b', '..'].map((id) => node(id, { summary, status: 'failed', moves: [begun] }));
  const { elsewhere } = await write([leaf, ...bad]);
  expect(elsewhere).toBe(join(stage.folder, 'state', 'flows', task));
  expect([readdirSync(outside), readFileSync(join(outside, 'todo.md'), 'utf8')]).toEqual([['todo.md'], 'mine']);
  expect(existsSync(join(folder, '../../x-summary.md'))).toBe(false);
  expect(readdirSync(join(folder, '..'))).toEqual(['WFS-login']);
});

describe('a session folder that was', () => {
  const away = () => join(stage.folder, 'away');
  it.each([
    ['renamed', () => renameSync(folder, away()), 'is gone, or is no folder any more.'],
    ['deleted', () => rmSync(folder, { recursive: true }), 'is gone, or is no folder any more.'],
    [
      'replaced by a file',
      () => [renameSync(folder, away()), writeFileSync(folder, 'mine')],
      'is gone, or is no folder',
    ],
    ['replaced by a link', () => [renameSync(folder, away()), symlinkSync(away(), folder)], 'leads to'],
    [
      'moved behind a link with the folder above it',
      () => [renameSync(join(folder, '..'), away()), symlinkSync(away(), join(folder, '..'))],
      'leads to',
    ],
  ])(
    '%s is said to be, nothing is written anywhere, and back again it has what came meanwhile',
    async (_how, go, says) => {
      await write([node('IMPL-1'), leaf]);
      const was = readFileSync(join(folder, 'TODO_LIST.md'), 'utf8');
      const kept = join(stage.folder, 'kept');
      cpSync(folder, kept, { recursive: true });
      go();
      const [before, shelf] = [treeOf(stage.folder), treeOf(join(stage.folder, 'state'))];
      const began = node('IMPL-1', { status: 'in_progress', moves: [begun] });
      const told = await tryToWrite([began, leaf]);
      const failure = { error_code: 'PATH_NOT_FOUND', message: expect.stringContaining(says) };
      expect(told).toMatchObject({ ok: false, failure });
      expect([treeOf(stage.folder), treeOf(join(stage.folder, 'state'))]).toEqual([before, shelf]);
      for (const path of [folder, join(folder, '..')])
        if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(path);
      cpSync(kept, folder, { recursive: true });
      expect(await write([began, leaf])).toEqual(nothing);
      expect([json('.task/IMPL-1.json').status, read('TODO_LIST.md') === was]).toEqual(['in_progress', false]);
    },
  );
});

/** All texts below a folder, by their paths; a link as such. */
const treeOf = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );

describe('on a disk of its own', needs('mounts'), () => {
  const mount = (...flags: readonly string[]) => execFileSync('mount', [...flags, folder], { stdio: 'pipe' });
  beforeEach(() => {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs');
    layAll();
  });
  afterEach(() => execFileSync('umount', [folder], { stdio: 'pipe' }));

  it('a folder that cannot be written has its files in the state folder', async () => {
    mount('-o', 'remount,ro');
    const { elsewhere } = await write([node('IMPL-1'), leaf]);
    expect(elsewhere).toBe(join(stage.folder, 'state', 'flows', task));
    expect(JSON.parse(readFileSync(join(elsewhere ?? '', '.task/IMPL-1.1.json'), 'utf8'))).toMatchObject({
      status: 'completed',
    });
    expect(readFileSync(join(elsewhere ?? '', 'TODO_LIST.md'), 'utf8')).toContain('IMPL-1.1');
    expect(JSON.parse(read('.task/IMPL-1.1.json'))).toEqual({ id: 'IMPL-1.1', title: 'Check' });
    mount('-o', 'remount,rw');
    expect(await write([node('IMPL-1'), leaf], { state: 'completed' })).toMatchObject({ elsewhere: null, edited: [] });
    expect(json('.task/IMPL-1.1.json').status).toBe('completed');
  });

  it('a full disk is waited for: nothing counts as written, and nothing is half written', async () => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'filling'), Buffer.alloc(bavail * bsize));
    await expect(write([leaf])).rejects.toMatchObject({ failure: { error_code: 'DISK_FULL' } });
    expect(json('.task/IMPL-1.1.json')).toEqual({ id: 'IMPL-1.1', title: 'Check' });
    expect(existsSync(join(folder, 'TODO_LIST.md'))).toBe(false);
    rmSync(join(folder, 'filling'));
    expect(await write([leaf])).toMatchObject({ elsewhere: null, edited: [] });
    expect(json('.task/IMPL-1.1.json').status).toBe('completed');
  });
});

it('a task file by itself is all that is written', async () => {
  await write([node('IMPL-1', { status: 'completed', moves: [begun, done], summary })], {
    folder: join(folder, '.task'),
    alone: 'IMPL-1.json',
  });
  expect(json('.task/IMPL-1.json').status).toBe('completed');
  expect(readdirSync(join(folder, '.task')).sort()).toEqual(['IMPL-1.1.json', 'IMPL-1.json']);
});

const ofAgent = 'copy/.workflow/active/WFS-login/.task';

/** What an agent left in its copy, taken out of it. `has`: the base does, by its path in the session folder. */
async function gather(
  ports: EffectPorts = stage.ports,
  has: Readonly<Record<string, string>> = {},
  outside: readonly string[] = ['.workflow/active/WFS-login'],
  label = 'IMPL-1',
) {
  const root = join(stage.folder, 'copy');
  const session = '.workflow/active/WFS-login';
  const base = memoryTree(Object.fromEntries(Object.entries(has).map(([path, text]) => [`${session}/${path}`, text])));
  const wanted = { hub: {} as never, copy: root, base: 'b', gather: { from: `${session}/.task` }, outside };
  const criterion = { task, id: `${task}/${label}`, kind: 'criterion', spec: { label } };
  return gatherTaskFiles({ ...ports, git: { tree: () => base } } as never, wanted, criterion as never);
}

function leave(name: string, text: string): string {
  const path = join(stage.folder, ofAgent, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('task files that an agent left in its copy are taken out of it and read, the newest of a name, over a crash at any moment', async () => {
  expect(await gather()).toEqual({ added: [], refused: [] });
  const path = leave('IMPL-1.1.json', '{"id":"IMPL-1.1","title":"Old","status":"completed"}');
  await gather();
  expect(existsSync(path)).toBe(false);
  leave('IMPL-1.1.json', '{"id":"IMPL-1.1","title":"Check","status":"completed"}');
  const broken = { ...stage.ports.files, drop: () => Promise.reject(new Error('killed')) };
  await expect(gather({ ...stage.ports, files: broken })).rejects.toThrow('killed');
  const once = await gather();
  expect(once.added.map(({ node: { id, title, status } }) => [id, title, status])).toEqual([
    ['IMPL-1.1', 'Check', 'pending'],
  ]);
  expect(await gather()).toEqual(once);
});

it('what of them is no task file is told with its place, no link is followed, and what the repository has stays', async () => {
  const secret = join(stage.folder, 'secret.json');
  writeFileSync(secret, '{"id":"S","title":"secret"}');
  leave('IMPL-3.json', '{"id":"IMPL-3","title":"t","focus_paths":["../x"]}');
  leave('IMPL-4.json', '{"id":"IMPL-9","title":"t"}');
  leave('IMPL-5.json', `{"id":"IMPL-5","title":"${'x'.repeat(40_000)}"}`);
  leave('IMPL-6.json', '\uFEFF{"id":"IMPL-6","title":"t"}');
  leave('IMPL-7.json', '{"id":"IMPL-7","title":"t\0"}');
  leave('not plain.json', '{}');
  symlinkSync(secret, join(stage.folder, ofAgent, 'S.json'));
  const own = leave('OWN.json', '{"id":"OWN","title":"t"}');
  const { added, refused } = await gather(stage.ports, { '.task/OWN.json': '{"id":"OWN","title":"t"}' });
  expect(added.map(({ node: { id } }) => id)).toEqual(['IMPL-6']);
  expect(Object.fromEntries(refused.map(({ path, why }) => [path.slice('.task/'.length), why]))).toEqual({
    'IMPL-3.json': expect.stringContaining('focus_paths[0] leads out of the repository: ../x'),
    'IMPL-4.json': 'is IMPL-9, and is called otherwise',
    'IMPL-5.json': 'is longer than 32 KiB, or no file',
    'IMPL-7.json': expect.stringContaining('it is no JSON'),
  });
  expect([existsSync(own), existsSync(secret)]).toEqual([true, true]);
  symlinkSync(join(stage.folder, 'project'), join(stage.folder, 'elsewhere'));
  rmSync(join(stage.folder, ofAgent), { recursive: true });
  symlinkSync(join(folder, '.task'), join(stage.folder, ofAgent));
  expect((await gather()).added.map(({ node: { id } }) => id)).toEqual(['IMPL-6']);
});

it('what else an agent left in the session folder stays where it is and is told, but for what the repository has', async () => {
  const beside = ['../TODO_LIST.md', '../.summaries/IMPL-1-summary.md', '../notes/a.md', '../kept/b.md'];
  const paths = beside.map((name) => leave(name, 'x'));
  const has = { 'kept/b.md': 'x' };
  const why = 'is no task file, and nothing else of the session folder is part of the change';
  const { added, refused } = await gather(stage.ports, has);
  expect([added, refused.toSorted((one, other) => one.path.localeCompare(other.path))]).toEqual([
    [],
    ['.summaries', 'notes', 'TODO_LIST.md'].map((path) => ({ path, why })),
  ]);
  expect(paths.every((path) => existsSync(path))).toBe(true);
  expect((await gather(stage.ports, {}, ['.workflow/active/WFS-login/TODO_LIST.md'])).refused).toEqual([
    { path: 'TODO_LIST.md', why },
  ]);
});

it('what the repository has there is told as well where an agent changed it or took it away', async () => {
  const has = {
    '.task/A.json': '{"id":"A"}',
    '.task/B.json': '{"id":"B"}',
    '.task/C.json': '\uFEFF{}',
    'plan.json': '{}',
  };
  const look = async () => (await gather(stage.ports, has)).refused.map(({ path }) => path);
  for (const [path, text] of Object.entries(has)) leave(`../${path}`, text);
  expect(await look()).toEqual([]);
  leave('A.json', '{"id":"A","status":"completed"}');
  leave('../plan.json', '{"summary":"all is done"}');
  rmSync(join(stage.folder, ofAgent, 'B.json'));
  expect(await look()).toEqual(['.task/A.json', '.task/B.json', 'plan.json']);
});

it('what stays in a copy is told of whoever left it there, at each look, and of nobody who comes later', async () => {
  const has = { '.task/A.json': '{"id":"A"}' };
  const look = async (label: string) =>
    (await gather(stage.ports, has, undefined, label)).refused.map(({ path }) => path);
  leave('A.json', '{"id":"A","status":"completed"}');
  leave('../TODO_LIST.md', '- [x] A');
  const told = ['TODO_LIST.md', '.task/A.json'];
  expect([await look('IMPL-1'), await look('IMPL-1'), await look('IMPL-2')]).toEqual([told, told, []]);
  leave('../TODO_LIST.md', '- [x] B');
  expect(await look('IMPL-2')).toEqual(['TODO_LIST.md']);
});

it('what an agent added is a file of the folder once, and not made again when somebody removed it', async () => {
  leave('IMPL-1.2.json', '{\n  "id": "IMPL-1.2",\n  "title": "Late",\n  "owner": 7\n}\n');
  await gather();
  const made = { by: 'IMPL-1', path: '.task/IMPL-1.2.json', title: 'Late' };
  const late = node('IMPL-1.2', { made, status: 'in_progress', moves: [begun] });
  expect(await write([node('IMPL-1'), leaf, late])).toEqual(nothing);
  expect(json('.task/IMPL-1.2.json')).toMatchObject({ title: 'Late', owner: 7, status: 'in_progress' });
  expect(read('TODO_LIST.md')).toContain('**IMPL-1.2**: Late');
  rmSync(join(folder, '.task/IMPL-1.2.json'));
  const after = node('IMPL-1.2', { made, status: 'completed', moves: [begun, done] });
  expect((await write([node('IMPL-1'), leaf, after])).missing).toEqual(['.task/IMPL-1.2.json']);
  expect(existsSync(join(folder, '.task/IMPL-1.2.json'))).toBe(false);
});
