// Whoever makes red look green also makes tests of ours look green that must fail: shown with real runners, beside honest changes of every form.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GateReading, Gates } from '../../src/ports/gates.ts';
import { needs } from '../needs/needs.ts';
import { type Asked, checkIn, type Files, nodesHere, pytestHost } from './gate-room.ts';

export function canarySuite(name: string, create: () => Gates): void {
  describe(name, () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'canary-'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const read = (files: Files, asked: Asked): Promise<GateReading> => checkIn(folder, create(), files, asked);
    const silent = { verdict: 'failed', canary: { kind: 'silent' }, ids: null, counts: null };

    describe.each(nodesHere())('node:test of Node %s', (_version, bin) => {
      const test = `import { test } from 'node:test'; import assert from 'node:assert'; import { add } from '../src/add.js';\ntest('adds', () => assert.equal(add(1, 2), 3));`;
      const check = (add: string, more: Files = {}, asked: Asked = {}): Promise<GateReading> =>
        read(
          {
            'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
            ...{ 'src/add.js': add, 'test/add.test.js': test, ...more },
          },
          { only: ['test/add.test.js'], canary: { 'test/add.test.js': ['adds'] }, path: bin, ...asked },
        );

      it('honest code keeps its ids, counts and exit', async () => {
        expect(await check('export const add = (a, b) => a + b;')).toMatchObject({
          ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
          counts: { passed: 1, failed: 0, skipped: 0, total: 1 },
          ids: { passed: ['test/add.test.js > adds'], failed: [], skipped: [] },
        });
      });

      it('a test that fails by itself is told as without ours', async () => {
        const wrong = 'export const add = (a, b) => (a === 1 ? 3 : a) ;';
        const more = `${test}\ntest('more', () => assert.equal(add(2, 2), 4));`;
        expect(await check(wrong, { 'test/add.test.js': more })).toMatchObject({
          ...{ verdict: 'failed', canary: { kind: 'failed' }, why: '1 of 2 tests failed' },
          ids: { passed: ['test/add.test.js > adds'], failed: ['test/add.test.js > more'] },
        });
      });

      it('names of tests that the command itself chooses choose ours too', async () => {
        const gates = { test: 'node --test --test-name-pattern=adds' };
        expect(await check('export const add = (a, b) => a + b;', {}, { gates })).toMatchObject({
          canary: { kind: 'failed' },
        });
      });

      it('files of CommonJS and TypeScript have them too', async () => {
        const common = `const { test } = require('node:test'); test('loads', () => {});`;
        const canary = { 'test/c.test.cjs': ['loads'], 'test/add.test.js': ['adds'] };
        const reading = await check(
          'export const add = (a, b) => a + b;',
          { 'test/c.test.cjs': common },
          { only: Object.keys(canary), canary },
        );
        expect(reading).toMatchObject({ verdict: 'passed', canary: { kind: 'failed' }, counts: { total: 2 } });
      });

      it.each([
        ['a patched assertion', `import assert from 'node:assert'; assert.equal = () => {};`],
        [
          'one that is patched while it is called',
          `import assert from 'node:assert'; import { syncBuiltinESMExports } from 'node:module'; const patch = () => { assert.strictEqual = () => {}; syncBuiltinESMExports(); };`,
        ],
        ['a throw that is swallowed', `import assert from 'node:assert'; assert.throws = () => {};`],
      ])('%s is found out', async (_, cheat) => {
        const body = cheat.includes('patch =') ? 'patch(); return 3;' : 'return 3;';
        expect(await check(`${cheat}\nexport const add = () => { ${body} };`)).toMatchObject(silent);
      });

      it('a process that ends itself well before ours are run is found out', async () => {
        const leaves = 'export const add = () => { setImmediate(() => process.reallyExit(0)); return 3; };';
        const waits = `${test}\ntest('waits', () => new Promise((done) => setTimeout(done, 30_000)));`;
        const reading = await check(leaves, { 'test/add.test.js': waits });
        expect(reading).toMatchObject({ verdict: 'failed', canary: { kind: 'silent' } });
      });

      it('a report that a test writes itself, twice, is none: what the runner says by its exit stands against it', async () => {
        const forged = JSON.stringify({ passed: true, name: 'adds', depth: 0, file: 'F' });
        const forge = `import { test } from 'node:test'; import fs from 'node:fs'; import { fileURLToPath } from 'node:url';
const path = /report-destination=([^"]*report.jsonl)/.exec(process.env.NODE_OPTIONS)[1];
const line = ${JSON.stringify(forged)}.replace('"F"', JSON.stringify(fileURLToPath(import.meta.url))) + '\\n{"end":true}\\n';
test('adds', () => { for (let at = 0; at < 2; at += 1) { fs.rmSync(path, { force: true }); fs.writeFileSync(path, line); } console.log('# pass 1'); throw new Error('red'); });`;
        const reading = await check('export const add = () => 3;', { 'test/add.test.js': forge }, { canary: {} });
        expect(reading).toMatchObject({ verdict: 'failed' });
      });

      it('one that says 0 as it ends changes nothing of what is told', async () => {
        const says = `process.on('exit', () => { process.exitCode = 0; });\nexport const add = () => 3;`;
        expect(await check(says)).toMatchObject({ canary: { kind: 'failed' } });
      });
    });

    describe('vitest', () => {
      const test = `import { expect, test } from 'vitest'; import { add } from '../src/add.ts';\ntest('adds', () => expect(add(1, 2)).toBe(3));`;
      const check = (add: string, more: Files = {}): Promise<GateReading> =>
        read(
          {
            'package.json': JSON.stringify({ type: 'module', scripts: { test: 'vitest run' } }),
            ...{ 'src/add.ts': add, 'test/add.test.ts': test, ...more },
          },
          { only: ['test/add.test.ts'], canary: { 'test/add.test.ts': ['adds'] } },
        );

      it('honest code keeps its ids, counts and exit', async () => {
        expect(await check('export const add = (a: number, b: number): number => a + b;')).toMatchObject({
          ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
          ids: { passed: ['test/add.test.ts > adds'], failed: [], skipped: [] },
        });
      });

      const cheats: readonly (readonly [string, Files])[] = [
        [
          'a patched matcher',
          {
            'src/add.ts': `import { expect } from 'vitest'; expect.extend({ toBe: () => ({ pass: true, message: () => '' }) }); export const add = () => 4;`,
          },
        ],
        [
          'a patched assert',
          { 'src/add.ts': `import assert from 'node:assert'; assert.equal = () => {}; export const add = () => 3;` },
        ],
        [
          'a set-up file that turns all green',
          {
            'vitest.config.ts': `export default { test: { setupFiles: ['./setup.ts'] } };`,
            'setup.ts': `import { afterEach } from 'vitest'; afterEach(({ task }) => { queueMicrotask(() => {}); Object.defineProperty(task, 'result', { get: () => ({ state: 'pass' }), set: () => {} }); });`,
            'src/add.ts': 'export const add = () => 3;',
          },
        ],
        [
          'a runner of its own that turns all green',
          {
            'vitest.config.ts': `export default { test: { runner: './runner.ts' } };`,
            'runner.ts': `import { TestRunner } from 'vitest'; export default class extends TestRunner { onAfterTryTask(task: any) { task.result = { ...task.result, state: 'pass' }; } onAfterRunTask(task: any) { task.result = { ...task.result, state: 'pass' }; } async runTask() {} }`,
            'src/add.ts': 'export const add = () => 3;',
          },
        ],
        [
          'an exit of 0 whatever comes',
          {
            'vitest.config.ts': `process.on('exit', () => { process.exitCode = 0; }); export default {};`,
            'src/add.ts': 'export const add = () => 3;',
          },
        ],
      ];
      it.each(cheats)('%s is found out', async (_, files) => {
        expect(await check('', files)).toMatchObject(silent);
      });

      it('a reporter of its own that turns all green is not asked', async () => {
        const reporter = `{ onTestRunEnd(modules) { for (const m of modules) for (const t of m.children.allTests()) t.task.result.state = 'pass'; } }`;
        const config = `export default { test: { reporters: ['default', ${reporter}] } };`;
        const files = { 'vitest.config.ts': config, 'src/add.ts': 'export const add = () => 3;' };
        expect(await check('', files)).toMatchObject({ canary: { kind: 'failed' } });
      });
    });

    describe('pytest', needs('pytest'), () => {
      const gates = { test: `${pytestHost()} -m pytest -x` };
      const test = 'from add import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3';
      const check = (add: string, more: Files = {}): Promise<GateReading> =>
        read(
          {
            'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
            'add.py': add,
            'tests/test_add.py': test,
            ...more,
          },
          { gates, only: ['tests/test_add.py'], canary: { 'tests/test_add.py': ['test_adds'] } },
        );

      it('honest code keeps its ids, counts and exit', async () => {
        expect(await check('def add(a, b):\n    return a + b\n')).toMatchObject({
          ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
          ids: { passed: ['tests/test_add.py > test_adds'], failed: [], skipped: [] },
        });
      });

      it('a class, and marks that choose tests', async () => {
        const inside = 'import pytest\nclass TestAll:\n    @pytest.mark.unit\n    def test_in(self):\n        pass\n';
        const reading = await read(
          {
            'pyproject.toml': '[tool.pytest.ini_options]\nmarkers = ["unit"]\naddopts = "-m unit"\n',
            'tests/test_in.py': inside,
          },
          { gates, only: ['tests/test_in.py'], canary: { 'tests/test_in.py': ['TestAll', 'test_in'] } },
        );
        expect(reading).toMatchObject({ verdict: 'passed', canary: { kind: 'failed' } });
      });

      const patched = 'def add(a, b):\n    return 3\n';
      const cheats: readonly (readonly [string, Files])[] = [
        [
          'patched unittest',
          { 'add.py': `import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n${patched}` },
        ],
        [
          'a patched report',
          {
            'add.py': `import _pytest.runner as r\nmake = r.TestReport.from_item_and_call\ndef green(item, call):\n    report = make(item, call)\n    report.outcome = "passed"\n    return report\nr.TestReport.from_item_and_call = green\n${patched}`,
          },
        ],
        [
          'a hook that turns all green',
          {
            'conftest.py': `import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n`,
            'add.py': patched,
          },
        ],
        [
          'an exit of 0 whatever comes',
          { 'add.py': `import atexit, os\natexit.register(lambda: os._exit(0))\n${patched}` },
        ],
      ];
      it('a report that a test writes itself before it ends everything holds nothing of ours', async () => {
        const forged =
          '<testsuites><testsuite><testcase classname="tests.test_add" name="test_adds" file="tests/test_add.py"/></testsuite></testsuites>';
        const forge = `import os, re, sys\n\ndef test_adds():\n    path = re.search("--junitxml=(.*?report.xml)", " ".join(sys.argv)).group(1)\n    open(path, "w").write(${JSON.stringify(forged)})\n    print("9 passed in 0.1s")\n    os._exit(0)\n`;
        expect(await check(patched, { 'tests/test_add.py': forge })).toMatchObject(silent);
      });

      it.each(cheats)('%s is found out', async (_, files) => {
        expect(await check('', files)).toMatchObject(silent);
      });
    });
  });
}
