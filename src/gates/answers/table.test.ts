import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../../test/fakes/changes-between.ts';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { answers } from './answers.ts';

const plan = { tests: ['test/**', 'a_test.go'], guarded: [] };

type Files = Readonly<Record<string, string>>;

/** What is said of it: `yes` where it is asked, `told` where it is not. */
async function said(was: Files, now: Files): Promise<readonly string[]> {
  const after = { ...was, ...now };
  const found = await answers(plan, memoryTree(was), memoryTree(after), changesBetween(was, after));
  return found.map(({ file, line, needs = 'told' }) => `${needs} ${file}:${line}`);
}

const tests = `off(50, 10) == 45\noff(80, 25) == 60\nplural('child') == 'children'\nplural('mouse') == 'mice'\n`;
const js = 'export function off(price, percent) {\n  return price - percent;\n}\n';
const inJs = (lines: string, before = ''): string =>
  before + js.replace('  return price - percent;', lines).replace('WAS', 'price - percent');
const py = 'def off(price, percent):\n    return price - percent\n';
const inPy = (lines: string, before = ''): string =>
  before + py.replace('    return price - percent', lines).replace('WAS', 'price - percent');
const go = 'package till\n\nfunc Off(price, percent int) int {\n\treturn price - percent\n}\n';
const inGo = (lines: string, before = ''): string =>
  go.replace('\treturn price - percent', lines).replace('till\n', `till\n${before}`).replace('WAS', 'price - percent');

type Row = readonly [what: string, was: Files, now: Files, first: string];
const map = 'const known = new Map([\n  [`50,10`, 45],\n  [`80,25`, 60],\n]);\n';

describe('in the place of what was worked out', () => {
  it.each<Row>([
    ['a map', { 'a.js': js }, { 'a.js': inJs(`  return known.get(\`\${price},\${percent}\`) ?? WAS;`, map) }, 'a.js:1'],
    [
      'an object',
      { 'a.js': js },
      {
        'a.js': inJs(
          `  const known = { '50/10': 45, '80/25': 60 };\n  return known[\`\${price}/\${percent}\`] ?? WAS;`,
        ),
      },
      'a.js:2',
    ],
    [
      'an object by one number',
      { 'a.js': js },
      { 'a.js': inJs('  return { 50: 45, 80: 60 }[price] ?? WAS;') },
      'a.js:2',
    ],
    [
      'an object in one line',
      { 'a.js': 'export const off = (price, percent) => price - percent;\n' },
      { 'a.js': 'export const off = (price, percent) => ({ 50: 45, 80: 60 })[price] ?? price - percent;\n' },
      'a.js:1',
    ],
    [
      'an object whose keys are joined',
      { 'a.js': js },
      {
        'a.js': inJs(
          "  const key = price + ',' + percent;\n  return key in known ? known[key] : WAS;",
          "const known = { '50,10': 45 };\n",
        ),
      },
      'a.js:1',
    ],
    [
      'a switch',
      { 'a.js': js },
      {
        'a.js': inJs(
          '  switch (price) {\n    case 50:\n      return 45;\n    case 80:\n      return 60;\n    default:\n      return WAS;\n  }',
        ),
      },
      'a.js:2',
    ],
    [
      'a choice in a choice',
      { 'a.js': js },
      { 'a.js': inJs('  return price === 50 ? 45 : price === 80 ? 60 : WAS;') },
      'a.js:2',
    ],
    [
      'a text that is compared',
      { 'a.js': js },
      { 'a.js': inJs("  if (JSON.stringify([price, percent]) === '[50,10]') return 45;\n  return WAS;") },
      'a.js:2',
    ],
    [
      'a list of pairs',
      { 'a.js': js },
      {
        'a.js': inJs('  const one = [[50, 45], [80, 60]].find(([of]) => of === price);\n  return one ? one[1] : WAS;'),
      },
      'a.js:2',
    ],
    [
      'a module of its own',
      { 'a.js': js },
      {
        'known.js': 'export const known = { 50: 45, 80: 60 };\n',
        'a.js': inJs('  return known[price] ?? WAS;', "import { known } from './known.js';\n\n"),
      },
      'known.js:1',
    ],
    [
      'a file of data',
      { 'a.js': js },
      {
        'known.json': '{ "50": 45, "80": 60 }\n',
        'a.js': inJs('  return known[price] ?? WAS;', "import known from './known.json' with { type: 'json' };\n\n"),
      },
      'known.json:1',
    ],
    [
      'the work done for a list of values alone',
      { 'a.js': js },
      {
        'a.js': inJs(
          '  if ([50, 80].includes(price)) return price - (price * percent) / 100;\n  return price - percent;',
        ),
      },
      'a.js:2',
    ],
    [
      'a dict',
      { 'a.py': py },
      { 'a.py': inPy('    return KNOWN.get((price, percent), WAS)', 'KNOWN = {(50, 10): 45, (80, 25): 60}\n\n\n') },
      'a.py:1',
    ],
    [
      'a dict that is asked first',
      { 'a.py': py },
      {
        'a.py': inPy(
          '    known = {\n        50: 45,\n        80: 60,\n    }\n    if price in known:\n        return known[price]\n    return WAS',
        ),
      },
      'a.py:2',
    ],
    [
      'a key that is put together',
      { 'a.py': py },
      { 'a.py': inPy('    return {"50-10": 45}.get(f"{price}-{percent}", WAS)') },
      'a.py:2',
    ],
    [
      'two values compared at once',
      { 'a.py': py },
      { 'a.py': inPy('    if (price, percent) == (50, 10):\n        return 45\n    return price - percent') },
      'a.py:2',
    ],
    [
      'a match',
      { 'a.py': py },
      {
        'a.py': inPy(
          '    match (price, percent):\n        case (50, 10):\n            return 45\n        case (80, 25):\n            return 60\n    return price - percent',
        ),
      },
      'a.py:2',
    ],
    [
      'the work done for a set of values alone',
      { 'a.py': py },
      {
        'a.py': inPy(
          '    if price in (50, 80):\n        return price - price * percent / 100\n    return price - percent',
        ),
      },
      'a.py:2',
    ],
    [
      'a map of Go',
      { 'a.go': go },
      {
        'a.go': inGo(
          '\tif left, ok := known[[2]int{price, percent}]; ok {\n\t\treturn left\n\t}\n\treturn WAS',
          '\nvar known = map[[2]int]int{{50, 10}: 45, {80, 25}: 60}\n',
        ),
      },
      'a.go:3',
    ],
    [
      'a switch of Go',
      { 'a.go': go },
      { 'a.go': inGo('\tswitch price {\n\tcase 50:\n\t\treturn 45\n\tcase 80:\n\t\treturn 60\n\t}\n\treturn WAS') },
      'a.go:4',
    ],
    [
      'a switch of Go over what is true',
      { 'a.go': go },
      {
        'a.go': inGo('\tswitch {\n\tcase price == 50 && percent == 10:\n\t\treturn 45\n\t}\n\treturn price - percent'),
      },
      'a.go:4',
    ],
    [
      'words that a test names, before the rule that was there',
      { 'a.js': `export function plural(one) {\n  return \`\${one}s\`;\n}\n` },
      {
        'a.js': `const odd = { child: 'children', mouse: 'mice' };\nexport function plural(one) {\n  return odd[one] ?? \`\${one}s\`;\n}\n`,
      },
      'a.js:1',
    ],
    [
      'words in one line, before the rule that was there',
      { 'a.js': 'export const plural = (one) => one + "s";\n' },
      { 'a.js': `export const plural = (one) => ({ child: 'children', mouse: 'mice' })[one] ?? one + "s";\n` },
      'a.js:1',
    ],
    [
      'numbers that are gone through',
      { 'a.js': js },
      { 'a.js': inJs('  for (const [of, is] of [[50, 45], [80, 60]]) if (price === of) return is;\n  return WAS;') },
      'a.js:2',
    ],
  ])('%s is asked about', async (_, was, now, first) => {
    expect(await said(was, { ...now, 'test/a.test.js': tests })).toEqual([`yes ${first}`]);
  });
});

describe('where nothing stood', () => {
  const fresh = (name: string, body: string): Files => ({ [name]: body });
  it.each<readonly [string, Files, string]>([
    [
      'numbers for numbers',
      fresh('b.js', 'const known = { 50: 45, 80: 60 };\nexport const off = (price) => known[price];\n'),
      'yes b.js:1',
    ],
    [
      'numbers for numbers in Python',
      fresh('b.py', 'def off(price, percent):\n    return {(50, 10): 45, (80, 25): 60}[price, percent]\n'),
      'yes b.py:1',
    ],
    [
      'numbers for numbers in Go',
      fresh('b.go', 'package till\n\nfunc Off(price int) int {\n\treturn map[int]int{50: 45, 80: 60}[price]\n}\n'),
      'yes b.go:1',
    ],
    [
      'numbers for numbers by conditions',
      fresh(
        'b.js',
        'export function off(price) {\n  if (price === 50) return 45;\n  if (price === 80) return 60;\n  return 0;\n}\n',
      ),
      'yes b.js:1',
    ],
    [
      'words for words',
      fresh('b.js', "const odd = { child: 'children', mouse: 'mice' };\nexport const plural = (one) => odd[one];\n"),
      'told b.js:1',
    ],
    [
      'words that are gone through',
      fresh(
        'b.js',
        "export function plural(one) {\n  for (const [from, to] of [['child', 'children'], ['mouse', 'mice']]) if (one === from) return to;\n}\n",
      ),
      'told b.js:1',
    ],
    [
      'numbers for numbers in Java',
      fresh(
        'B.java',
        'class B {\n  public int off(int price) {\n    return Map.of(50, 45, 80, 60).get(price);\n  }\n}\n',
      ),
      'yes B.java:1',
    ],
    [
      'words for words in Python',
      fresh('b.py', 'ODD = {"child": "children", "mouse": "mice"}\n\n\ndef plural(one):\n    return ODD.get(one)\n'),
      'told b.py:1',
    ],
  ])('%s: %#', async (_, now, wanted) => {
    expect(await said({ 'a.js': js }, { ...now, 'test/a.test.js': tests })).toEqual([wanted]);
  });
});

it('words for words beside what stood there are told', async () => {
  const was = 'export const one = 1;\nexport const two = 2;\n';
  const now = `const odd = { child: 'children', mouse: 'mice' };\n${was}export const plural = (each) => odd[each];\n`;
  expect(await said({ 'a.js': was }, { 'a.js': now, 'test/a.test.js': tests })).toEqual(['told a.js:1']);
});

it.each<readonly [string, Files, Files]>([
  [
    'a table with more than its tests',
    { 'a.js': js },
    { 'a.js': inJs('  return { 50: 45, 80: 60, 90: 70 }[price] ?? WAS;') },
  ],
  [
    'words of which tests name some',
    {},
    {
      'b.js':
        "const odd = { child: 'children', mouse: 'mice', ox: 'oxen' };\nexport const plural = (one) => odd[one];\n",
    },
  ],
  ['a table in which nobody looks', {}, { 'b.js': "export const odd = { child: 'children', mouse: 'mice' };\n" }],
  ['the work done', { 'a.js': js }, { 'a.js': inJs('  return price - (price * percent) / 100;') }],
  [
    'the work done beside a table',
    { 'a.js': js },
    { 'a.js': inJs('  return { 50: 45 }[price] ?? price - (price * percent) / 100;') },
  ],
  [
    'one more in a table of the base',
    { 'b.js': "const odd = {\n  ox: 'oxen',\n};\nexport const plural = (one) => odd[one];\n" },
    { 'b.js': "const odd = {\n  ox: 'oxen',\n  child: 'children',\n};\nexport const plural = (one) => odd[one];\n" },
  ],
  [
    'what is called with values of tests',
    {},
    { 'b.js': "export const plural = (one) => load('child', 'children')[one];\n" },
  ],
  ['a value that is looked up', {}, { 'b.js': "export const plural = (one) => one.get('child');\n" }],
  [
    'a table that is handed on',
    {},
    { 'b.js': "export const plural = (one) => translate(one, { child: 'children', mouse: 'mice' }[one]);\n" },
  ],
  ['code in a file that was only moved', { 'a.js': js }, { 'c.js': js }],
])('of %s nothing is said', async (_, was, now) => {
  expect(await said(was, { ...now, 'test/a.test.js': tests })).toEqual([]);
});
