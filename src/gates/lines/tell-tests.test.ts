import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { jestTells, mochaTells } from './tell-tests.ts';

type Hook = (this: unknown) => void;
type Hooks = Record<string, (hook: Hook) => void>;
const real = createRequire(import.meta.url);

/** What is heard on the channel while its hooks run, with `around` as the globals of the test file. */
function heard(text: string, names: readonly [string, string], around: object, required: object = {}) {
  const [said, hooks]: [unknown[], Hook[]] = [[], []];
  const own: Hooks = Object.fromEntries(names.map((name) => [name, (hook: Hook) => hooks.push(hook)]));
  const isThere = Object.keys(required).length === 0;
  const require = (name: string): unknown => (name === '@jest/globals' ? { ...own, ...required } : real(name));
  const hear = (told: unknown) => said.push(told);
  subscribe('c7', hear);
  try {
    new Function('globalThis', 'require', text)(isThere ? { ...own, ...around } : around, require);
    for (const hook of hooks) hook.call({ currentTest: { file: '/w/a.js', titlePath: () => ['cart', 'adds'] } });
  } finally {
    unsubscribe('c7', hear);
  }
  return said;
}

const both = (title: string) => ['begins', 'ends'].map((at) => ({ at, file: '/w/a.js', title }));

describe('a test file says which of its tests begins and ends', () => {
  const state = { expect: { getState: () => ({ testPath: '/w/a.js', currentTestName: 'cart adds' }) } };
  it('in jest, by its globals or by what is imported', () => {
    expect(heard(jestTells('c7'), ['beforeEach', 'afterEach'], state)).toEqual(both('cart adds'));
    expect(heard(jestTells('c7'), ['beforeEach', 'afterEach'], {}, state)).toEqual(both('cart adds'));
  });

  it.each([
    ['beforeEach', 'afterEach'],
    ['setup', 'teardown'],
  ] as const)('in mocha, by %s and %s', (...names) => {
    expect(heard(mochaTells('c7'), names, {})).toEqual(both('cart adds'));
  });

  it('and fails no test where it cannot, nor a file without hooks', () => {
    const broken = {
      expect: {
        getState: () => {
          throw new Error('none');
        },
      },
    };
    expect(heard(jestTells('c7'), ['beforeEach', 'afterEach'], broken)).toEqual([]);
    expect(heard(mochaTells('c7'), ['before', 'after'], {})).toEqual([]);
  });
});
