// What every implementation of the port Gates must do, shown with real runners: commands it gives are run, what they say is read.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GateReading, Gates } from '../../src/ports/gates.ts';
import { needs } from '../needs/needs.ts';
import { type Asked, checkIn, type Files, nodesHere, pytestHost } from './gate-room.ts';

export function gatesSuite(name: string, create: () => Gates): void {
  describe(name, () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'gates with blank-'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const python = `${pytestHost()} -m pytest`;
    const pytest = needs('pytest');
    const check = (files: Files, asked: Asked = {}): Promise<GateReading> => checkIn(folder, create(), files, asked);

    const npm = (script: string): Files => ({
      'package.json': JSON.stringify({ type: 'module', scripts: { test: script } }),
    });
    const nested = JSON.stringify({ type: 'module', scripts: { test: 'npm run unit', unit: 'node --test' } });
    const nodeTests: Files = {
      'test/a.test.js': [
        `import test, { describe, it } from 'node:test';`,
        `import assert from 'node:assert';`,
        `test('adds <1> & "2"', () => assert.equal(1, 1));`,
        `test('breaks', () => { assert.equal(1, 2); });`,
        `test.skip('later', () => {});`,
        `describe('outer', () => { it('inner', () => {}); });`,
        `test('parent', async (t) => { await t.test('child', () => {}); throw new Error('own'); });`,
      ].join('\n'),
      'test/load.test.js': `import './not-there.js'; import test from 'node:test'; test('never', () => {});`,
    };
    const nodeIds = {
      failed: ['test/a.test.js > breaks', 'test/a.test.js > parent', 'test/load.test.js'],
      passed: ['test/a.test.js > adds <1> & "2"', 'test/a.test.js > outer > inner', 'test/a.test.js > parent > child'],
      skipped: ['test/a.test.js > later'],
    };

    it.each([
      ['npm test', npm('node --test')],
      ['npm test, with positional files', npm('node --test "test/**/*.test.js"')],
      ['npm test, with a script before it', npm('echo first && node --test')],
    ])('node:test behind %s: counts and ids, files that do not load by their path', async (_, manifest) => {
      const reading = await check({ ...manifest, ...nodeTests });
      expect(reading).toMatchObject({ verdict: 'failed', counts: { passed: 3, failed: 3, skipped: 1, total: 7 } });
      expect(reading.ids).toEqual(nodeIds);
      expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'test/a.test.js', line: 4 }));
    });

    describe.each(nodesHere())('WT-04 Node %s', (_version, bin) => {
      const scripts: readonly (readonly [string, Files, Asked])[] = [
        ['node --test', {}, { gates: { test: 'node --test' } }],
        ['npm test', npm('node --test'), {}],
        ['a script that npm test calls by name', { 'package.json': nested }, {}],
        ['a shell line', {}, { gates: { test: 'echo first; node --test' } }],
      ];
      it.each(scripts)('behind %s: the same ids as any other', async (_words, files, asked) => {
        const reading = await check({ ...files, ...nodeTests }, { ...asked, path: bin });
        expect(reading).toMatchObject({ verdict: 'failed', counts: { passed: 3, failed: 3, skipped: 1, total: 7 } });
        expect(reading.ids).toEqual(nodeIds);
      });

      it('behind a script for a shell: the same ids', async () => {
        const script = { 'run.sh': '# node --test\necho first\nexec node --test\n', ...npm('sh run.sh') };
        expect((await check({ ...script, ...nodeTests }, { path: bin })).ids).toEqual(nodeIds);
        const own = { gates: { test: 'sh -eu ./run.sh' }, path: bin };
        expect((await check({ ...script, ...nodeTests }, own)).ids).toEqual(nodeIds);
      });

      it('behind a program of its own: exit codes alone', async () => {
        const start = `import { spawnSync } from 'node:child_process'; process.exit(spawnSync('node', ['--test'], { stdio: 'inherit' }).status);`;
        const script = { 'run.js': start, ...npm('node run.js') };
        expect(await check({ ...script, ...nodeTests }, { path: bin })).toMatchObject({ verdict: 'failed', ids: null });
        const fine = { 'test/b.test.js': `import test from 'node:test'; test('b', () => {});` };
        expect(await check({ ...script, ...fine }, { path: bin })).toMatchObject({ verdict: 'passed', ids: null });
      });
    });

    it('node:test as a plain command, whole and for one file alone', async () => {
      const gates = { test: 'node --test' };
      expect((await check(nodeTests, { gates })).ids).toEqual(nodeIds);
      const one = await check(
        { ...nodeTests, 'test/b.test.js': `import test from 'node:test'; test('b', () => {});` },
        { gates, only: ['test/b.test.js'] },
      );
      expect(one).toMatchObject({
        verdict: 'passed',
        ids: { passed: ['test/b.test.js > b'], failed: [], skipped: [] },
      });
    });

    it('node:test behind npm for one file alone', async () => {
      const files = {
        ...npm('node --test'),
        ...nodeTests,
        'test/b.test.js': `import test from 'node:test'; test('b', () => {});`,
      };
      expect((await check(files, { only: ['test/b.test.js'] })).ids?.passed).toEqual(['test/b.test.js > b']);
    });

    it('node:test with a reporter of its own: what is printed is read', async () => {
      const tap = await check({ ...npm('node --test --test-reporter=tap'), ...nodeTests });
      expect(tap).toMatchObject({ verdict: 'failed', counts: { skipped: 1 } });
      expect(tap.ids?.failed).toContain('breaks');
      const twice = await check({
        ...npm('node --test test/b.test.js && node --test test/b.test.js'),
        'test/b.test.js': `import test from 'node:test'; test('b', () => {});`,
      });
      expect(twice).toMatchObject({
        verdict: 'passed',
        counts: { passed: 2, failed: 0, skipped: 0, total: 2 },
        ids: null,
      });
    });

    it('an honest runner that writes its report twice counts by numbers alone, which is said', pytest, async () => {
      const inPython = {
        'pytest.ini': '[pytest]\n',
        'a/test_a.py': 'def test_a():\n    pass\n',
        'b/test_b.py': 'def test_b():\n    pass\n',
      };
      const inNode = Object.fromEntries(
        ['a', 'b'].map((each) => [`test/${each}.test.js`, `require('node:test')('${each}', () => {});`]),
      );
      const runs: readonly (readonly [Files, string])[] = [
        [inPython, `${python} a && ${python} b`],
        [inNode, 'node --test test/a.test.js && node --test test/b.test.js'],
      ];
      for (const [files, test] of runs)
        expect(await check(files, { gates: { test } })).toMatchObject({
          ...{ verdict: 'passed', ids: null },
          why: expect.stringContaining('by their number alone, which is weaker'),
        });
    });

    it('no test run is failed although the command ended with 0', async () => {
      expect(await check({ ...npm('node --test'), 'a.js': '' })).toMatchObject({
        verdict: 'failed',
        why: 'no test was run',
      });
      expect(await check(npm('vitest run --passWithNoTests'))).toMatchObject({ verdict: 'failed' });
    });

    const vitestFiles: Files = {
      'a.test.ts': [
        `import { describe, expect, it, test } from 'vitest';`,
        `test('ok', () => expect(1).toBe(1));`,
        `test('breaks', () => {`,
        `  expect(1).toBe(2);`,
        `});`,
        `test.skip('later', () => {}); test.todo('some day');`,
        `describe('outer', () => { it('inner', () => {}); });`,
      ].join('\n'),
      'load.test.ts': `import './not-there.js'; import { test } from 'vitest'; test('never', () => {});`,
    };
    const vitestIds = {
      failed: ['a.test.ts > breaks', 'load.test.ts'],
      passed: ['a.test.ts > ok', 'a.test.ts > outer > inner'],
      skipped: ['a.test.ts > later', 'a.test.ts > some day'],
    };

    it('vitest behind npm test: counts and ids, and one file alone', async () => {
      const reading = await check({ ...npm('vitest run'), ...vitestFiles });
      expect(reading).toMatchObject({
        verdict: 'failed',
        counts: { passed: 2, failed: 2, skipped: 2, total: 6 },
        ids: vitestIds,
      });
      expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'a.test.ts', line: 4 }));
      const one = await check(
        { ...npm('vitest run'), ...vitestFiles, 'b.test.ts': `import { test } from 'vitest'; test('b', () => {});` },
        { only: ['b.test.ts'] },
      );
      expect(one).toMatchObject({ verdict: 'passed', ids: { passed: ['b.test.ts > b'], failed: [], skipped: [] } });
    });

    it('vitest in a chain that takes no arguments: counts from what is printed', async () => {
      const reading = await check({ ...npm('vitest run && echo done'), ...vitestFiles });
      expect(reading).toMatchObject({ verdict: 'failed', ids: null, counts: { passed: 2, failed: 1, skipped: 2 } });
    });

    const pytestFiles: Files = {
      'pyproject.toml': '[project]\nname = "x"\nversion = "1"\n',
      'tests/test_a.py': [
        'import pytest',
        'def test_ok(): assert 1',
        'def test_breaks():',
        '    assert 0',
        '@pytest.mark.skip',
        'def test_later(): pass',
        '@pytest.mark.parametrize("x", ["a b"])',
        'def test_p(x): pass',
        'class TestC:',
        '    def test_in(self): pass',
        '@pytest.fixture',
        'def boom(): raise RuntimeError("boom")',
        'def test_error(boom): pass',
      ].join('\n'),
    };
    const pytestIds = {
      failed: ['tests/test_a.py > test_breaks', 'tests/test_a.py > test_error'],
      passed: ['tests/test_a.py > TestC > test_in', 'tests/test_a.py > test_ok', 'tests/test_a.py > test_p[a b]'],
      skipped: ['tests/test_a.py > test_later'],
    };
    it('pytest: counts and ids, errors count as failures', pytest, async () => {
      const reading = await check(pytestFiles, { gates: { test: python } });
      expect(reading).toMatchObject({
        verdict: 'failed',
        counts: { passed: 3, failed: 2, skipped: 1, total: 6 },
        ids: pytestIds,
      });
      expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'tests/test_a.py', line: 4 }));
    });

    it('pytest inside a shell line and behind make, reached by its environment', needs('pytest', 'make'), async () => {
      expect((await check(pytestFiles, { gates: { test: `true && ${python} -q` } })).ids).toEqual(pytestIds);
      const made = await check(
        { ...pytestFiles, Makefile: `test:\n\t@${python} -q\n` },
        { gates: { test: 'make test' } },
      );
      expect(made.ids).toEqual(pytestIds);
    });

    it('pytest: a file that does not load stands by its path; nothing collected is failed', pytest, async () => {
      const broken = await check(
        { ...pytestFiles, 'tests/test_load.py': 'import not_there_x\n' },
        { gates: { test: python }, only: ['tests/test_load.py'] },
      );
      expect(broken).toMatchObject({ verdict: 'failed', ids: { failed: ['tests/test_load.py'] } });
      expect(await check({ 'pyproject.toml': '' }, { gates: { test: python } })).toMatchObject({
        verdict: 'failed',
        why: 'no test was run',
      });
    });

    it(
      'WT-17 WT-18 pytest: data is not handed over, and a file that does not load hides no other',
      pytest,
      async () => {
        const files = { ...pytestFiles, 'tests/test_load.py': 'import not_there_x\n', 'tests/a.json': '[]' };
        const gates = { test: python };
        const whole = await check(files, { gates });
        expect(whole.ids).toEqual({ ...pytestIds, failed: [...pytestIds.failed, 'tests/test_load.py'].toSorted() });
        const only = ['tests/a.json', 'tests/test_a.py', 'tests/test_load.py'];
        expect((await check(files, { gates, only })).ids).toEqual(whole.ids);
      },
    );

    it(
      'WT-11 a project in a folder of its own is tested there, and its tests are named from the top',
      pytest,
      async () => {
        const node = {
          'shop/web/package.json': '{"type":"module","scripts":{"test":"node --test"}}',
          'shop/web/test/a.test.js': `import { test } from 'node:test';\ntest('a', () => {});`,
        };
        expect(await check(node)).toMatchObject({
          verdict: 'passed',
          ids: { passed: ['shop/web/test/a.test.js > a'] },
        });
        // The folder of a project often has one of its own name in it.
        const python = {
          'shop/pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["shop"]\n',
          'shop/shop/test_a.py': 'def test_a():\n    assert 1 == 1\n',
        };
        expect(await check(python)).toMatchObject({
          verdict: 'passed',
          ids: { passed: ['shop/shop/test_a.py > test_a'] },
        });
        const above = { 'pytest.ini': '[pytest]\n', 'shop/shop/test_a.py': python['shop/shop/test_a.py'] };
        expect(await check(above, { gates: { test: 'cd shop && python3 -m pytest' } })).toMatchObject({
          ...{ verdict: 'passed', ids: { passed: ['shop/shop/test_a.py > test_a'] } },
        });
      },
    );

    it('a runner that is not there, and a gate that only has an exit code', async () => {
      expect(await check({}, { gates: { test: 'sh -c "exit 127"' } })).toMatchObject({
        verdict: 'failed',
        why: expect.stringContaining('not found'),
      });
      expect(await check({}, { gate: 'lint', gates: { lint: 'true' } })).toMatchObject({
        verdict: 'passed',
        counts: null,
      });
      const lint = await check({}, { gate: 'lint', gates: { lint: `sh -c "echo 'src/a.ts:3:5: no unused'; exit 1"` } });
      expect(lint).toMatchObject({
        verdict: 'failed',
        findings: [{ gate: 'lint', file: 'src/a.ts', line: 3, what: 'no unused' }],
      });
    });
  });
}
