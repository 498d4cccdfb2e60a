import { describe, expect, it } from 'vitest';
import { sameCodeAs } from './same-code.ts';

describe('two texts that do the same', () => {
  it.each([
    ['a.js', 'a();', '  a( ) ;  '],
    ['a.js', 'a()\n', 'a();\n'],
    ['a.js', 'f(a, b)', 'f(a, b,)'],
    ['a.js', '[a, b]', '[\n  a,\n  b,\n]'],
    ['a.js', '{ a: 1 }', '{ a: 1, }'],
    ['a.js', "a('b')", 'a("b")'],
    ['a.js', 'a(); // said', 'a();'],
    ['a.js', 'a, ', 'a'],
    ['a.js', "a('bcd')", 'a("bcd")'],
    ['a.ts', 'let a: string = b as C;', 'let a = b;'],
    ['a.mts', 'type A = B;\na();', 'a();'],
    ['a.cts', 'f<A>(b!);', 'f(b);'],
    ['a.py', 'def a(b: int, c: str = "d") -> int:\n    e()', 'def a(b, c="d"):\n    e()'],
    ['a.py', 'async def a(b: list[int]) :\n    c()', 'async def a(b):\n    c()'],
    ['a.py', '    def a(b: int):\n        c()', '    def a(b):\n        c()'],
    ['a.py', 'async  def  a  (b:int)  ->  C  :\n    d()', 'async def a(b):\n    d()'],
    ['a.py', 'def a(b: dict[str, int] = c, *d: e, **f: g):\n    h()', 'def a(b= c, *d, **f):\n    h()'],
    ['a.py', 'def a(b: dict[str, list[int]], c: d):\n    e()', 'def a(b, c):\n    e()'],
    ['a.py', 'f(a,\n  b)', 'f(a, b)'],
    ['a.py', 'f([\n  a,\n])', 'f([a])'],
    ['a.py', 'a()  # said\n', 'a()\n'],
    ['a.tsx', 'a( <b/> )', 'a(<b/>)'],
  ])('%s: %s', (path, one, other) => {
    expect(sameCodeAs(path, one)(other)).toBe(true);
    expect(sameCodeAs(path, other)(one)).toBe(true);
  });
});

describe('two that do not', () => {
  it.each([
    ['a.js', 'ab', 'a b'],
    ['a.js', "a('b c')", "a('bc')"],
    ['a.js', 'a("it\\"s")', "a('it')"],
    ['a.js', 'a(`b`)', "a('b')"],
    ['a.js', 'a(`b  c`)', 'a(`b c`)'],
    ['a.js', 'a("b  c")', 'a("b c")'],
    ['a.tsx', 'let a: string = b;', 'let a = b;'],
    ['a.ts.js', 'a: string', 'a'],
    ['a.js', "a('\\'')", 'a("\'")'],
    ['a.js', 'f(a, , b)', 'f(a, b)'],
    ['a.js', 'f(a, b)', 'f(a b)'],
    ['a.js', 'a: string', 'a'],
    ['a.ts', 'let a: string = b;', 'let a: string = c;'],
    ['a.ts', 'enum A { B }', 'a();'],
    ['a.py', 'if a:\n    b()\nc()', 'if a:\n    b()\n    c()'],
    ['a.py', 'if a:\n  f(b)\n  c()', 'if a:\n  f(b)\nc()'],
    ['a.py', 'def a(b: int):\n    c()', 'def a(b: int):\n    d()'],
    ['a.py', 'a(b: int)', 'a(b)'],
    ['a.py', 'x = def a(b: int):', 'x = def a(b):'],
    ['a.py', 'def a(b: int)', 'def a(b)'],
    ['a.py', "a('b')", "a('c')"],
  ])('%s: %s', (path, one, other) => {
    expect(sameCodeAs(path, one)(other)).toBe(false);
  });
});
