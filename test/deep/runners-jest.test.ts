// jest: what it reports, and tests of ours that must fail.
import { describe, expect, it } from 'vitest';
import type { GateReading } from '../../src/ports/gates.ts';
import { type Asked, type Files, runnerRoom } from './runner-room.ts';

const check = runnerRoom('jest with blank-', {
  files: { 'package.json': JSON.stringify({ scripts: { test: 'jest --watchman=false' } }) },
});

it('jest behind npm test: counts and ids, a file that does not load by its path, one file alone', async () => {
  const files = {
    'a.test.js': `test('ok', () => {}); test('breaks', () => {\n  expect(1).toBe(2);\n}); test.skip('later', () => {}); describe('outer', () => { it('inner', () => {}); });`,
    'load.test.js': `require('./not-there.js'); test('never', () => {});`,
  };
  const reading = await check(files);
  expect(reading).toMatchObject({
    verdict: 'failed',
    ids: {
      failed: ['a.test.js > breaks', 'load.test.js'],
      passed: ['a.test.js > ok', 'a.test.js > outer > inner'],
      skipped: ['a.test.js > later'],
    },
  });
  expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'a.test.js', line: 2 }));
  const one = await check({ ...files, 'b.test.js': `test('b', () => {});` }, { only: ['b.test.js'] });
  expect(one).toMatchObject({ verdict: 'passed', ids: { passed: ['b.test.js > b'], failed: [], skipped: [] } });
});

it('jest in packages behind a script of the root: each reports by itself, and ids are named from the top', async () => {
  const of = (name: string, holds: boolean): Files => ({
    [`packages/${name}/package.json`]: JSON.stringify({ name, scripts: { test: 'jest --watchman=false --rootDir=.' } }),
    [`packages/${name}/${name}.test.js`]: `test('${name}', () => { expect(${holds}).toBe(true); });`,
  });
  const root = { name: 'all', private: true, workspaces: ['packages/*'], scripts: { test: 'npm test --workspaces' } };
  const reading = await check({ 'package.json': JSON.stringify(root), ...of('a', true), ...of('b', false) });
  expect(reading).toMatchObject({
    ...{ verdict: 'failed', counts: { total: 2 } },
    ids: { passed: ['packages/a/a.test.js > a'], failed: ['packages/b/b.test.js > b'] },
  });
});

describe('tests of jest that must fail', () => {
  const test = `const { add } = require('../src/add.js');\ndescribe('add', () => { it('adds', () => { expect(add(1, 2)).toBe(3); }); });`;
  const beside = (add: string, more: Files = {}, asked: Asked = {}): Promise<GateReading> =>
    check(
      { 'src/add.js': add, 'test/add.test.js': test, ...more },
      { only: ['test/add.test.js'], canary: { 'test/add.test.js': ['add', 'adds'] }, ...asked },
    );

  it.each<[string, Files]>([
    ['honest code', {}],
    [
      'names that the command chooses',
      { 'package.json': JSON.stringify({ scripts: { test: 'jest --watchman=false -t adds' } }) },
    ],
    [
      'without globals',
      {
        'package.json': JSON.stringify({ scripts: { test: 'jest --watchman=false --injectGlobals=false' } }),
        'test/add.test.js': `const { describe, expect, it } = require('@jest/globals');\n${test}`,
      },
    ],
  ])('%s: ids, counts and exit stay', async (_, files) => {
    expect(await beside('exports.add = (a, b) => a + b;', files)).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['test/add.test.js > add > adds'], failed: [], skipped: [] },
    });
  });

  it.each<[string, string, Files]>([
    ['a patched matcher', `expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });`, {}],
    ['a patched assert', `require('node:assert').equal = () => {};`, {}],
    [
      'an environment that turns all green',
      '',
      {
        'jest.config.js': `module.exports = { testEnvironment: './env.js' };`,
        'env.js': `const { TestEnvironment } = require('jest-environment-node'); module.exports = class extends TestEnvironment { handleTestEvent(event) { if (event.name === 'test_start') event.test.fn = () => {}; } };`,
      },
    ],
  ])('%s is found out', async (_, cheat, files) => {
    const reading = await beside(`${cheat}\nexports.add = () => 3;`, files);
    expect(reading).toMatchObject({ verdict: 'failed', canary: { kind: 'silent' }, ids: null });
  });
});
