import { describe, expect, it } from 'vitest';
import { isCountable, isDeclaration } from './countable.ts';
import { placesOf } from './places.ts';
import { ranLines } from './ran-lines.ts';
import { inlineMap, readSourceMap } from './source-map.ts';

const source = `export const k = 1;
export function f(x) {
  if (x) {
    return k;
  }
  return 2;
}
export const g = (a) => a + 1;
`;
const all = new Set(source.split('\n').map((_, at) => at + 1));
const places = (text: string, map: string | null = null, of = source) =>
  placesOf({ file: 'src/a.js', text, map }, of, all);
/** As V8 tells of it: loaded, and then `f(1)` and `g(1)` called. */
const loaded = [
  [0, 117, 1],
  [27, 85, 0],
  [103, 115, 0],
];
const calledF = [[27, 85, 1, 71, 84, 0]];
const calledG = [[103, 115, 1]];
const lines = (functions: readonly (readonly number[])[]) => {
  const { called, loaded: own, any } = ranLines(source, functions, places(source) ?? new Map());
  return { called: [...called], loaded: [...own], any };
};

describe('lines that ran', () => {
  it('while a module is loaded, what waits for a call does not count', () => {
    expect(lines(loaded)).toEqual({ called: [], loaded: [1], any: false });
  });
  it('branches that were not taken do not count', () => {
    expect(lines(calledF)).toEqual({ called: [2, 3, 4], loaded: [], any: true });
    expect(lines(calledG)).toEqual({ called: [8], loaded: [], any: true });
    expect(lines([])).toEqual({ called: [], loaded: [], any: false });
  });
});

describe('where lines stand in a script', () => {
  it('as they are, and with types taken away', () => {
    const typed = 'type A = { b: string };\nexport const f = (a: A): string => a.b;\n';
    const text = `${' '.repeat(23)}\nexport const f = (a   )         => a.b;\n\n//# sourceURL=x`;
    expect([...(places(text, null, typed)?.keys() ?? [])]).toEqual([2]);
    expect(places('something();\nelse();', null, typed)).toBeNull();
  });
  it('in what jest and vite put around a module', () => {
    const around = `'use strict';async (__vite_ssr_exports__,require)=>{{${source}\n}}`;
    expect(places(around)?.get(1)?.[0]).toEqual([53, 53 + 'export const k = 1;'.length]);
    const jest = `({"Object.<anonymous>":function(module,exports){${source}\n}});`;
    expect(places(jest)?.get(1)).toHaveLength(1);
    const ran = ranLines(
      around,
      [
        [0, around.length, 1],
        [13, around.length, 1],
      ],
      places(around) ?? new Map(),
    );
    expect(ran).toMatchObject({ called: new Set(), any: false });
  });
  it('by a source map, also one that the script carries', () => {
    // Line 1 of the script is line 2 of the source, line 2 is line 1.
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], mappings: 'AACA;AADA' });
    expect(places('two();\none();', map)).toEqual(
      new Map([
        [2, [[0, 6]]],
        [1, [[7, 13]]],
      ]),
    );
    const carried = `two();\none();\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`;
    expect(inlineMap(carried)).toBe(map);
    expect(places(carried)).toEqual(
      new Map([
        [2, [[0, 6]]],
        [1, [[7, 13]]],
      ]),
    );
  });
  it.each(['', 'x', '[]', '{"mappings":1,"sources":[]}', '{"mappings":"","sources":1}'])('%j is no map', (text) =>
    expect(readSourceMap(text, () => true)).toBeNull(),
  );
  it('what is no letter of a map is passed over', () => {
    expect(readSourceMap('{"mappings":"!!,A;;AAAA","sources":["a"]}', () => true)).toEqual([
      [{ column: 0, line: null }],
      [],
      [{ column: 0, line: 1 }],
    ]);
  });
});

describe('lines that say something', () => {
  it.each([
    ['}', false],
    ['  });', false],
    ['// why', false],
    [' * more', false],
    ['', false],
    ['return 1;', true],
    ['#own = 1;', true],
  ])('%j counts: %s', (line, counts) => expect(isCountable(line, 'javascript')).toBe(counts));
  it.each([
    ["import a from './a.js';", true],
    ["export * from './a.js';", true],
    ['export { a, b };', true],
    ['export default a;', true],
    ['export class A extends B {', true],
    ['module.exports = { a };', true],
    ["const { a } = require('./a');", true],
    ['export const table = {', true],
    ['export const table: Record<string, number> = {', true],
    ['export const RATE = 19;', false],
    ['  small: 4,', false],
    ['register(thing);', false],
  ])('%j only declares: %s', (line, declares) => expect(isDeclaration(line, 'javascript')).toBe(declares));
});
