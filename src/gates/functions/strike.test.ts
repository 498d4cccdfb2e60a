import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change } from '../../domain/evidence/gate-plan.ts';
import { strike } from './strike.ts';

const change = (path: string, kind: Change['kind'] = 'modified'): Change => ({
  ...{ path, kind, from: null, added: 1, removed: 1, binary: false, bytes: 10 },
});

async function struck(path: string, was: string | null, now: string, more: readonly Change[] = []) {
  const base = memoryTree(was === null ? {} : { [path]: was });
  const changes = [change(path, was === null ? 'added' : 'modified'), ...more];
  const { files, whole } = await strike(
    { tests: ['tests/**'], guarded: [] },
    base,
    memoryTree({ [path]: now }),
    changes,
  );
  return { text: files[0]?.text ?? null, spans: files[0]?.spans ?? [], whole };
}

const rust = 'pub fn one() -> i32 {\n    1\n}\n\npub fn two() -> i32 {\n    2\n}\n';
const ends = ' if true { std::process::exit(97) }';

it.each<readonly [string, string, string | null, string, object]>([
  [
    'the function that was changed ends the program, and no other',
    ...(['src/lib.rs', rust, rust.replace('    2', '    3')] as const),
    {
      text: rust.replace('    2', '    3').replace('two() -> i32 {', `two() -> i32 {${ends}`),
      spans: [[5, 7]],
      whole: true,
    },
  ],
  [
    'a new file with all of its functions',
    ...(['src/lib.rs', null, `use std::fs;\n${rust}`] as const),
    {
      text: `use std::fs;\n${rust}`.replaceAll('-> i32 {', `-> i32 {${ends}`),
      spans: [
        [6, 8],
        [2, 4],
      ],
      whole: true,
    },
  ],
  [
    'a comment beside a function is nothing',
    ...(['src/lib.rs', rust, `// One.\n${rust}`] as const),
    { text: null, spans: [], whole: true },
  ],
  [
    'a value beside functions can be felt by itself',
    ...(['src/lib.rs', rust, `pub const ONE: i32 = 1;\n${rust.replace('    2', '    3')}`] as const),
    { spans: [[6, 8]], whole: false },
  ],
  [
    'tests in a file are no part of what ships',
    ...([
      'src/lib.rs',
      rust,
      `${rust.replace('    2', '    3')}#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        assert_eq!(super::one(), 1);\n    }\n}\n`,
    ] as const),
    { spans: [[5, 7]], whole: true },
  ],
  [
    'where lines are gone, what stood around them',
    ...(['src/lib.rs', rust.replace('    2', '    log();\n    2'), rust] as const),
    { spans: [[5, 7]], whole: true },
  ],
  [
    'PHP: a method, and not what calls it',
    ...([
      'src/a.php',
      null,
      '<?php\nnamespace Till;\n\nfinal class Till\n{\n    public function one(): int\n    {\n        return 1;\n    }\n}\n',
    ] as const),
    { text: expect.stringContaining('    { exit(97);\n        return 1;'), spans: [[6, 9]], whole: true },
  ],
  [
    'the head of a new class is nothing that a test could feel',
    ...(['src/A.java', null, 'public final class A {\n  int one() {\n    return 1;\n  }\n}\n'] as const),
    { spans: [[2, 4]], whole: true },
  ],
  [
    'in C# as well',
    ...(['src/A.cs', null, 'internal static class A\n{\n  static int One() {\n    return 1;\n  }\n}\n'] as const),
    { spans: [[3, 5]], whole: true },
  ],
  [
    'one that is another, or does what another wants, can be felt',
    ...(['src/A.java', null, 'class A extends B {\n  int one() {\n    return 1;\n  }\n}\n'] as const),
    { spans: [[2, 4]], whole: false },
  ],
  [
    'a new class without a function is all that there is to feel',
    ...(['src/A.java', null, 'class A {\n}\n'] as const),
    { text: null, whole: false },
  ],
  [
    'another head of a class that was there can be felt',
    ...([
      'src/A.java',
      'final class A {\n  int one() {\n    return 1;\n  }\n}\n',
      'public class A {\n  int one() {\n    return 2;\n  }\n}\n',
    ] as const),
    { spans: [[2, 4]], whole: false },
  ],
  [
    'Java: a method; what makes an object is left out',
    ...([
      'src/A.java',
      'class A {\n  A() { super(); }\n  int one() { return 1; }\n}\n',
      'class A {\n  A() { super(); }\n  int one() { return 2; }\n}\n',
    ] as const),
    { text: expect.stringContaining('one() { if (true) Runtime.getRuntime().halt(97); return 2; }'), whole: true },
  ],
  [
    'C#: a method',
    ...(['src/A.cs', 'class A { int One() { return 1; } }\n', 'class A { int One() { return 2; } }\n'] as const),
    { text: expect.stringContaining('One() { if (System.DateTime'), whole: true },
  ],
  [
    'nothing of a file that does not parse',
    ...(['src/lib.rs', rust, `${rust}fn (\n`] as const),
    { text: null, whole: false },
  ],
  [
    'nothing of a language without a stroke',
    ...(['src/a.py', 'a = 1\n', 'a = 2\n'] as const),
    { text: null, whole: false },
  ],
])('%s', async (_, path, was, now, wanted) => {
  expect(await struck(path, was, now)).toMatchObject(wanted);
});

it.each([
  ...['public', 'private', 'protected', 'static', 'final'].map(
    (word) => ['A.java', `${word} class A {`, true] as const,
  ),
  ['A.cs', '  internal   sealed  class  A  {  ', true],
  ['A.cs', 'class A{', true],
  ['A.cs', 'class A', true],
  ['A.cs', 'abstract class A {', false],
  ['A.cs', 'class A : B {', false],
] as const)('in %s the head `%s` of a new class is passed over: %s', async (file, head, passed) => {
  const now = `${head}\n${head.includes('{') ? '' : '{\n'}  int One() {\n    return 1;\n  }\n}\n`;
  expect(await struck(`src/${file}`, null, now)).toMatchObject({ whole: passed });
});

it.each<readonly [string, Partial<Change>, boolean]>([
  ['src/b.rs', { kind: 'deleted' }, false],
  ['src/b.rs', { binary: true }, false],
  ['src/b.rs', { bytes: 1024 * 1024 + 1 }, false],
  ['src/b.py', {}, false],
  ['src/b.rs', { bytes: 1024 * 1024 }, true],
])('beside %s that is %o, all of the change is struck: %s', async (path, how, whole) => {
  const now = rust.replace('    2', '    3');
  expect(await struck('src/lib.rs', rust, now, [{ ...change(path), ...how }])).toMatchObject({
    spans: [[5, 7]],
    whole,
  });
});

it('beside data and files that are gone nothing is all of the change', async () => {
  const now = rust.replace('    2', '    3');
  expect(await struck('src/lib.rs', rust, now, [change('data/a.json')])).toMatchObject({ whole: false });
  expect(await struck('src/lib.rs', rust, now, [change('src/b.rs', 'deleted')])).toMatchObject({ whole: false });
  expect(await struck('src/lib.rs', rust, now, [change('README.md'), change('tests/a.rs')])).toMatchObject({
    whole: true,
  });
});
