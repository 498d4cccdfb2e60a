import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../domain/evidence/gate-plan.ts';
import { isIdle } from './idle-change.ts';

const change = (path: string, kind: Change['kind'] = 'modified'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 1, binary: false, bytes: 10 },
});
const plan = { tests: ['test/**'], guarded: [] };

it.each<readonly [string, string, string, string, boolean]>([
  ['a comment of a script', 'src/a.sh', 'echo $#\n', '# A tenth.\necho $#\n', true],
  ['what only looks like one', 'src/a.sh', 'test $# -eq 1\n', 'test $# -eq 2\n', false],
  ['who runs a script', 'src/a.sh', '#!/bin/sh\necho\n', '#!/bin/bash\necho\n', false],
  ['a comment of a Makefile', 'Makefile', 'all:\n\techo\n', '# All.\nall:\n\techo\n', true],
  ['a comment of a program', 'src/a.js', 'f();\n', 'f(); // A tenth.\n', true],
  ['another layout', 'src/a.js', 'f(1, 2);\n', 'f(\n  1,\n  2,\n);\n', true],
  ['a comment of TypeScript', 'src/a.ts', 'f(1);\n', '// One.\nf(1);\n', true],
  ['types', 'src/a.ts', 'let a: number;\n', 'let a: string;\n', false],
  ['a word', 'src/a.js', 'f(1);\n', 'f(2);\n', false],
  ['a text that programs read', 'a.py', '"""One."""\nf()\n', '"""Two."""\nf()\n', false],
  ['a comment of Python', 'a.py', 'f()\n', '# One.\n\nf()\n', true],
  ['what a compiler is told', 'a.go', 'package a\n', '//go:build linux\npackage a\n', false],
  ['an example that is run', 'src/lib.rs', 'fn a() {}\n', '/// assert!(true);\nfn a() {}\n', false],
  ['a language that nobody knows', 'a.c', '#define A 1\n', '#define A 2\n', false],
])('%s', async (_, path, was, now, idle) => {
  expect(await isIdle(plan, memoryTree({ [path]: was }), memoryTree({ [path]: now }), [change(path)])).toBe(idle);
});

const same = { 'src/a.js': 'f();\n' };
it.each<readonly [string, readonly Change[], boolean]>([
  ['tests and documents beside it', [change('src/a.js'), change('test/a.js'), change('README.md', 'added')], true],
  ['documents alone', [change('README.md')], false],
  ['data', [change('src/a.js'), change('data/a.json')], false],
  ['settings', [change('src/a.js'), change('package.json')], false],
  ['a file that is gone', [change('src/a.js'), change('src/b.js', 'deleted')], false],
  ['a new file', [change('src/a.js', 'added')], false],
])('%s: %j', async (_, changes, idle) => {
  expect(await isIdle(plan, memoryTree(same), memoryTree(same), changes)).toBe(idle);
});
