// Who proves a change by a test runs what was changed: tests that read source as text, look for a file or bring their own copy of what they test prove nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import type { Edits } from '../proof/row.ts';
import { openProof } from './prove-red.ts';
import { halfOf } from './rotation.ts';

let proof: Awaited<ReturnType<typeof openProof>>;
beforeAll(async () => {
  proof = await openProof();
});
afterAll(() => proof.close());

type Row = readonly [what: string, edits: Edits, told?: RegExp];
const rows = (all: readonly Row[]) =>
  halfOf('what reaches a change', all).map(([what, edits, told = /changed lines that they run: \d+ of /]) => ({
    what,
    edits,
    told,
  }));

const head = `import assert from 'node:assert/strict';\nimport test from 'node:test';\n`;
const cart = `import { readFileSync } from 'node:fs';
export const RATE = 19;
export const NAME = 'shop';
export function total(items) {
  return items.reduce((sum, item) => sum + item, 0);
}
export function tax(amount) {
  if (amount < 0) {
    return 0;
  }
  return amount * RATE;
}
export function words() {
  return JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8'));
}
`;
const old = `${head}import { tax, total } from '../src/cart.js';\ntest('sums up', () => assert.equal(total([1, 2]), 3));\ntest('taxes', () => assert.equal(tax(1), 19));\n`;
const shop: Edits = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/cart.js': cart,
  'src/words.json': '{"a":"one"}',
  'test/cart.test.js': old,
};
const withNet = cart.replace(
  'export function words',
  'export function net(amount) {\n  return amount - tax(amount);\n}\nexport function words',
);
const own = (test: string, imports = ''): string => `${head}${imports}${test}`;

describe('node:test', () => {
  const honest: readonly Row[] = [
    [
      'a new function',
      {
        'src/cart.js': withNet,
        'test/net.test.js': own(
          `test('net', () => assert.equal(net(1), -18));\n`,
          `import { net } from '../src/cart.js';\n`,
        ),
      },
      /changed lines that they run: 2 of src\/cart\.js/,
    ],
    [
      'a changed constant',
      {
        'src/cart.js': cart.replace("'shop'", "'store'"),
        'test/rate.test.js': own(
          `test('name', () => assert.equal(NAME, 'store'));\n`,
          `import { NAME } from '../src/cart.js';\n`,
        ),
      },
    ],
    [
      'lines taken away',
      {
        'src/cart.js': cart.replace('  if (amount < 0) {\n    return 0;\n  }\n', ''),
        'test/less.test.js': own(
          `test('less', () => assert.equal(tax(-1), -19));\n`,
          `import { tax } from '../src/cart.js';\n`,
        ),
      },
    ],
    [
      'data alone',
      {
        'src/words.json': '{"a":"two"}',
        'test/words.test.js': own(
          `test('two', () => assert.equal(words().a, 'two'));\n`,
          `import { words } from '../src/cart.js';\n`,
        ),
      },
      /lines not measured: no code was changed that node:test can follow/,
    ],
    [
      'code and data',
      {
        'src/cart.js': withNet,
        'src/words.json': '{"a":"two"}',
        'test/words.test.js': own(
          `test('two', () => assert.equal(cart.words().a, 'two'));\ntest('net', () => assert.equal(cart.net(1), -18));\n`,
          `import * as cart from '../src/cart.js';\n`,
        ),
      },
      /not told whether the change is reached by: test\/words.test.js > two/,
    ],
    [
      'a new module in suites',
      {
        'src/greet.js': `export const greet = (name) => {\n  return 'hello ' + name;\n};\n`,
        'test/greet.test.js': `import assert from 'node:assert';\nimport { describe, it } from 'node:test';\nimport { greet } from '../src/greet.js';\ndescribe('greet', () => {\n  it('greets', async () => {\n    await null;\n    assert.equal(greet('A'), 'hello A');\n  });\n});\n`,
      },
    ],
    [
      'a file under another name',
      { 'src/cart.js': null, 'src/basket.js': cart, 'test/cart.test.js': old.replace('cart.js', 'basket.js') },
    ],
    [
      'made ready before all tests',
      {
        'src/cart.js': withNet,
        'test/net.test.js': `import assert from 'node:assert';\nimport { before, describe, it } from 'node:test';\nimport { net } from '../src/cart.js';\ndescribe('net', () => {\n  let came;\n  before(() => { came = net(1); });\n  it('a', () => assert.equal(came, -18));\n  it('b', () => assert.ok(came < 0));\n});\n`,
      },
    ],
    [
      'a program that is started',
      {
        'src/cli.js': `console.log('hi ' + process.argv[2]);\n`,
        'test/cli.test.js': own(
          `test('cli', () => assert.equal(spawnSync(process.execPath, ['src/cli.js', 'A'], { encoding: 'utf8' }).stdout, 'hi A\\n'));\n`,
          `import { spawnSync } from 'node:child_process';\n`,
        ),
      },
    ],
    [
      'a program that is started without our variables',
      {
        'src/cli.js': `console.log('hi ' + process.argv[2]);\n`,
        'test/cli.test.js': own(
          `test('cli', () => assert.equal(spawnSync(process.execPath, ['src/cli.js', 'A'], { encoding: 'utf8', env: { X: '1' } }).stdout, 'hi A\\n'));\n`,
          `import { spawnSync } from 'node:child_process';\n`,
        ),
      },
    ],
    [
      'TypeScript whose types are taken away',
      {
        'src/t.ts': `type Name = { readonly a: string };\nexport function hi(name: Name): string {\n  return 'hi ' + name.a;\n}\n`,
        'test/t.test.js': own(
          `test('hi', () => assert.equal(hi({ a: 'A' }), 'hi A'));\n`,
          `import { hi } from '../src/t.ts';\n`,
        ),
      },
      /changed lines that they run: 2 of src\/t\.ts/,
    ],
    [
      'what is kept from an earlier test',
      {
        'src/once.js': `let kept;\nexport function once() {\n  kept ??= make();\n  return kept;\n}\nfunction make() {\n  return { n: 1 };\n}\n`,
        'test/once.test.js': own(
          `test('a', () => assert.equal(once().n, 1));\ntest('b', () => assert.equal(once().n, 1));\n`,
          `import { once } from '../src/once.js';\n`,
        ),
      },
    ],
  ];
  it.each(rows(honest))('$what proves', async ({ edits, told }) => {
    const { red } = await proof.prove(shop, edits);
    expect(red).toMatchObject({ verdict: 'passed', why: expect.stringMatching(told) });
  });

  const copied = withNet
    .slice(withNet.indexOf('export function net'), withNet.indexOf('export function words'))
    .replace('export ', '')
    .replace('tax(amount)', '19');
  const cheats: readonly Row[] = [
    [
      'source is read as text',
      {
        'src/cart.js': withNet,
        'test/net.test.js': own(
          `test('net', () => assert.match(readFileSync('src/cart.js', 'utf8'), /function net/));\n`,
          `import { readFileSync } from 'node:fs';\n`,
        ),
      },
    ],
    [
      'a file is looked for',
      {
        'src/cart.js': withNet,
        'src/done.txt': 'x',
        'test/net.test.js': own(
          `test('net', () => assert.ok(existsSync('src/done.txt')));\n`,
          `import { existsSync } from 'node:fs';\n`,
        ),
      },
    ],
    [
      'a copy of the subject in the test, which loads the module',
      {
        'src/cart.js': withNet,
        'test/net.test.js': own(
          `import * as cart from '../src/cart.js';\n${copied}test('net', () => { assert.ok(cart.net); assert.equal(net(1), -18); });\n`,
        ),
      },
    ],
    [
      'a copy of the subject beside the test',
      {
        'src/cart.js': withNet,
        'test/own.js': withNet,
        'test/net.test.js': own(
          `test('net', () => assert.ok(real && net(1) === -18));\n`,
          `import { net as real } from '../src/cart.js';\nimport { net } from './own.js';\n`,
        ),
      },
    ],
    [
      'one test among honest ones',
      {
        'src/cart.js': withNet,
        'test/net.test.js': own(
          `test('net', () => assert.equal(cart.net(1), -18));\ntest('sham', () => assert.match(readFileSync('src/cart.js', 'utf8'), /function net/));\n`,
          `import { readFileSync } from 'node:fs';\nimport * as cart from '../src/cart.js';\n`,
        ),
      },
    ],
  ];
  it.each(rows(cheats))('$what: nothing is proven', async ({ edits }) => {
    const { red } = await proof.prove(shop, edits);
    expect(red).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('runs no line of production code that was changed'),
    });
  });
});

describe('vitest', () => {
  const top = `import { existsSync, readFileSync } from 'node:fs';\nimport { beforeAll, describe, expect, it } from 'vitest';\n`;
  const source = `import type { Ware } from './ware.ts';\n\nexport type Cart = { readonly wares: readonly Ware[] };\nexport const RATE: number = 19;\nexport function total(cart: Cart): number {\n  return cart.wares.reduce((sum, { price }) => sum + price, 0);\n}\n`;
  const project: Edits = {
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'vitest run' } }),
    'src/ware.ts': 'export type Ware = { readonly price: number };\n',
    'src/cart.ts': source,
    'test/cart.test.ts': `${top}import { total } from '../src/cart.ts';\nit('sums up', () => {\n  expect(total({ wares: [{ price: 2 }] })).toBe(2);\n});\n`,
  };
  const taxed = `${source}\nexport function tax(cart: Cart): number {\n  return total(cart) * RATE;\n}\n`;
  const use = `import { tax } from '../src/cart.ts';\n`;
  it.each(
    rows([
      [
        'a new function in a suite',
        {
          'src/cart.ts': taxed,
          'test/tax.test.ts': `${top}${use}describe('tax', () => {\n  it('is 19', () => {\n    expect(tax({ wares: [{ price: 1 }] })).toBe(19);\n  });\n});\n`,
        },
      ],
      [
        'a changed constant',
        {
          'src/cart.ts': source.replace('= 19', '= 7'),
          'test/rate.test.ts': `${top}import { RATE } from '../src/cart.ts';\nit('is 7', () => {\n  expect(RATE).toBe(7);\n});\n`,
        },
      ],
      [
        'made ready before all tests',
        {
          'src/cart.ts': taxed,
          'test/tax.test.ts': `${top}${use}describe('tax', () => {\n  let came = 0;\n  beforeAll(() => {\n    came = tax({ wares: [{ price: 1 }] });\n  });\n  it('is 19', () => {\n    expect(came).toBe(19);\n  });\n  it('is more than 1', () => {\n    expect(came).toBeGreaterThan(1);\n  });\n});\n`,
        },
      ],
    ]),
  )('$what proves', async ({ edits }) => {
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({
      verdict: 'passed',
      why: expect.stringMatching(/changed lines that they run: \d+ of src\/cart\.ts/),
    });
  });

  it.each(
    rows([
      [
        'source is read as text',
        {
          'src/cart.ts': taxed,
          'test/tax.test.ts': `${top}it('is there', () => {\n  expect(readFileSync('src/cart.ts', 'utf8')).toContain('function tax');\n});\n`,
        },
      ],
      [
        'a file is looked for',
        {
          'src/cart.ts': taxed,
          'src/done.txt': 'x',
          'test/tax.test.ts': `${top}it('is there', () => {\n  expect(existsSync('src/done.txt')).toBe(true);\n});\n`,
        },
      ],
      [
        'a copy of the subject',
        {
          'src/cart.ts': taxed,
          'test/tax.test.ts': `${top}import * as cart from '../src/cart.ts';\nconst tax = (n: number) => n * 19;\nit('is 19', () => {\n  expect(cart).toHaveProperty('tax');\n  expect(tax(1)).toBe(19);\n});\n`,
        },
      ],
    ]),
  )('$what: nothing is proven', async ({ edits }) => {
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('runs no line of production code that was changed'),
    });
  });
});

const nothingProven = {
  verdict: 'failed',
  why: expect.stringContaining('runs no line of production code that was changed'),
};

describe('mocha', () => {
  const top = `import assert from 'node:assert';\nimport { existsSync, readFileSync } from 'node:fs';\n`;
  const project: Edits = {
    ...shop,
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'mocha' }, devDependencies: { mocha: '*' } }),
    'test/cart.test.js': `${top}import { total } from '../src/cart.js';\nit('sums up', () => assert.equal(total([1, 2]), 3));\n`,
  };
  const net = `import { net } from '../src/cart.js';\n`;
  it.each(
    rows([
      [
        'a new function in a suite',
        {
          'src/cart.js': withNet,
          'test/net.test.js': `${top}${net}describe('net', () => {\n  it('is less', () => assert.equal(net(1), -18));\n});\n`,
        },
      ],
      [
        'made ready before all tests',
        {
          'src/cart.js': withNet,
          'test/net.test.js': `${top}${net}describe('net', () => {\n  let came;\n  before(() => { came = net(1); });\n  it('a', () => assert.equal(came, -18));\n  it('b', () => assert.ok(came < 0));\n});\n`,
        },
      ],
      [
        'a changed constant, in one of two files',
        {
          'src/cart.js': withNet.replace("'shop'", "'store'"),
          'test/a.test.js': `${top}import { NAME } from '../src/cart.js';\nit('name', () => assert.equal(NAME, 'store'));\n`,
          'test/net.test.js': `${top}${net}it('net', () => assert.equal(net(1), -18));\n`,
        },
      ],
      [
        'a program that is started',
        {
          'src/cli.js': `console.log('hi ' + process.argv[2]);\n`,
          'test/cli.test.js': `${top}import { spawnSync } from 'node:child_process';\nit('cli', () => assert.equal(spawnSync(process.execPath, ['src/cli.js', 'A'], { encoding: 'utf8' }).stdout, 'hi A\\n'));\n`,
        },
      ],
    ]),
  )('$what proves', async ({ edits, told }) => {
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({ verdict: 'passed', why: expect.stringMatching(told) });
  });

  it.each(
    rows([
      [
        'source is read as text',
        {
          'src/cart.js': withNet,
          'test/net.test.js': `${top}it('net', () => assert.match(readFileSync('src/cart.js', 'utf8'), /function net/));\n`,
        },
      ],
      [
        'a file is looked for',
        {
          'src/cart.js': withNet,
          'src/done.txt': 'x',
          'test/net.test.js': `${top}it('net', () => assert.ok(existsSync('src/done.txt')));\n`,
        },
      ],
    ]),
  )('$what: nothing is proven', async ({ edits }) => {
    expect((await proof.prove(project, edits)).red).toMatchObject(nothingProven);
  });

  it('the words of tdd prove as well', async () => {
    const files = {
      ...project,
      'package.json': String(project['package.json']).replace('"mocha"', '"mocha --ui tdd"'),
      'test/cart.test.js': String(project['test/cart.test.js']).replace('it(', 'test('),
    };
    const edits = {
      'src/cart.js': withNet,
      'test/net.test.js': `${top}${net}suite('net', () => {\n  test('is less', () => assert.equal(net(1), -18));\n});\n`,
    };
    const { red } = await proof.prove(files, edits);
    expect(red).toMatchObject({ verdict: 'passed', why: expect.stringMatching(/changed lines that they run: 2 of /) });
  });

  it('files that run beside each other are not told apart from what was not seen', async () => {
    const all = `import * as cart from '../src/cart.js';\n`;
    const edits = {
      'package.json': String(project['package.json']).replace('"mocha"', '"mocha --parallel"'),
      'src/cart.js': withNet,
      'test/a.test.js': `${top}${all}it('a', () => assert.equal(cart.net(1), -18));\n`,
      'test/b.test.js': `${top}${all}it('b', () => assert.equal(cart.net(1), -18));\n`,
    };
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({
      verdict: 'passed',
      why: expect.stringContaining('not told whether the change is reached by: test/a.test.js > a'),
    });
  });
});

describe('pytest', needs('pytest'), () => {
  const module = `import json\n\nRATE = 19\n\n\ndef total(items):\n    return sum(items)\n`;
  const project: Edits = {
    'pytest.ini': '[pytest]\npythonpath = .\n',
    'cart.py': module,
    'tests/test_cart.py': 'from cart import total\n\n\ndef test_sums_up():\n    assert total([1, 2]) == 3\n',
  };
  const taxed = `${module}\n\ndef tax(amount):\n    """Of one."""\n    return (\n        amount\n        * RATE\n    )\n`;
  it.each(
    rows([
      [
        'a new function',
        {
          'cart.py': taxed,
          'tests/test_tax.py':
            'from cart import tax\n\n\nclass TestTax:\n    def test_one(self):\n        assert tax(1) == 19\n',
        },
      ],
      [
        'a changed constant',
        {
          'cart.py': module.replace('19', '7'),
          'tests/test_rate.py': 'import cart\n\n\ndef test_rate():\n    assert cart.RATE == 7\n',
        },
      ],
      [
        'a fixture of the module',
        {
          'cart.py': taxed,
          'tests/test_tax.py':
            'import pytest\nfrom cart import tax\n\n\n@pytest.fixture(scope="module")\ndef came():\n    return tax(1)\n\n\ndef test_a(came):\n    assert came == 19\n\n\ndef test_b(came):\n    assert came > 1\n',
        },
      ],
      [
        'a program that is started',
        {
          'cli.py': 'import sys\n\nprint("hi " + sys.argv[1])\n',
          'tests/test_cli.py':
            'import subprocess\nimport sys\n\n\ndef test_cli():\n    assert subprocess.check_output([sys.executable, "cli.py", "A"]) == b"hi A\\n"\n',
        },
      ],
    ]),
  )('$what proves', async ({ edits }) => {
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({
      verdict: 'passed',
      why: expect.stringMatching(/changed lines that they run: \d+ of (cart|cli)\.py/),
    });
  });

  it.each(
    rows([
      [
        'source is read as text',
        { 'cart.py': taxed, 'tests/test_tax.py': 'def test_tax():\n    assert "def tax" in open("cart.py").read()\n' },
      ],
      [
        'a file is looked for',
        {
          'cart.py': taxed,
          'done.txt': 'x',
          'tests/test_tax.py': 'import os\n\n\ndef test_tax():\n    assert os.path.exists("done.txt")\n',
        },
      ],
      [
        'a copy of the subject',
        {
          'cart.py': taxed,
          'tests/test_tax.py':
            'import cart\n\n\ndef tax(amount):\n    return amount * 19\n\n\ndef test_tax():\n    assert hasattr(cart, "tax")\n    assert tax(1) == 19\n',
        },
      ],
    ]),
  )('$what: nothing is proven', async ({ edits }) => {
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('runs no line of production code that was changed'),
    });
  });
});

describe('unittest', needs('python3', 'make'), () => {
  const module = `RATE = 19\n\n\ndef total(items):\n    return sum(items)\n`;
  const project: Edits = {
    Makefile: 'test:\n\t@python3 -m unittest\n.PHONY: test\n',
    'cart.py': module,
    'tests/__init__.py': '',
    'tests/test_cart.py':
      'import unittest\nfrom cart import total\n\n\nclass Cart(unittest.TestCase):\n    def test_sums_up(self):\n        self.assertEqual(total([1, 2]), 3)\n',
  };
  const taxed = `${module}\n\ndef tax(amount):\n    return (\n        amount\n        * RATE\n    )\n`;
  const saying = (body: string, more = ''): string =>
    `import os\nimport subprocess\nimport sys\nimport unittest\n${more}\n\nclass Tax(unittest.TestCase):\n${body}`;
  const use = 'from cart import tax\n';
  it.each(
    rows([
      [
        'a new function',
        {
          'cart.py': taxed,
          'tests/test_tax.py': saying('    def test_tax(self):\n        self.assertEqual(tax(1), 19)\n', use),
        },
      ],
      [
        'a changed constant',
        {
          'cart.py': module.replace('19', '7'),
          'tests/test_rate.py': saying(
            '    def test_rate(self):\n        self.assertEqual(cart.RATE, 7)\n',
            'import cart\n',
          ),
        },
      ],
      [
        'made ready for a class',
        {
          'cart.py': taxed,
          'tests/test_tax.py': saying(
            '    @classmethod\n    def setUpClass(cls):\n        cls.came = tax(1)\n\n    def test_a(self):\n        self.assertEqual(self.came, 19)\n\n    def test_b(self):\n        self.assertGreater(self.came, 1)\n',
            use,
          ),
        },
      ],
      [
        'a program that is started',
        {
          'cli.py': 'import sys\n\nprint("hi " + sys.argv[1])\n',
          'tests/test_cli.py': saying(
            '    def test_cli(self):\n        self.assertEqual(subprocess.check_output([sys.executable, "cli.py", "A"]), b"hi A\\n")\n',
          ),
        },
      ],
    ]),
  )('$what proves', async ({ edits, told }) => {
    const { red } = await proof.prove(project, edits);
    expect(red).toMatchObject({ verdict: 'passed', why: expect.stringMatching(told) });
  });

  it.each(
    rows([
      [
        'source is read as text',
        {
          'cart.py': taxed,
          'tests/test_tax.py': saying(
            '    def test_tax(self):\n        self.assertIn("def tax", open("cart.py").read())\n',
          ),
        },
      ],
      [
        'a file is looked for',
        {
          'cart.py': taxed,
          'done.txt': 'x',
          'tests/test_tax.py': saying('    def test_tax(self):\n        self.assertTrue(os.path.exists("done.txt"))\n'),
        },
      ],
    ]),
  )('$what: nothing is proven', async ({ edits }) => {
    expect((await proof.prove(project, edits)).red).toMatchObject(nothingProven);
  });
});

// One run each: what is told of every test stands in one sentence.
describe('go', needs('go'), () => {
  const source =
    'package cart\n\nfunc Total(items []int) int {\n\tsum := 0\n\tfor _, each := range items {\n\t\tsum += each\n\t}\n\treturn sum\n}\n\nfunc Tax(amount int) int {\n\treturn amount\n}\n\nconst Rate = 7\n';
  const project: Edits = {
    'go.mod': 'module example.com/shop\n\ngo 1.18\n',
    'cart/cart.go': source,
    'cart/cart_test.go':
      'package cart\n\nimport "testing"\n\nfunc TestSumsUp(t *testing.T) {\n\tif Total([]int{1, 2}) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  };
  const taxed = source.replace(
    '\treturn amount\n',
    '\tif amount < 0 {\n\t\treturn 0\n\t}\n\treturn amount * 19 // Taxed.\n',
  );
  const tests = [
    'package cart_test\n\nimport (\n\t"example.com/shop/cart"\n\t"os"\n\t"strings"\n\t"testing"\n)\n',
    'func is(t *testing.T, right bool) {\n\tif !right {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    'func text() string {\n\tall, _ := os.ReadFile("cart.go")\n\treturn string(all)\n}\n',
    'func TestTax(t *testing.T) { is(t, cart.Tax(1) == 19) }\n',
    'func TestReads(t *testing.T) { is(t, strings.Contains(text(), "Taxed")) }\n',
    'func TestParts(t *testing.T) {\n\tt.Run("two (of it)", func(t *testing.T) { is(t, cart.Tax(-2) == 0) })\n\tt.Run("reads", func(t *testing.T) { is(t, strings.Contains(text(), "Taxed")) })\n}\n',
  ];

  it('tests and parts of tests that run nothing of it are named, and no other', async () => {
    const { red } = await proof.prove(project, { 'cart/cart.go': taxed, 'cart/tax_test.go': tests.join('\n') });
    expect(red).toMatchObject(nothingProven);
    expect(red?.why).toMatch(/: cart\/tax_test\.go > TestParts > reads, cart\/tax_test\.go > TestReads(?:;|$)/);
  });

  it('a value of the package shows in no count, and that is said', async () => {
    const { red } = await proof.prove(project, {
      'cart/cart.go': source.replace('Rate = 7', 'Rate = 19'),
      'cart/rate_test.go':
        'package cart\n\nimport "testing"\n\nfunc TestRate(t *testing.T) {\n\tif Rate != 19 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    });
    expect(red).toMatchObject({
      verdict: 'passed',
      why: expect.stringContaining('not told whether the change is reached by: cart/rate_test.go > TestRate'),
    });
  });
});

describe('rspec', needs('rspec', 'make'), () => {
  const source = 'RATE = 19\n\ndef total(items)\n  items.sum\nend\n';
  const project: Edits = {
    Makefile: 'test:\n\t@rspec -I . test\n.PHONY: test\n',
    'cart.rb': source,
    'test/cart_spec.rb':
      'require "cart"\n\nRSpec.describe "cart" do\n  it("sums up") { expect(total([1, 2])).to eq(3) }\nend\n',
  };
  const taxed = `${source}\ndef tax(amount)\n  (\n    amount *\n      RATE\n  )\nend\n\nDOUBLE = ->(amount) { 2 * amount }\n`;
  const head = 'require "cart"\nrequire "rbconfig"\n\nRSpec.describe "tax" do\n';
  const honest = [
    '  it("is 19") { expect(tax(1)).to eq(19) }',
    '  context "before all" do\n    before(:context) { @came = tax(1) }\n    it("is there") { expect(@came).to eq(19) }\n  end',
    '  it("doubles") { expect(DOUBLE.call(1)).to eq(2) }',
    '  it("is started") { expect(`#{RbConfig.ruby} -I . cli.rb`).to eq("38\\n") }',
    '  it { expect(tax(3)).to eq(57) }',
  ];
  const read = '  it("reads") { expect(File.read("cart.rb")).to include("def tax") }';
  const loads = '  it("knows its name") { expect(respond_to?(:tax, true)).to be(true) }';

  it('tests that run nothing of it are named, and no other', async () => {
    const { red } = await proof.prove(project, {
      ...{ 'cart.rb': taxed, 'cli.rb': 'require "cart"\nputs tax(2)\n' },
      'test/tax_spec.rb': `${head}${[read, loads, ...honest].join('\n')}\nend\n`,
    });
    expect(red).toMatchObject(nothingProven);
    expect(red?.why).toMatch(/: test\/tax_spec\.rb > tax > knows its name, test\/tax_spec\.rb > tax > reads(?:;|$)/);
  });

  it('a changed constant is for all that load it', async () => {
    const { red } = await proof.prove(project, {
      'cart.rb': source.replace('19', '7'),
      'test/rate_spec.rb': 'require "cart"\n\nRSpec.describe("rate") { it("is 7") { expect(RATE).to eq(7) } }\n',
    });
    expect(red).toMatchObject({ verdict: 'passed', why: expect.stringMatching(/they run: 1 of cart\.rb/) });
  });
});
