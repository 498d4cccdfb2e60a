import { describe, expect, it } from 'vitest';
import { coverageOf } from './changed-coverage.ts';
import { ReportBuilder } from './covered-file.ts';

/** Lines that count as missed in a file that no test loads. */
function missed(path: string, source: string): readonly number[] {
  const built = new ReportBuilder();
  for (const known of ['known.ts', 'known.js', 'known.py']) built.file(known).note(1, true);
  const written = source.split('\n').map((_, at) => at + 1);
  const told = coverageOf([{ path, source, written }], built.whole() ?? new Map());
  return told.missed.flatMap(({ lines }) => lines.flatMap(([from, to]) => range(from, to)));
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a type is no line that can run', () => {
  it.each([
    ['interface A {\n  b: C;\n}\nrun();', [4]],
    ['export interface A {\n  b: C;\n}\nrun();', [4]],
    ['declare interface A {\n  b: C;\n}\nrun();', [4]],
    ['export  declare  interface A {\n  b: { c: D };\n}\nrun();', [4]],
    ['  type A = B;\nrun();', [2]],
    ['type A =\n  | B\n  | C;\nrun();', [4]],
    ['export type A = {\n  b: C;\n};  \nrun();', [4]],
    ['types(A);\nrun();', [1, 2]],
    ['const a = 1;\nrun();', [1, 2]],
    ['type A = { b: C }\nrun();', [2]],
    ['type  A = B;\nrun();', [2]],
    ['type A = {\n  b: {\n    c: D;\n  };\n  e: F;\n};\nrun();', [7]],
  ])('%j', (source, lines) => expect(missed('a.ts', source)).toEqual(lines));
});

it('of Python there are none', () => {
  expect(missed('a.py', 'type = A\nrun()')).toEqual([1, 2]);
  expect(missed('a.py', '# said\nrun()\n// 2')).toEqual([2, 3]);
  expect(missed('a.js', '# said\nrun()\n// 2')).toEqual([1, 2]);
});

it('of a language that the report does not know nothing is missed', () => {
  expect(missed('a.ts.txt', 'run()')).toEqual([]);
  expect(missed('a.css', 'a { b: c }')).toEqual([]);
});
