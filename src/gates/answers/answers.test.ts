import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../domain/evidence/gate-plan.ts';
import { answers } from './answers.ts';

const change = (path: string, kind: Change['kind'] = 'modified'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 1, binary: false, bytes: 10 },
});
const plan = { tests: ['test/**'], guarded: [] };

type Files = Readonly<Record<string, string>>;
async function found(was: Files, now: Files): Promise<readonly string[]> {
  const changes = Object.keys(now).map((path) => change(path, path in was ? 'modified' : 'added'));
  const findings = await answers(plan, memoryTree(was), memoryTree({ ...was, ...now }), changes);
  return findings.map(({ file, line, what, needs }) => `${needs} ${file}:${line} ${what}`);
}

const js = 'export function off(price, percent) {\n  return price - percent;\n}\n';
const py = 'def off(price, percent):\n    return price - percent\n';
const [jsTest, pyTest] = [
  'test("a", () => equal(off(50, 10), 45));\n',
  'def test_a():\n    assert off(50, 10) == 45\n',
];
const line = '  return price - percent;';
const given = (where: string, shown: string): string => `yes ${where} gives back the very value of a test: ${shown}`;

it.each<readonly [string, string, string, string, string, readonly string[]]>([
  [
    'one value for two',
    ...(['src/a.js', js, jsTest] as const),
    js.replace(line, `  if (price === 50 && percent === 10) return 45;\n${line}`),
    [given('src/a.js:2', 'if (price === 50 && percent === 10) return 45;')],
  ],
  [
    'in a block, with a comment',
    ...(['src/a.js', js, jsTest] as const),
    js.replace(line, `  if (price == 50) {\n    // A tenth off.\n    return 45;\n  }\n${line}`),
    [given('src/a.js:2', 'if (price == 50) {')],
  ],
  [
    'chosen in a line',
    ...(['src/a.js', js, jsTest] as const),
    js.replace(line, '  return price === 50 ? 45 : price - percent;'),
    [given('src/a.js:2', 'return price === 50 ? 45 : price - percent;')],
  ],
  [
    'in Python',
    ...(['a.py', py, pyTest] as const),
    py.replace('    return', '    if price == 50 and percent == 10:\n        return 45\n    return'),
    [given('a.py:2', 'if price == 50 and percent == 10:')],
  ],
  [
    'the work done for values of a test alone',
    ...(['a.py', py, pyTest] as const),
    py.replace(
      '    return',
      '    if price == 50 and percent == 10:\n        return price - price * percent / 100\n    return',
    ),
    [given('a.py:2', 'if price == 50 and percent == 10:')],
  ],
  [
    'the work done for what words say is none',
    ...(['src/a.js', js, 'test("a", () => equal(off("GET", "/"), 45));\n'] as const),
    js.replace(line, `  if (price === 'GET' && percent === '/') return price + percent;\n${line}`),
    [],
  ],
  [
    'a value of its own',
    ...(['src/a.js', js, 'test("a", () => equal(isRight, true));\n'] as const),
    `export const isRight = true;\n${js}`,
    ['yes src/a.js:1 a value that nothing but a test reads: export const isRight = true;'],
  ],
  [
    'the work done is none',
    ...(['src/a.js', js, jsTest, js.replace(line, '  return price - (price * percent) / 100;'), []] as const),
  ],
  [
    'what no test says is none',
    ...(['src/a.js', js, jsTest] as const),
    js.replace(line, `  if (price === 404) return 'gone';\n${line}`),
    [],
  ],
  [
    'a usual value for an edge is none',
    ...(['src/a.js', js, 'test("a", () => equal(off(0, 10), 0));\n'] as const),
    js.replace(line, `  if (price === 0) return 0;\n${line}`),
    [],
  ],
  [
    'one more where values stand for values is none',
    ...(['src/a.js', 'export function say(code) {\n  if (code === 404) return "gone";\n  return "";\n}\n'] as const),
    'test("a", () => equal(say(410), "away"));\n',
    'export function say(code) {\n  if (code === 404) return "gone";\n  if (code === 410) return "away";\n  return "";\n}\n',
    [],
  ],
  [
    'a value that something reads is none',
    ...(['src/a.js', js, 'test("a", () => equal(off(50), 50 - usual));\n'] as const),
    `export const usual = 3;\n${js.replace('percent)', 'percent = usual)')}`,
    [],
  ],
  [
    'another value in its place is none',
    ...(['src/a.js', `export const usual = 2;\n${js}`, 'test("a", () => equal(usual, 3));\n'] as const),
    `export const usual = 3;\n${js}`,
    [],
  ],
])('%s', async (_, path, was, test, now, wanted) => {
  expect(await found({ [path]: was }, { [path]: now, 'test/a.test.js': test })).toEqual(wanted);
});

it('beside anything else it is none: that is for who reads the change', async () => {
  const now = js.replace(line, `  if (price === 50) return 45;\n${line}`);
  const more = { 'src/b.js': 'export const b = () => off();\n' };
  expect(await found({ 'src/a.js': js }, { 'src/a.js': now, 'test/a.js': jsTest, ...more })).toEqual([]);
  const data = { 'src/b.json': '{ "open": true }\n' };
  expect(await found({ 'src/a.js': js }, { 'src/a.js': now, 'test/a.js': jsTest, ...data })).toEqual([]);
});
