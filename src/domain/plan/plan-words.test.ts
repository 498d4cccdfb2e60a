// The words that a plan may be written in.
import { describe, expect, it } from 'vitest';
import { commandIn, fieldIn, labelled, labelsIn, needsIn, pathsIn } from './plan-words.ts';

it.each([
  ['after SC-2, SC-3, and SC-4', ['SC-2', 'SC-3', 'SC-4']],
  ['after SC-2, SC-3 or SC-4', ['SC-2', 'SC-3', 'SC-4']],
  ['needs both SC-2 and SC-3', ['SC-2', 'SC-3']],
  ['needs all of SC-2; SC-3', ['SC-2', 'SC-3']],
  ['requires sc-2 to SC-4', ['SC-2', 'SC-3', 'SC-4']],
  ['depends on SC-2–SC-4 and SC-7', ['SC-2', 'SC-3', 'SC-4', 'SC-7']],
  ['依赖 SC-2 到 SC-4', ['SC-2', 'SC-3', 'SC-4']],
  ['在 SC-2、SC-3 以及 SC-5 之后', ['SC-2', 'SC-3', 'SC-5']],
  ['not after SC-2, or SC-3', []],
])('%j waits for %j', (words, needed) => {
  expect(needsIn(words)).toEqual(needed);
});

it.each([
  ['SC-1..SC-3', ['SC-1', 'SC-2', 'SC-3']],
  ['SC-08 through SC-11', ['SC-08', 'SC-09', 'SC-10', 'SC-11']],
  ['SC-3 to SC-1', ['SC-3', 'SC-1']],
  ['SC-1 to SC-9999', ['SC-1', 'SC-9999']],
  ['SC-1 - and SC-3', ['SC-1', 'SC-3']],
])('%j names %j', (words, named) => {
  expect(labelsIn(words, 'SC')).toEqual(named);
});

const fields = {
  verify: ['verify', 'Verification', 'verified by', '验证'],
  expected: ['expected', 'expect', 'Expected Result', '预期'],
  files: ['file', 'files', 'owns', 'owned_files', '文件'],
  tests: ['test', 'tests', 'test file', 'test files', '测试文件'],
  dependsOn: ['depends on', 'depends', 'after', 'requires', 'needs', 'follows', '依赖'],
  covers: ['covers', 'requirement', 'requirements', '需求'],
  kind: ['kind', 'type'],
};

describe('a field of a plan', () => {
  it.each(Object.entries(fields).flatMap(([name, words]) => words.map((word) => [word, name] as const)))(
    '%s is %s',
    (word, name) => {
      for (const line of [`${word}: it`, `- **${word}**: it`, `* ${word} ： it`, `**${word}: it**`])
        expect(fieldIn(line)).toEqual({ name, value: 'it' });
    },
  );

  it.each(['verify', 'verify:', 'verify: ', 'colour: red', 'x verify: it', '+ verify: it'])('%j is none', (line) => {
    expect(fieldIn(line)).toBeNull();
  });
});

it.each([
  ['SC-1: words', 'SC-1', 'words'],
  ['**UR-2**: words', 'UR-2', 'words'],
  ['[ ] TS-3: words', 'TS-3', 'words'],
  ['[x] **SC-1234：** words', 'SC-1234', 'words'],
  ['[X] SC-1 : words', 'SC-1', 'words'],
] as const)('%j is labelled', (line, label, words) => {
  expect(labelled(line)).toEqual({ label, words });
});

it.each(['SC-: words', 'SC-12345: words', 'AB-1: words', 'x SC-1: words', 'SC-1 words', 'SC-1:', '[] SC-1: words'])(
  '%j is not labelled',
  (line) => {
    expect(labelled(line)).toBeNull();
  },
);

it.each([
  ['npm test', 'npm test'],
  ['', null],
  ['`npm test`', 'npm test'],
  ['`npm test` passes', 'npm test'],
  ['`a`, `b`; `c` and `d` then `e` && `f` 和 `g`', 'a && b && c && d && e && f && g'],
  ['`a` or `b`', 'a'],
  ['` `', null],
  ['`a', 'a'],
] as const)('of %j the command is %j', (value, command) => {
  expect(commandIn(value)).toBe(command);
});

it.each([
  ['a.ts, b.ts，c.ts、d.ts;e.ts f.ts', ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts']],
  ['`a b.ts` a.ts a.ts', ['a b.ts', 'a.ts']],
  ...['n/a', 'NA', 'none', '-', '–', '—', '无', ''].map((value) => [value, []] as const),
] as const)('paths in %j: %j', (value, paths) => {
  expect(pathsIn(value)).toEqual(paths);
});
