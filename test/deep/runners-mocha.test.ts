// mocha, reached by a reporter of ours through whatever starts it.
import { describe, expect, it } from 'vitest';
import type { GateReading } from '../../src/ports/gates.ts';
import { needs } from '../needs/needs.ts';
import { type Asked, type Files, runnerRoom } from './runner-room.ts';

const npm = (test: string): Files => ({ 'package.json': JSON.stringify({ type: 'module', scripts: { test } }) });
const check = runnerRoom('mocha with blank-', { files: npm('mocha') });

const all: Files = {
  'test/a.test.js': [
    `import assert from 'node:assert';`,
    `describe('outer', () => {`,
    `  it('ok', () => {});`,
    `  it('breaks', () => {`,
    `    assert.equal(1, 2);`,
    `  });`,
    `  it.skip('later', () => {}); it('some day');`,
    `  describe('in', () => { before(() => { throw new Error('hook'); }); it('never', () => {}); });`,
    `});`,
  ].join('\n'),
};
const hook = 'test/a.test.js > outer > in > "before all" hook for "never"';
const ids = {
  failed: ['test/a.test.js > outer > breaks', hook],
  passed: ['test/a.test.js > outer > ok'],
  skipped: ['test/a.test.js > outer > later', 'test/a.test.js > outer > some day'],
};

describe('mocha', () => {
  it.each<[string, Files, Asked]>([
    ['npm test', {}, {}],
    ['npm test with a reporter of its own', npm('mocha --reporter dot'), {}],
    ['npm test, in parallel', npm('mocha --parallel'), {}],
    ['npm test, ended by the first failure', npm('mocha --bail'), {}],
    ['a script before and after it', npm('echo first && mocha && echo last'), {}],
    ['a configuration that shows nothing', { '.mocharc.json': '{"reporter":"min","bail":true}' }, {}],
    ['a line for a shell', {}, { gates: { test: 'echo first; npm test' } }],
  ])('behind %s: counts and ids', async (_, files, asked) => {
    const reading = await check({ ...all, ...files }, asked);
    expect(reading).toMatchObject({ verdict: 'failed', counts: { passed: 1, failed: 2, skipped: 2 }, ids });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'test/a.test.js', line: 5 }));
  });

  it('behind make', needs('make'), async () => {
    const files = { ...all, Makefile: '.PHONY: test\ntest:\n\t@echo first\n\t@node_modules/.bin/mocha\n' };
    expect((await check(files, { gates: { test: 'make test' } })).ids).toEqual(ids);
  });

  it('one file alone, and none', async () => {
    const files = { ...all, 'test/b.test.js': `it('b', () => {});` };
    expect(await check(files, { only: ['test/b.test.js', 'test/b.css'] })).toMatchObject({ verdict: 'passed' });
    const own = { ...npm('mocha test/b.test.js'), ...files };
    expect((await check(own)).ids).toEqual({ passed: ['test/b.test.js > b'], failed: [], skipped: [] });
    expect(await check({ 'test/c.test.js': '' })).toMatchObject({ verdict: 'failed', why: 'no test was run' });
  });

  it.each([
    ['a module', { 'test/l.test.js': `import './not-there.js'; it('never', () => {});` }, 'test/l.test.js'],
    ['CommonJS', { 'test/l.test.cjs': `require('./not-there.js'); it('never', () => {});` }, 'test/l.test.cjs'],
    [
      'a name that is not there',
      { 'test/l.test.js': `import { nope } from './n.mjs';`, 'test/n.mjs': '' },
      'test/l.test.js',
    ],
  ])('a file that does not load stands by its path: %s', async (_, files, path) => {
    const reading = await check(files, { gates: { test: 'mocha --extension cjs,js test' } });
    expect(reading).toMatchObject({ verdict: 'failed', ids: { failed: [path] } });
  });

  it.each([
    ['cut short by an end of all', 'process.reallyExit(0)'],
    [
      'written by the test, which ends everything then',
      `fs.writeFileSync(report, '{"file":"' + file + '","path":["f"],"status":"passed"}\\n{"end":true}\\n'); process.reallyExit(0)`,
    ],
    ['written twice', `fs.appendFileSync(report, '{"end":true}\\n')`],
  ])('a report %s is no pass', async (_, cheat) => {
    const test = `import fs from 'node:fs'; import path from 'node:path'; import { fileURLToPath } from 'node:url';
const file = fileURLToPath(import.meta.url); const report = path.join(path.dirname(process.argv.find((each) => each.endsWith('reporter.cjs'))), '../report.jsonl');
it('e', () => {}); it('f', () => { ${cheat}; }); it('g', () => {});`;
    const reading = await check(
      { 'test/f.test.js': test },
      { only: ['test/f.test.js'], canary: { 'test/f.test.js': ['e'] } },
    );
    expect(reading.verdict).toBe('failed');
  });
});

describe('tests of mocha that must fail', () => {
  const test = (assert: string): string =>
    `${assert} import { add } from '../src/add.js';\ndescribe('add', () => { it('adds', () => { same(add(1, 2), 3); }); });`;
  const node = `import assert from 'node:assert'; const same = assert.equal;`;
  const chai = `import { expect } from 'chai'; const same = (a, b) => expect(a).to.equal(b);`;
  const beside = (add: string, more: Files = {}, asked: Asked = {}): Promise<GateReading> =>
    check(
      { 'src/add.js': add, 'test/add.test.js': test(node), ...more },
      { only: ['test/add.test.js'], canary: { 'test/add.test.js': ['add', 'adds'] }, ...asked },
    );

  it.each<[string, Files, Asked]>([
    ['honest code', {}, {}],
    ['with chai', { 'test/add.test.js': test(chai) }, {}],
    ['names that the command chooses', npm('mocha --grep adds'), {}],
    [
      'the words of tdd',
      { ...npm('mocha --ui tdd'), 'test/add.test.js': test(node).replace('describe', 'suite').replace('it(', 'test(') },
      {},
    ],
    ['a line for a shell, to which no names are added', {}, { gates: { test: 'echo; mocha' } }],
  ])('%s: ids, counts and exit stay', async (_, files, asked) => {
    expect(await beside('export const add = (a, b) => a + b;', files, asked)).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['test/add.test.js > add > adds'], failed: [], skipped: [] },
    });
  });

  it.each<[string, string, Files]>([
    ['a patched assertion', `import assert from 'node:assert'; assert.deepEqual = () => {};`, {}],
    [
      'patched chai',
      `import { Assertion } from 'chai'; Assertion.prototype.assert = () => {};`,
      { 'test/add.test.js': test(chai) },
    ],
    [
      'a hook that turns all green',
      '',
      {
        '.mocharc.json': '{"require":["./hooks.mjs"]}',
        'hooks.mjs': `export const mochaHooks = { beforeEach() { this.currentTest.fn = () => {}; } };`,
      },
    ],
  ])('%s is found out', async (_, cheat, files) => {
    const reading = await beside(`${cheat}\nexport const add = () => 3;`, files);
    expect(reading).toMatchObject({ verdict: 'failed', canary: { kind: 'silent' }, ids: null });
  });
});
