import { expect, it } from 'vitest';
import { applyMutant, instrument, mutantsOf, sample } from '../../scripts/mutate/mutants.ts';

const source = `import { a } from './a.ts';
const table = ['x', /^b+$/];
type Kind = 'known' | 7;
export async function f(n: number): Promise<boolean> {
  if (n > 2) await a();
  return n === 1 && table.some((each) => each !== '');
}
type Effects = { 'a-b': { n: number } };
interface Named { 'c-d': string }
`;
const mutants = mutantsOf('src/f.ts', source);

it('WT-123 each mutant is the source with one fault', () => {
  const line = (text: string) => text.split('\n');
  const changed = mutants.map((mutant) => {
    const now = line(applyMutant(source, mutant));
    return now
      .filter((each, index) => each !== line(source)[index])
      .join('|')
      .trim();
  });
  expect(changed).toContain('if (n >= 2) await a();');
  expect(changed).toContain('if (!(n > 2)) await a();');
  expect(changed).toContain('if (n > 3) await a();');
  expect(changed).toContain('if (n > 2) a();');
  expect(changed).toContain('if (n > 2) ;');
  expect(changed).toContain("return n !== 1 && table.some((each) => each !== '');");
  expect(changed).toContain("return n === 1 || table.some((each) => each !== '');");
  expect(changed).toContain("return n === 1 && table.every((each) => each !== '');");
  expect(changed).toContain('const table = [/^b+$/];');
  expect(changed).toContain("const table = ['x', /b+$/];");
  expect(changed).toContain("const table = ['x', /^b$/];");
  expect(changed).toContain("const table = ['x', /^b+/];");
  expect(changed).not.toContain("import { a } from '';");
  expect(changed.filter((each) => /^(?:type|interface)/.test(each))).toEqual([]);
});

it('WT-123 a mutant knows the function around it', () => {
  const inside = new Map(mutants.map((mutant) => [mutant.line, mutant.inside]));
  expect(inside.get(2)).toBeNull();
  expect(inside.get(5)).toBe(source.indexOf('async function f'));
});

it('WT-123 an instrumented file does what it did and tells which functions were reached', () => {
  const text = instrument(
    'f.js',
    'const g = (n) => ({ n });\nfunction f(n) { return [n].map((x) => (y) => x + y)[0](2); }\nf(1);',
  );
  const reached = new Set<string>();
  const run = new Function('globalThis', `${text}; return [g(1), f(1)]`) as (given: object) => unknown;
  expect(run({ __reached: reached })).toEqual([{ n: 1 }, 3]);
  expect(reached.size).toBe(4);
});

it('WT-123 the same seed draws the same sample', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(sample(all, 10, 7)).toEqual(sample(all, 10, 7));
  expect(sample(all, 10, 7)).not.toEqual(sample(all, 10, 8));
  expect(new Set(sample(all, 200, 7)).size).toBe(100);
});
