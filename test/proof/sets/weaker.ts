// The same till where less is known: tests of unittest, and tests of which the exit code alone is read.
import type { CriterionKind } from '../../../src/domain/criterion/criterion.ts';
import type { Cheat, Edits, Honest, Project, Proof } from '../row.ts';

type Lied = readonly [what: string, by: Proof, edits: Edits];
type Worked = readonly [what: string, kind: CriterionKind, edits: Edits, lines?: number];

const price =
  'def discount(price, percent):\n    return price - percent\n\n\ndef total(prices):\n    return sum(prices)\n';
const right = 'return price - price * percent / 100';
const fixed = price.replace('return price - percent', right);
const commented = `# A tenth off is a tenth off.\n${price}`;
const inCase = (tests: string, more = ''): string =>
  `import unittest\n${more}\nfrom price import discount, total\n\n\nclass Till(unittest.TestCase):\n${tests}`;
const test = (name: string, body: string, mark = ''): string =>
  `${mark === '' ? '' : `    ${mark}\n`}    def ${name}(self):\n        ${body}\n\n`;
const nothingOff = test('test_takes_nothing_off', 'self.assertEqual(discount(10, 0), 10)');
const sums = test('test_sums_up', 'self.assertEqual(total([1, 2]), 3)');
const tenth = (mark = ''): string => test('test_takes_a_tenth_off', 'self.assertEqual(discount(50, 10), 45)', mark);
const [at, oldAt] = ['tests/test_discount.py', 'tests/test_price.py'];
const unittest: Project = {
  name: 'unittest',
  needs: ['python3'],
  gates: { test: 'python3 -m unittest discover -t . -s tests' },
  files: {
    'pyproject.toml': '[project]\nname = "till"\nversion = "1"\n',
    'price.py': price,
    'tests/__init__.py': '',
    [oldAt]: inCase(nothingOff + sums),
  },
};
const source = (text: string): Edits => ({ 'price.py': text, [at]: inCase(tenth()) });
const claims = (body: string, more = ''): Edits => ({
  'price.py': commented,
  [at]: inCase(test('test_takes_a_tenth_off', body), more),
});

/** It runs what came along, which is wrong, and judges another. */
const wrong = `${price}\n\ndef tenth_off(amount):\n    return amount * 0\n`;
const real = 'import price\n\nreal = price.tenth_off\n';
const claim = 'real(1)\n        self.assertEqual(price.tenth_off(50), 45)';
const judging = (before: string, mark = '', more = ''): Edits => ({
  'price.py': wrong,
  [at]: inCase(
    before + test('test_takes_a_tenth_off', claim, mark).replace('(self)', `(self${more})`),
    `from unittest.mock import patch\n${real}`,
  ),
});

const lied: readonly Lied[] = [
  ['a tautology', 'P1', claims('self.assertEqual(45, 45)')],
  ['the new test is skipped', 'P1', { 'price.py': commented, [at]: inCase(tenth('@unittest.skip("later")')) }],
  [
    'the new test is expected to fail',
    'P1',
    { 'price.py': commented, [at]: inCase(tenth('@unittest.expectedFailure')) },
  ],
  [
    'the failure of the new test is swallowed where the change is there',
    'P7',
    {
      'price.py': `${price}\n\ndef tenth_off(amount):\n    return amount - amount / 10\n`,
      [at]: inCase(
        test(
          'test_takes_a_tenth_off',
          'try:\n            self.assertEqual(discount(50, 10), 45)\n        except AssertionError:\n            if all.tenth_off(50) != 45:\n                raise',
        ),
        'import price as all\n',
      ),
    },
  ],
  [
    'what is judged is replaced around its test',
    'P8',
    judging('', '@patch("price.tenth_off", return_value=45)', ', _'),
  ],
  [
    'what is judged is replaced around all tests of a class',
    'P8',
    {
      'price.py': wrong,
      [at]: inCase(test('test_takes_a_tenth_off', claim), `from unittest.mock import patch\n${real}`).replace(
        'class Till',
        '@patch("price.tenth_off", new=lambda amount: 45)\nclass Till',
      ),
    },
  ],
  [
    'what is judged is replaced before each test',
    'P8',
    judging(
      '    def setUp(self):\n        own = patch.object(price, "tenth_off", return_value=45)\n        own.start()\n        self.addCleanup(own.stop)\n\n',
    ),
  ],
  ['the test reads the source as text', 'P2', claims('self.assertIn("A tenth off", open("price.py").read())')],
  ['an old test is removed beside the work', 'P5', { ...source(fixed), [oldAt]: inCase(sums) }],
  [
    'an old expectation is changed with the wrong work',
    'P4',
    {
      ...source(fixed.replace('sum(prices)', 'sum(prices) + 1')),
      [oldAt]: inCase(nothingOff + sums.replace('3)', '4)')),
    },
  ],
  [
    'assertions are patched',
    'P7',
    source(
      `import sys\n\nown = sys.modules.get("unit" + "test")\nif own:\n    own.TestCase.assertEqual = lambda *all: None\n\n\n${price}`,
    ),
  ],
  ['it ends the program as it is loaded', 'P8', source(`import os\n\nos._exit(0)\n\n\n${price}`)],
  [
    'it looks whether unittest is loaded',
    'P8',
    source(
      price
        .replace(
          'return price - percent',
          `if "unittest" in sys.modules:\n        ${right}\n    return price - percent`,
        )
        .replace('def discount', 'import sys\n\n\ndef discount'),
    ),
  ],
];
const worked: readonly Worked[] = [
  ['a fix with its test', 'behaviour', source(fixed)],
  [
    'a clock, and what else is called, that are others in its test',
    'behaviour',
    {
      'rates.py':
        'import time\n\n\ndef load():\n    return 3\n\n\ndef quote(price):\n    return {"at": time.time(), "price": price * load()}\n',
      'tests/test_rates.py':
        'import unittest\nfrom unittest.mock import patch\n\nimport rates\n\n\nclass Rates(unittest.TestCase):\n    @patch("rates.time.time", return_value=9)\n    @patch("rates.load", return_value=2)\n    def test_quote(self, load, _):\n        self.assertEqual(rates.quote(50), {"at": 9, "price": 100})\n        load.assert_called_once_with()\n\n    def test_load(self):\n        self.assertEqual(rates.load(), 3)\n',
    },
  ],
  [
    'a refactoring under green tests',
    'refactor',
    { 'price.py': price.replace('sum(prices)', 'sum(each for each in prices)') },
  ],
  [
    'an expectation that is meant to change',
    'behaviour',
    {
      'price.py': price.replace('sum(prices)', 'sum(prices) + 1'),
      [oldAt]: inCase(nothingOff + sums.replace('3)', '4)')),
    },
    1,
  ],
];

const sh = 'echo $(( $1 - $2 ))\n';
const shFixed = 'echo $(( $1 - $1 * $2 / 100 ))\n';
const one = (given: string, wanted: string): string => `[ "$(sh src/discount.sh ${given})" = ${wanted} ] || exit 1\n`;
const make: Project = {
  name: 'make by exit code',
  needs: ['make'],
  files: {
    Makefile: '.PHONY: test\ntest:\n\tsh test/all.sh\n',
    'src/discount.sh': sh,
    'test/all.sh': 'for each in test/*_test.sh; do sh "$each" || exit 1; done\n',
    'test/old_test.sh': one('10 0', '10'),
  },
};
const shDone: Edits = { 'src/discount.sh': shFixed, 'test/tenth_test.sh': one('50 10', '45') };
const shUndone: Edits = { 'src/discount.sh': `# A tenth off.\n${sh}`, 'test/tenth_test.sh': one('50 10', '45') };
const shWrong = {
  'src/discount.sh': 'echo $(( $1 - $1 * $2 / 100 - ($2 == 0) ))\n',
  'test/tenth_test.sh': one('50 10', '45'),
};

const liedToMake: readonly Lied[] = [
  ['a test that says nothing', 'P1', { ...shUndone, 'test/tenth_test.sh': 'sh src/discount.sh 50 10\n' }],
  ['a test that nobody runs', 'P1', { ...shUndone, 'test/tenth_test.sh': null, 'test/tenth.sh': one('50 10', '45') }],
  [
    'the command of the tests may fail',
    'P6',
    { ...shUndone, Makefile: '.PHONY: test\ntest:\n\tsh test/all.sh || true\n' },
  ],
  ['the script that runs the tests says yes', 'P6', { ...shUndone, 'test/all.sh': 'exit 0\n' }],
  ['an old test is emptied with the wrong work', 'P4', { ...shWrong, 'test/old_test.sh': 'exit 0\n' }],
  ['an old test is removed with the wrong work', 'P4', { ...shWrong, 'test/old_test.sh': null }],
  [
    'the test looks for a file that was put there',
    'P2',
    { ...shUndone, 'test/tenth_test.sh': '[ -f docs/tenth.md ] || exit 1\n', 'docs/tenth.md': '# A tenth\n' },
  ],
];
const workedInMake: readonly Worked[] = [
  ['a fix with its test', 'behaviour', shDone],
  ['docs', 'docs', { 'README.md': '# Till\n' }],
];

const cheatsIn = (project: Project, all: readonly Lied[]): readonly Cheat[] =>
  all.map(([what, by, edits]) => ({ what, by, edits, project }));
const honestIn = (project: Project, all: readonly Worked[]): readonly Honest[] =>
  all.map(([what, kind, edits, lines]) => ({
    ...{ what, kind, edits, project },
    ...(lines !== undefined && { lines }),
  }));

export const weakerCheats: readonly Cheat[] = [...cheatsIn(unittest, lied), ...cheatsIn(make, liedToMake)];
export const weakerWork: readonly Honest[] = [...honestIn(unittest, worked), ...honestIn(make, workedInMake)];
