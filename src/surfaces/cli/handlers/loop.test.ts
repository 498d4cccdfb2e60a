// A plan of the shared folder while its task is asked for: it waits on until there is a task that has it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ask } from '../daemon/ask.ts';
import type { Console } from '../terminal/console.ts';
import { runLoop } from './loop.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loop-'));
  mkdirSync(join(root, '.pilot', 'plan', 'pending'), { recursive: true });
  writeFileSync(join(root, '.pilot', 'plan', 'pending', 'a.md'), '### SC-1: a\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const standing = () =>
  (['pending', 'in_progress'] as const).filter((folder) => existsSync(join(root, '.pilot', 'plan', folder, 'a.md')));

type Reply = 'killed' | 'a task' | 'PLAN_TAKEN' | 'CONFIG_INVALID' | 'DAEMON_UNREACHABLE';

async function loop(reply: Reply, now: number, values: object = {}, details: object = {}, state = '/mine') {
  let during: readonly string[] | undefined;
  const asked: unknown[] = [];
  const ask = (async (command: string, input: unknown) => {
    if (command !== 'task.create') return { ok: true, data: { open_questions: [] } };
    asked.push(input);
    during ??= standing();
    if (reply === 'killed') throw new Error('killed');
    if (reply === 'a task') return { ok: true, data: { task: 'shop-1', notes: [] } };
    return { ok: false, error_code: reply, error: 'no', hint: '', details };
  }) as unknown as Ask;
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  const console = {
    cwd: root,
    env: {},
    places: { state },
    now: () => now,
    stdout: { write },
    stderr: { write },
  } as unknown as Console;
  await runLoop(console, ask, { detach: true, ...values }, { output: 'text' }).catch(() => null);
  return { during, asked, after: standing(), said: said.join('') };
}

const marks = () => readdirSync(join(root, '.pilot', 'plan', 'in_progress')).filter((name) => name.endsWith('.taken'));

const both = ['pending', 'in_progress'];
const late = () => Date.now() + 120_000;

it.each([
  ['there is a task that has it', 'a task', ['in_progress']],
  ['it was refused', 'CONFIG_INVALID', ['pending']],
  ['a task works on another of its name', 'PLAN_TAKEN', ['pending']],
  ['who asked was killed', 'killed', both],
] as const)('PC-34 PC-06 a plan waits until a task has it: %s', async (_, reply, after) => {
  expect(await loop(reply, Date.now())).toMatchObject({ during: both, after });
});

it.each([
  ['is taken by the next', 'a task', ['in_progress']],
  ['goes on with the task that has it already', 'PLAN_TAKEN', ['in_progress']],
  ['waits on where it is refused', 'CONFIG_INVALID', ['pending']],
] as const)('PC-34 a plan that was taken by one who was killed then %s', async (_, reply, after) => {
  await loop('killed', Date.now());
  expect((await loop('PLAN_TAKEN', Date.now())).after).toEqual(both);
  expect(await loop(reply, late())).toMatchObject({ during: both, after });
});

it('PC-06 a plan that another Drover took waits on where that one says nothing of it, however long, until it goes on', async () => {
  const file = '.pilot/plan/pending/a.md';
  const stranger = (values = {}) => loop('PLAN_TAKEN', late(), values, {}, '/theirs');
  await loop('killed', Date.now());
  // Without a name only one that a task of theirs has begun.
  const { asked, after, said } = await stranger();
  expect([asked, after]).toMatchObject([[{ begun: true }], both]);
  expect(said).toMatch(/pending\/a\.md: another Drover took it: .*:\/mine\. It goes on there/);
  const named = await stranger({ file, once: 'key' });
  expect([named.asked, named.after]).toEqual([[], both]);
  expect(named.said).toMatch(/another Drover took it: .*:\/mine\. \[PLAN_TAKEN\]\n.*\.a\.md\.taken/);
  expect((await loop('PLAN_TAKEN', late())).after).toEqual(['in_progress']);
  expect(marks()).toEqual([]);
});

it.each([
  ['was refused', 'CONFIG_INVALID'],
  ['found nobody to ask', 'DAEMON_UNREACHABLE'],
] as const)('PC-06 a plan that another Drover took is free again where that one %s', async (_, reply) => {
  await loop(reply, Date.now());
  expect((await loop('a task', Date.now(), {}, {}, '/theirs')).after).toEqual(['in_progress']);
  expect(marks()).toEqual([]);
});

it.each([{ sent: true }, { left: true }])('PC-34 a plan stands where a task may have it: %j', async (details) => {
  expect((await loop('DAEMON_UNREACHABLE', Date.now(), {}, details)).after).toEqual(both);
});

it('PC-34 a plan waits on where nobody was asked', async () => {
  expect((await loop('DAEMON_UNREACHABLE', Date.now())).after).toEqual(['pending']);
});

describe('PC-06 a plan that is named', () => {
  const file = '.pilot/plan/pending/a.md';

  it('is not asked for while another executor takes it, unless that is who says it again', async () => {
    await loop('killed', Date.now());
    const { during, said } = await loop('a task', Date.now(), { file });
    expect([during, said]).toEqual([undefined, expect.stringMatching(/^.*another takes it now.* \[PLAN_TAKEN\]\n/)]);
    // Without a name only one that a task of ours has begun.
    expect((await loop('PLAN_TAKEN', Date.now(), { once: 'key' })).asked).toMatchObject([{ begun: true }]);
    expect((await loop('a task', Date.now(), { file, once: 'key' })).after).toEqual(['in_progress']);
  });

  it('is not asked for while another of its name is in progress, which stays as well', async () => {
    mkdirSync(join(root, '.pilot', 'plan', 'in_progress'));
    writeFileSync(join(root, '.pilot', 'plan', 'in_progress', 'a.md'), '### SC-1: b\n');
    const { during, said, after } = await loop('a task', late(), { file, once: 'key' });
    expect([during, said]).toEqual([
      undefined,
      expect.stringMatching(/another plan .* in progress.* \[PLAN_TAKEN\]\n/),
    ]);
    expect(after).toEqual(both);
  });
});
