// Every agent's reader on recorded screens of the real programs, whole and in pieces, and on screens made to deceive it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawScreen } from '../../test/fakes/draw-screen.ts';
import type { Screen } from '../domain/screen/screen.ts';
import { readClaudeScreen } from './claude/terminal.ts';
import { readCodexScreen } from './codex/terminal.ts';
import type { ScreenReading } from './drivers/pty/screen/read.ts';
import { readGeminiScreen } from './gemini/terminal.ts';
import { readOpencodeScreen } from './opencode/terminal.ts';
import { readPiScreen } from './pi/terminal.ts';
import { readPrompt } from './program/program.ts';
import { readQwenScreen } from './qwen/terminal.ts';

const readers: Readonly<Record<string, (screen: Screen) => ScreenReading>> = {
  claude: readClaudeScreen,
  codex: readCodexScreen,
  gemini: readGeminiScreen,
  opencode: readOpencodeScreen,
  pi: readPiScreen,
  qwen: readQwenScreen,
};
const wide = { columns: 120, rows: 40 };
const narrow = { columns: 60, rows: 24 };
const windowOf = (agent: string, name: string) =>
  name.startsWith('narrow') ? (agent === 'pi' ? { columns: 50, rows: 20 } : narrow) : wide;
const folderOf = (agent: string) => join(import.meta.dirname, agent, 'fixtures', 'screens');
const namesOf = (agent: string) => readdirSync(folderOf(agent)).map((name) => name.replace('.ansi', ''));
const bytesOf = (agent: string, name: string) => readFileSync(join(folderOf(agent), `${name}.ansi`));
const read = async (agent: string, name: string, piece?: number) =>
  readers[agent]?.(await drawScreen(bytesOf(agent, name), windowOf(agent, name), piece ? { piece } : {}));

const idle = (composer = '') => ({ kind: 'idle', composer });
const busy = (composer = '') => ({ kind: 'busy', composer });
const permission = (means: readonly string[]) => ({
  kind: 'asks',
  asked: { about: 'permission', choices: means.map((each) => expect.objectContaining({ means: each })) },
  menu: { selected: 0 },
});
const asks = (about: string, selected: number, means: readonly string[]) => ({
  kind: 'asks',
  asked: { about, choices: means.map((each) => expect.objectContaining({ means: each })) },
  menu: { selected },
});
const every = {
  idle: idle(),
  'idle-after': idle(),
  'narrow-idle': idle(),
  typed: idle('hello there\nsecond line'),
  'half-typed': idle('half typed'),
  busy: busy(),
  'narrow-busy': busy(),
  'busy-typed': busy('while busy'),
  error: idle(),
  interrupted: idle(),
  rejected: idle(),
  'long-paste': idle(expect.stringMatching(/^\[pasted? .*\]$/i) as unknown as string),
  'slash-menu': idle('/'),
};
const claudes = ['allow_once', 'allow_always', 'other', 'deny'];
const codexes = ['allow_once', 'allow_always', 'deny'];
const qwens = ['allow_once', 'allow_always', 'allow_always', 'deny'];
const expected: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  claude: {
    ...every,
    interrupted: idle('hang now'),
    permission: permission(claudes),
    'narrow-permission': permission(claudes),
    trust: asks('trust', 0, ['deny', 'allow_once']),
    'api-key': asks('login', 1, ['allow_once', 'deny']),
  },
  codex: {
    ...every,
    starting: { ...idle(), early: true },
    permission: permission(codexes),
    'narrow-permission': permission(codexes),
  },
  gemini: { ...every, permission: permission(codexes), trust: asks('trust', 0, ['allow_once', 'other', 'deny']) },
  // It tries again by itself after an error.
  opencode: {
    ...every,
    error: busy(),
    'slash-menu': busy('/'),
    permission: permission(codexes),
    'truecolour-idle': idle(),
    'truecolour-idle-after': idle(),
    'truecolour-typed': idle('hello there'),
    'truecolour-permission': permission(codexes),
  },
  pi: every,
  qwen: {
    ...every,
    interrupted: idle('hang now'),
    permission: permission(qwens),
    'narrow-permission': permission(qwens),
  },
};

for (const agent of Object.keys(readers))
  describe(`HX-46 HX-48 HX-49 screens of ${agent}`, () => {
    test.each(namesOf(agent))('%s', async (name) => {
      expect(await read(agent, name)).toMatchObject(expected[agent]?.[name] ?? { kind: `no expectation for ${name}` });
    });

    test.each(namesOf(agent))('%s, in pieces of seven bytes that split signs and sequences', async (name) => {
      expect(await read(agent, name, 7)).toEqual(await read(agent, name));
    });

    test('a screen of any other agent is never its own dialog', async () => {
      for (const other of Object.keys(readers).filter((each) => each !== agent))
        for (const name of namesOf(other).filter((each) => /permission|trust|api-key/.test(each))) {
          const reading = readers[agent]?.(await drawScreen(bytesOf(other, name), windowOf(other, name)));
          expect(`${other} ${name}: ${reading?.kind}`).toMatch(/: (unknown|idle)$/);
        }
    });

    test('text of any kind alone is never ready', async () => {
      const word = fc.constantFrom(
        '> ',
        '› ',
        '❯ ',
        '1. Yes',
        'Ready',
        '\r\n',
        '────',
        'esc to interrupt',
        '╹▀▀▀',
        'Type your message',
        ' ',
      );
      await fc.assert(
        fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
          const reading = readers[agent]?.(await drawScreen(words.join(''), wide));
          return reading?.kind !== 'idle';
        }),
        { numRuns: 30 },
      );
    });
  });

test('an input line is early only while its program starts', async () => {
  const early: string[] = [];
  for (const agent of Object.keys(readers))
    for (const name of namesOf(agent)) {
      const reading = await read(agent, name);
      if (reading?.kind === 'idle' && reading.early) early.push(`${agent} ${name}`);
    }
  expect(early).toEqual(['codex starting']);
});

test('the same question has the same id in a terminal of any width', async () => {
  const ids = await Promise.all(['permission', 'narrow-permission'].map((name) => read('codex', name)));
  const [one, other] = ids.map((each) => (each?.kind === 'asks' ? each.asked.id : null));
  expect(one).toBe(other);
});

const idleClaude = bytesOf('claude', 'idle').toString();
const above = (text: string) => idleClaude.replace(/\r\n\r\n\r\n\r\n\r\n/, `\r\n${text}\r\n\r\n`);

test('HX-47 a menu that a tool printed above the input line changes nothing', async () => {
  const text = 'Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel · Tab to amend';
  expect(readClaudeScreen(await drawScreen(above(text), wide))).toEqual({ kind: 'idle', composer: '' });
});

test('HX-47 a menu printed over the whole screen, without its cursor, is no dialog', async () => {
  const text = '\u001b[H\u001b[2J────\r\n Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel\r\n';
  expect(readClaudeScreen(await drawScreen(idleClaude + text, wide))).toMatchObject({ kind: 'unknown' });
  expect(readCodexScreen(await drawScreen(bytesOf('codex', 'idle') + text.replaceAll('❯', '›'), wide))).toMatchObject({
    kind: 'unknown',
  });
});

const prompts: readonly (readonly [string, string, object])[] = [
  ['a prompt right before the cursor', 'out\r\n> ', { kind: 'idle' }],
  ['a prompt of a shell', 'user@host:~$ ', { kind: 'idle' }],
  ['a prompt in other signs', '\u001b[1m❯\u001b[0m ', { kind: 'idle' }],
  ['HX-47 a menu', 'Proceed?\r\n❯ 1. Yes\r\n  2. No', { kind: 'unknown' }],
  ['a half-typed line', '> half', { kind: 'unknown' }],
  ['a prompt with something below it', '> \r\nmore\u001b[1;3H', { kind: 'unknown' }],
  ['a quoted line with the cursor elsewhere', '> quoted\r\n', { kind: 'unknown' }],
  ['nothing', '', { kind: 'unknown' }],
];
test.each(prompts)('any program: %s', async (_name, text, reading) => {
  expect(readPrompt(await drawScreen(text, { columns: 40, rows: 8 }))).toMatchObject(reading);
});
