import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithin } from './compare-within.ts';
import { sameCodeAs } from './same-code.ts';
import { type Swap, swapLines } from './swap-lines.ts';

const functions = (count: number, sign: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => [`function f${at}(a) {`, `  return a ${sign} ${at};`, '}']).flat();
const everyThird = (count: number) => Array.from({ length: count }, (_, at) => at * 3);

describe('what is read', () => {
  it('of a file with many functions each once, and of a change in one no more than that one', () => {
    const lines = functions(500, '+');
    const whole = lines.join('\n').length;
    const { same, read } = compareWithin('a.js', lines, everyThird(500));
    expect(read()).toBe(0);
    for (const at of everyThird(500)) expect(same([{ from: at + 1, to: at + 2, back: ['  return 1;'] }])).toBe(false);
    expect(read()).toBeLessThan(4 * whole);
  });

  it('the whole each time, where what stands between two borders is open at its end', () => {
    const lines = ['const a = `', 'b', '  c`;', 'd();'];
    const { same, read } = compareWithin('a.js', lines, [1, 3]);
    expect(same([{ from: 2, to: 3, back: ['c`;'] }])).toBe(false);
    const once = read();
    expect(same([{ from: 3, to: 4, back: ['d()'] }])).toBe(true);
    expect(read() - once).toBe(lines.join('\n').length - 1);
  });
});

describe('whatever is swapped, it says what the two whole texts say', () => {
  const said = {
    'a.js': ['f(a, b)', 'f(a,', '  b,', ');', "let c = 'd';", '/*', '*/', '// e', '`', '}', 'g() {', '', 'x = [1,'],
    'a.ts': ['let a: B = c;', 'type A = {', '}', 'f<D>(e!);', 'enum G { H }', '// e', '/*', '*/', 'return 1', '@g'],
    'a.py': ['def a(b: int):', '    c()', '  """d"""', '"""', "'e'", 'f(', ')', '# g', 'x = \\', '', 'if a:'],
    'a.rs': ["fn a<'b>(c: &'b d) {", '}', 'let e = "f', '";', "'g'", '//', 'h();'],
  };
  const cases = fc.constantFrom(...(Object.keys(said) as (keyof typeof said)[])).chain((path) => {
    const line = fc.constantFrom(...said[path]);
    return fc.record({
      path: fc.constant(path),
      lines: fc.array(line, { minLength: 1, maxLength: 12 }),
      back: fc.array(line, { maxLength: 3 }),
      borders: fc.array(fc.nat(11), { maxLength: 5 }),
      from: fc.nat(11),
      length: fc.nat(3),
    });
  });

  it('in each language', () => {
    fc.assert(
      fc.property(cases, ({ path, lines, back, borders, from: start, length }) => {
        const from = Math.min(start, lines.length);
        const swaps: readonly Swap[] = [{ from, to: Math.min(lines.length, from + length), back }];
        const inside = borders.filter((line) => line < lines.length);
        const whole = sameCodeAs(path, lines.join('\n'))(swapLines(lines, swaps).join('\n'));
        expect(compareWithin(path, lines, inside).same(swaps)).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });
});
