// A tiny project whose gates are quick, and turns of the scripted agent chosen by a word in the task's text.
import { quickGate } from './shop-project.ts';

/** Path to content. `node --test` is its only gate; test first is asked of behaviour. */
export const sumProject: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "sum", "private": true, "type": "module" }\n',
  '.drover.yaml': quickGate,
  'src/sum.js': 'export const sum = (a, b) => a + b;\n',
  'test/sum.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('adds', () => assert.equal(sum(2, 3), 5));
`,
};

export type Step = Readonly<Record<string, unknown>>;
export type Turn = { readonly when: Readonly<Record<string, unknown>>; readonly do: readonly Step[] };
export type Kind = 'behaviour' | 'refactor' | 'docs' | 'config';

/** A whole analysis with one criterion. */
export const report = (kind: Kind = 'refactor', cause = 'it is as it is'): Step => ({
  report: {
    cause,
    locations: [{ file: 'src/sum.js', line: 1, what: 'the sum' }],
    proposals: [{ title: 'Do it', text: 'as said', recommended: true }],
    impact: 'none',
    risk: 'low',
    wanted: [],
    criteria: [{ text: 'It is done.', verify: 'node --test', files: [], kind }],
  },
});

/** A turn for tasks that carry this word; without `nth` for every one. */
export const turn = (mode: 'analysis' | 'write', word: string, steps: readonly Step[], nth?: number): Turn => ({
  when: { mode, prompt: word, ...(nth === undefined ? {} : { nth }) },
  do: steps,
});

/** What tasks do that no turn names. */
export const otherwise = (kind: Kind = 'refactor'): readonly Turn[] => [
  { when: { mode: 'analysis' }, do: [report(kind)] },
  { when: { mode: 'write' }, do: [{ write: { path: 'notes.md', text: 'Done.\n' } }, { say: 'Done.' }] },
];

/** A new test, red without the function it asks for. */
export const newTest = (name: string, expected: string): Step => ({
  write: {
    path: `test/${name}.test.js`,
    text: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as all from '../src/sum.js';

test('${name}', () => assert.equal(${expected}));
`,
  },
});
