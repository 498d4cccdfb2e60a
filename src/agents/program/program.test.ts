// Any program that marks its prompts and commands; those that do not are among the screens of all agents.
import { expect, test } from 'vitest';
import { drawScreen } from '../../../test/fakes/draw-screen.ts';
import { readPrompt } from './program.ts';

const osc = (text: string) => `\u001b]133;${text}\u0007`;
const prompt = `${osc('A')}here $ ${osc('B')}`;
const read = async (text: string) => readPrompt(await drawScreen(text, { columns: 40, rows: 8 }));
const idle = (composer = '') => ({ kind: 'idle', composer, marked: true });

test('a marked prompt is ready whatever it looks like, and what is typed behind it stands in its line', async () => {
  expect(await read(prompt)).toEqual(idle());
  expect(await read(`${osc('A')}what now${osc('B')}`)).toEqual(idle());
  expect(await read(`${prompt}git sta`)).toEqual(idle('git sta'));
  expect(await read(`${prompt}${'x'.repeat(60)}`)).toMatchObject({
    kind: 'idle',
    composer: expect.stringMatching(/^x/),
  });
});

test('a command that runs is busy, also where it prints what looks like a prompt', async () => {
  expect(await read(`${prompt}ls\r\n${osc('C')}`)).toEqual({ kind: 'busy', composer: null });
  expect(await read(`${prompt}cat\r\n${osc('C')}user@host:~$ `)).toEqual({ kind: 'busy', composer: null });
});

test('a prompt that was marked in the midst of what is printed is none once more is printed', async () => {
  expect(await read(`${osc('C')}out ${prompt}\r\nmore\u001b[1;1H`)).toMatchObject({ kind: 'unknown' });
  expect(await read(`${osc('C')}${prompt}\u001b[3;1H`)).not.toEqual(idle(''));
});

test('a prompt with something after the cursor, or that has scrolled away, is unknown', async () => {
  expect(await read(`${prompt}typed\u001b[1;8H`)).toMatchObject({ kind: 'unknown' });
  expect(await read(`${prompt}${'\r\n'.repeat(9)}> `)).toMatchObject({ kind: 'unknown' });
});

test('marks of the screen behind an alternate one say nothing of that', async () => {
  expect(await read(`${prompt}\u001b[?1049h`)).toMatchObject({ kind: 'unknown' });
  expect(await read(`\u001b[?1049h\u001b[H${prompt}`)).toMatchObject({ kind: 'unknown' });
});

test('between a command and its next prompt, and where the end of a prompt is not marked, a glyph tells', async () => {
  expect(await read(`${osc('D;0')}> `)).toEqual({ kind: 'idle', composer: '' });
  expect(await read(`${osc('A')}> `)).toEqual({ kind: 'idle', composer: '' });
  expect(await read(`${osc('D;0')}out`)).toMatchObject({ kind: 'unknown' });
});
