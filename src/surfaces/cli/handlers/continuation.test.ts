import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Continuation } from '../../../contract/continuation.ts';
import { readContinuation, wishOf, writeContinuation } from './continuation.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'continuation-'));
  mkdirSync(join(folder, '.pilot', 'state'), { recursive: true });
  file = join(folder, '.pilot', 'state', 'continuation.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const todo = { id: 'SC-1', status: 'complete', iteration: 2, owner: 'coder' } as const;
const state: Continuation = {
  ...{ version: '1.0', session_id: 'b7e1', branch: 'main', plan_file: '.pilot/plan/in_progress/plan.md' },
  todos: [todo, { id: 'SC-2', status: 'in_progress', iteration: 1 }],
  ...{ iteration_count: 2, max_iterations: 7, last_checkpoint: '2026-01-18T10:30:00Z', continuation_level: 'polite' },
};
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
const standing = () => [textOf(file), textOf(`${file}.backup`)];

const wrong: readonly (readonly [string, object, string])[] = [
  ['an invalid status', { todos: [{ ...todo, status: 'banana' }] }, 'todos.0.status must be one of pending'],
  ['an iteration above the most', { iteration_count: 99 }, 'iteration_count is above max_iterations'],
  ['an iteration below nothing', { iteration_count: -3 }, 'iteration_count must not be below 0'],
  ['todos that are no list', { todos: { one: todo } }, 'todos must be a list'],
  ['two todos of one id', { todos: [todo, todo] }, 'todos has two of one id'],
  ['a level that there is not', { continuation_level: 'never' }, 'continuation_level must be normal, polite or off'],
  ['a base that is no commit', { base_commit: '--all' }, 'base_commit must be the id of a commit'],
  ['another version', { version: '2.0' }, 'version must be "1.0"'],
];

describe('a continuation is', () => {
  it.each(wrong)('PC-38 not written with %s: file and backup are unchanged', async (_words, change, why) => {
    await writeContinuation(file, state);
    await writeContinuation(file, { ...state, iteration_count: 3 });
    const before = standing();
    expect(await writeContinuation(file, { ...state, ...change })).toMatchObject({
      error_code: 'CONTINUATION_INVALID',
      message: expect.stringContaining(why),
    });
    expect(standing()).toEqual(before);
  });

  it.each(wrong)('PC-38 not read with %s, though its backup holds', (_words, change, why) => {
    writeFileSync(`${file}.backup`, JSON.stringify(state));
    writeFileSync(file, JSON.stringify({ ...state, ...change }));
    const before = standing();
    expect(readContinuation(file)).toMatchObject({
      failure: { error_code: 'CONTINUATION_INVALID', message: expect.stringContaining(why) },
    });
    expect(standing()).toEqual(before);
  });

  it('PC-39 written with its session, and what stood there becomes the backup', async () => {
    expect(await writeContinuation(file, state)).toBeNull();
    expect(await writeContinuation(file, { ...state, iteration_count: 3 })).toBeNull();
    const [now, backup] = standing().map((text) => JSON.parse(text ?? '') as Continuation);
    expect([now, backup]).toEqual([{ ...state, iteration_count: 3 }, state]);
  });

  it('PC-40 read from its backup where it is broken, and that is said; a broken one never becomes the backup', async () => {
    writeFileSync(`${file}.backup`, JSON.stringify(state));
    writeFileSync(file, '\n');
    expect(readContinuation(file)).toMatchObject({
      ok: true,
      root: folder,
      state: { session_id: 'b7e1' },
      said: `${file} is no JSON; taken from its backup of 2026-01-18T10:30:00Z.`,
    });
    await writeContinuation(file, state);
    expect(textOf(`${file}.backup`)).toBe(JSON.stringify(state));
  });

  it.each([
    ['in which nothing ends', () => '/dev/zero'],
    [
      'that is longer than any that is written',
      () => {
        writeFileSync(file, JSON.stringify({ ...state, last_checkpoint: 'x'.repeat(9 * 1024 * 1024) }));
        return file;
      },
    ],
  ])('PC-38 not read from a file %s, whatever its backup says', (_words, lay) => {
    writeFileSync(`${file}.backup`, JSON.stringify(state));
    expect(readContinuation(lay())).toMatchObject({
      failure: { error_code: 'CONTINUATION_INVALID', message: expect.stringContaining('has more than 8 MiB') },
    });
  });

  it('PC-40 refused where both are broken, and where there is none', () => {
    expect(readContinuation(file)).toMatchObject({ failure: { error_code: 'PATH_NOT_FOUND' } });
    writeFileSync(file, '{');
    writeFileSync(`${file}.backup`, '');
    expect(readContinuation(file)).toMatchObject({
      failure: {
        error_code: 'CONTINUATION_INVALID',
        message: expect.stringContaining('neither is continuation.json.backup'),
      },
    });
  });

  it('read with the words of another program: what is complete is not done again, and an aggressive level is the usual one', () => {
    writeFileSync(file, JSON.stringify({ ...state, continuation_level: 'aggressive', updated_by: 'coder' }));
    const found = readContinuation(file);
    if (!found.ok) throw new Error(found.failure.message);
    expect([found.said, wishOf(found.state)]).toEqual([
      null,
      { session: 'b7e1', branch: 'main', level: 'normal', done: ['SC-1'], said: {}, made: { 'SC-2': 1 } },
    ]);
  });

  it('PC-34 read with the attempts that were made at what is left', () => {
    const todos = [
      { id: 'SC-1', status: 'complete', iteration: 4, text: 'it  fires\n' },
      { id: 'SC-2', status: 'in_progress', iteration: 2 },
      { id: 'SC-3', status: 'pending', iteration: 0 },
    ];
    writeFileSync(file, JSON.stringify({ ...state, todos }));
    const found = readContinuation(file);
    if (!found.ok) throw new Error(found.failure.message);
    expect(wishOf(found.state)).toMatchObject({ done: ['SC-1'], said: { 'SC-1': 'it fires' }, made: { 'SC-2': 2 } });
  });
});
