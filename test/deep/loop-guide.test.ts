// The page docs/guide/loop.md is played: its plan stands in its folder, its commands are given to a real Drover with a scripted agent and the settings that the page shows, and what they print is what the page says.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../src/contract/errors/errors.ts';
import { parse } from '../../src/surfaces/cli/parse/parse.ts';
import { openWorld, type World } from '../e2e/world.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/loop.md'), 'utf8');
const fenced = (name: string): readonly string[] =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, text = '']) => (of === name ? [text] : []));

const plansOfPage = fenced('markdown');
/** The settings that it shows, which all stand under one word. */
const limits = fenced('yaml').flatMap((text) => /^limits: \{ (.*?) \}/m.exec(text)?.[1] ?? []);

/** Each command with what it is said to print, in the page's order. */
const played = fenced('').flatMap((text) =>
  text.split(/^(?=\$ drover )/m).flatMap((part) => {
    const [, line, prints = ''] = /^\$ drover ([^\n]*)\n(.*)$/s.exec(part) ?? [];
    return line === undefined ? [] : [{ line, prints: prints.trimEnd() }];
  }),
);

const testOf = (name: string, holds: string) =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => assert.${holds});\n`;
const edit = (path: string, text: string) => ({ edit: { path, text } });
const late = (compares: string) =>
  edit('src/late.js', `export const late = (last, every, now) => now - last ${compares} every;\n`);
const module = (name: string) => [
  edit(`test/${name}.test.js`, testOf(name, `equal(${name}(), '${name}')`)),
  edit(`src/${name}.js`, `export const ${name} = () => '${name}';\n`),
];
const turn = (prompt: string, steps: readonly object[], nth?: number) => ({
  when: { mode: 'write', prompt, ...(nth !== undefined && { nth }) },
  do: [...steps, { say: 'Done.' }],
});
const beats = 'SC-1 .*A beat is late only';
const turns = [
  turn(
    `at criterion ${beats}`,
    [edit('test/late.test.js', testOf('late', 'deepEqual([late(0, 5, 5), late(0, 5, 6)], [false, true])')), late('>=')],
    1,
  ),
  turn(`at criterion ${beats}`, [late('>')], 2),
  turn('at criterion SC-2 .*The next beat', [
    edit('test/next.test.js', testOf('next', 'equal(next(1, 5), 6)')),
    edit('src/next.js', 'export const next = (last, every) => last + every;\n'),
  ]),
  ...['red', 'blue'].map((name, at) =>
    turn(`at criterion SC-${at + 1} .*A ${name} lamp`, [{ wait: { file: '.git/go' } }, ...module(name)]),
  ),
];

/** What differs from one time to the next, said as if it did not; the agent has a name that a person would see there. */
const plainly = (text: string): string =>
  text
    .replace(/\d\d:\d\d:\d\d r\d+/g, '09:00:00 r4')
    .replace(/\(r\d+, [\d.]+ s\)/g, '(r4, 0.1 s)')
    .replace(/scripted(?= {2})/g, 'claude  ')
    .replaceAll('scripted', 'claude')
    .replaceAll(world.checkout, '/home/me/shop')
    .replace(/^.* is now the workspace .*\n/m, '')
    .trim();

let world: World;
beforeAll(async () => {
  world = await openWorld({
    project: {
      'package.json': '{"name":"shop","version":"1.0.0","type":"module"}\n',
      '.drover.yaml': 'gates:\n  test: node --test --test-isolation=none\n',
      '.gitignore': '.pilot\n',
      'src/zero.js': "export const zero = () => 'zero';\n",
      'test/zero.test.js': testOf('zero', "equal(zero(), 'zero')"),
    },
    config: `policy: hands-off\nlimits: { ${limits.join(', ')} }\n`,
    script: { turns },
  });
  const pending = join(world.checkout, '.pilot', 'plan', 'pending');
  mkdirSync(pending, { recursive: true });
  for (const [at, text] of plansOfPage.entries()) writeFileSync(join(pending, `2026010${at + 1}_plan.md`), text);
});
afterAll(() => world?.close());

/** Only lines with this word where one is named behind a bar. */
async function say(line: string): Promise<string> {
  const [command = '', word] = line.split(' | grep ');
  const agent = command.startsWith('loop') ? ['--agent', 'scripted'] : [];
  const { out, err } = await world.drover([...command.split(' '), ...agent]);
  const lines = `${out}${err}`.split('\n').filter((each) => word === undefined || each.includes(word));
  return plainly(lines.join('\n'));
}

/** A look at work comes before it is as it is told, and may come when it has ended: those who work wait for it. */
const isLook = (line: string): boolean => line.startsWith('task show');

function goOn(): void {
  const copies = join(world.state, 'copies');
  for (const copy of readdirSync(copies).filter((each) => existsSync(join(copies, each, '.git'))))
    writeFileSync(join(copies, copy, '.git', 'go'), '');
}

/** Named in a sentence, or in a line by itself. */
const commandsOfPage = [...page.matchAll(/`(drover [a-z][^`]*)`|^ {4}(drover .*)$/gm)].map(
  ([, inText = '', apart = '']) => inText || apart,
);
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);

describe('the page on the loop', () => {
  it('says what its commands print, with its plans and its settings', async () => {
    expect([played.length, limits.length, plansOfPage.length]).toEqual([9, 3, 2]);
    for (const { line, prints } of played) {
      const [task] = /\bshop-\d+/.exec(line) ?? [];
      if (task !== undefined && !isLook(line)) expect(await world.ended(task)).toMatchObject({ outcome: 'proven' });
      const parts = prints.split(/^\.\.\.$/m).map(plainly);
      const holds = (seen: string) => parts.every((part) => seen.includes(part));
      const seen = isLook(line) ? await world.until(() => say(line), holds) : await say(line);
      if (isLook(line)) goOn();
      else if (parts.length === 1) expect(seen, line).toBe(parts[0]);
      else for (const part of parts) expect(seen, line).toContain(part);
    }
  });

  it.each(commandsOfPage)('knows `%s`', (line) => {
    expect(parse(wordsOf(line))).toMatchObject({ kind: 'command' });
  });

  it('names errors that there are', () => {
    for (const [, code = ''] of page.matchAll(/`([A-Z]+_[A-Z_]+)`/g)) expect(Object.keys(errors)).toContain(code);
  });
});
