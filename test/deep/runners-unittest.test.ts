// unittest, reached by a plugin of ours through whatever starts it.
import { describe, expect, it } from 'vitest';
import type { GateReading } from '../../src/ports/gates.ts';
import { needs } from '../needs/needs.ts';
import { type Asked, type Files, runnerRoom } from './runner-room.ts';

const check = runnerRoom('unittest with blank-', { asked: { gates: { test: 'python3 -m unittest' } } });

const all: Files = {
  'tests/__init__.py': '',
  'tests/test_a.py': [
    'import unittest',
    'class A(unittest.TestCase):',
    '    def test_ok(self): pass',
    '    def test_bad(self):',
    '        self.assertEqual(1, 2)',
    '    @unittest.skip("x")',
    '    def test_later(self): pass',
    '    def test_parts(self):',
    '        for i in range(3):',
    '            with self.subTest(i=i): self.assertNotEqual(i, 1)',
    '    @unittest.expectedFailure',
    '    def test_expected(self): self.fail()',
    '    @unittest.expectedFailure',
    '    def test_mended(self): pass',
    'class B(unittest.TestCase):',
    '    @classmethod',
    '    def setUpClass(cls): raise RuntimeError("boom")',
    '    def test_never(self): pass',
  ].join('\n'),
  'tests/test_load.py': 'import not_there_x\n',
};
const ids = {
  failed: [
    'tests/test_a.py > A > test_bad',
    'tests/test_a.py > A > test_mended',
    'tests/test_a.py > A > test_parts',
    'tests/test_a.py > B > setUpClass',
    'tests/test_load.py',
  ],
  passed: ['tests/test_a.py > A > test_ok'],
  skipped: ['tests/test_a.py > A > test_expected', 'tests/test_a.py > A > test_later'],
};

const python = needs('python3');

describe('unittest', python, () => {
  it('counts and ids, with lines of failures', async () => {
    const reading = await check(all);
    expect(reading).toMatchObject({ verdict: 'failed', why: '5 of 8 tests failed', ids });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'tests/test_a.py', line: 5 }));
  });

  it.each<[string, Files, string]>([
    ['a recipe of make', { Makefile: 'test:\n\t@echo first\n\t@python3 -m unittest -v\n' }, 'make test'],
    ['a line for a shell', {}, 'echo first; python3 -m unittest'],
    ['discover', {}, 'python3 -m unittest discover -s tests -t .'],
    ['a variable before it', {}, 'env PYTHONPATH=src python3 -m unittest'],
    ['a first failure that would end it', {}, 'python3 -m unittest -f'],
  ])('behind %s: the same ids', needs('python3', 'make'), async (_, files, test) => {
    expect((await check({ ...all, ...files }, { gates: { test } })).ids).toEqual(ids);
  });

  it('one file alone', async () => {
    const files = {
      ...all,
      'tests/test_b.py': 'import unittest\nclass C(unittest.TestCase):\n    def test_c(self): pass\n',
    };
    expect(await check(files, { only: ['tests/test_b.py', 'tests/data.json'] })).toMatchObject({
      verdict: 'passed',
      ids: { passed: ['tests/test_b.py > C > test_c'], failed: [], skipped: [] },
    });
  });

  it('a sitecustomize of the project is loaded as ever, and what tests start is not told', async () => {
    const inner = 'import unittest\nclass I(unittest.TestCase):\n    def test_i(self): pass\nunittest.main()\n';
    const files = {
      'src/sitecustomize.py': 'import builtins\nbuiltins.own = 1\n',
      'inner.py': inner,
      'test_own.py':
        'import subprocess, sys, unittest\nclass O(unittest.TestCase):\n    def test_own(self):\n        self.assertEqual(own, 1)\n        subprocess.run([sys.executable, "inner.py"], check=True)\n',
    };
    const gates = { test: 'env PYTHONPATH=src python3 -m unittest' };
    expect(await check(files, { gates })).toMatchObject({
      verdict: 'passed',
      ids: { passed: ['test_own.py > O > test_own'], failed: [], skipped: [] },
    });
  });

  it('where nothing reaches it, what it prints is counted; no test is no pass', async () => {
    const gates = { test: 'python3 -E -m unittest' };
    expect(await check(all, { gates })).toMatchObject({
      ...{ verdict: 'failed', ids: null, counts: { failed: 5, skipped: 2, passed: 0 } },
    });
    expect(await check({ 'a.py': '' })).toMatchObject({ verdict: 'failed' });
  });

  it.each([
    ['cut short by an end of all', 'os._exit(0)'],
    ['written twice', `open(report, "a").write('{"end":true}\\n')`],
    [
      'written by the test, which ends everything then',
      `open(report, "w").write('{"file":"test_f.py","path":["F","test_f"],"status":"passed"}\\n{"end":true}\\n'); os._exit(0)`,
    ],
  ])('a report %s is no pass', async (words, cheat) => {
    const find =
      'import os, sys, unittest\nreport = os.path.join(os.path.dirname(sys.meta_path[0].find_spec.__code__.co_filename), "..", "report.jsonl")\n';
    const test = `${find}class F(unittest.TestCase):\n    def test_e(self): pass\n    def test_f(self):\n        ${cheat}\n    def test_g(self): pass\n`;
    const asked = { canary: { 'test_f.py': ['F', 'test_e'] }, only: ['test_f.py'] };
    const reading = await check({ 'test_f.py': test }, asked);
    expect(reading.verdict, words).toBe('failed');
  });
});

describe('tests of unittest that must fail', python, () => {
  const test =
    'import unittest\nfrom add import add\n\nclass Adds(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n';
  const beside = (add: string, more: Files = {}, asked: Asked = {}): Promise<GateReading> =>
    check(
      { 'add.py': add, 'tests/__init__.py': '', 'tests/test_add.py': test, ...more },
      { only: ['tests/test_add.py'], canary: { 'tests/test_add.py': ['Adds', 'test_adds'] }, ...asked },
    );
  const honest = 'def add(a, b):\n    return a + b\n';

  it.each<[string, Files, Asked]>([
    ['honest code', {}, {}],
    ['names that the command chooses', {}, { gates: { test: 'python3 -m unittest -k test_adds' } }],
    ['all that discover finds', {}, { gates: { test: 'python3 -m unittest discover' } }],
    [
      'a file that gathers its tests itself',
      {
        'tests/test_add.py': `${test}\ndef load_tests(loader, tests, pattern):\n    return loader.loadTestsFromTestCase(Adds)\n`,
      },
      {},
    ],
  ])('%s: ids, counts and exit stay', async (_, files, asked) => {
    expect(await beside(honest, files, asked)).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['tests/test_add.py > Adds > test_adds'], failed: [], skipped: [] },
    });
  });

  const patched = 'def add(a, b):\n    return 4\n';
  it.each([
    ['a patched assertion', 'import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n'],
    [
      'a patched run',
      'import unittest\nunittest.TestCase.run = lambda self, result=None: (result.startTest(self), result.addSuccess(self))\n',
    ],
    [
      'failures that are told as passed',
      'import unittest\nunittest.TestResult.addFailure = lambda self, t, e: self.addSuccess(t)\nunittest.TestResult.addError = unittest.TestResult.addFailure\nunittest.TextTestResult.addFailure = unittest.TestResult.addFailure\nunittest.TextTestResult.addError = unittest.TestResult.addFailure\n',
    ],
    ['an exit of 0 whatever comes', 'import atexit, os\natexit.register(lambda: os._exit(0))\n'],
  ])('%s is found out', async (_, cheat) => {
    const reading = await beside(`${cheat}${patched}`);
    expect(reading).toMatchObject({ verdict: 'failed' });
    expect(reading.canary?.kind).not.toBe('failed');
  });
});
