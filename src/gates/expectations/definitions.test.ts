import { describe, expect, it } from 'vitest';
import { type Definition, definitionsIn, likeness, renamedAmong } from './definitions.ts';

type Named = readonly [string, readonly Definition[]];
const named = (name: string, ...texts: readonly string[]): Named => [
  name,
  texts.map((text) => ({ name, words: text.split(' ') })),
];

describe('what a definition is called now', () => {
  it('is the name of the one most like it, the first of two; what is half of another is nothing to it', () => {
    const pairs = renamedAmong(
      [named('add', 'sum a b'), named('log', 'x y'), named('two', 'p q', 'r s')],
      [named('plus', 'sum a c'), named('total', 'sum a b'), named('whole', 'sum a b'), named('other', 'r s')],
    );
    expect([...pairs]).toEqual([
      ['add', 'total'],
      ['two', 'other'],
    ]);
    expect([...renamedAmong([named('a', '1 2 3')], [named('b', '1 4 5')])]).toEqual([]);
    expect([...renamedAmong([named('a', '1 2 3 4')], [named('b', '1 2 5 6')])]).toEqual([['a', 'b']]);
  });

  const many = 5_000;
  const all = (prefix: string, of: (at: number) => string): readonly Named[] =>
    Array.from({ length: many }, (_, at) => named(`${prefix}${at}`, of(at)));
  const counted = (lost: readonly Named[], fresh: readonly Named[]) => {
    let compared = 0;
    const pairs = renamedAmong(lost, fresh, (one, other) => {
      compared += 1;
      return likeness(one, other);
    });
    return { pairs, compared };
  };

  it('of thousands each is compared with few: those that have its rarest words', () => {
    const text = (at: number) => `const common words only${at}`;
    const { pairs, compared } = counted(all('old', text), all('new', text).toReversed());
    expect(pairs.size).toBe(many);
    expect([pairs.get('old0'), pairs.get('old4999')]).toEqual(['new0', 'new4999']);
    expect(compared).toBeLessThanOrEqual(many * 50);
  });

  it('of thousands that are all alike too', () => {
    const text = () => 'return one and the same';
    const { pairs, compared } = counted(all('old', text), all('new', text));
    expect(pairs.size).toBe(many);
    expect(compared).toBeLessThanOrEqual(many * 50);
  });

  it.each([
    ['1', '1 2 3', 1],
    ['1', '1 2 3 4', 0],
    ['1 2 3 4', '1', 0],
  ])('%j is compared with %j only where they are long enough to be alike', (was, is, wanted) => {
    expect(counted([named('old', was)], [named('new', is)]).compared).toBe(wanted);
  });

  it('of thousands too the first of two that are alike is taken', () => {
    const lost = [named('old', 'rare common'), ...all('lost', (at) => `gone${at}`)];
    const fresh = [named('first', 'common of'), ...all('new', (at) => `here${at}`), named('last', 'rare of')];
    const more = Array.from({ length: 9 }, (_, at) => named(`more${at}`, `common and ${at} other ${at}`));
    expect(counted(lost, [...fresh, ...more]).pairs.get('old')).toBe('first');
  });

  it('is read from a text', () => {
    const [was] = definitionsIn('a.ts', 'export function add(a: number) { return total + a; }\n');
    expect(was).toMatchObject({ name: 'add', words: ['a', 'number', 'total', 'a'] });
  });
});

describe('how alike two are', () => {
  const of = (text: string): Definition => ({ name: 'a', words: text.split(' ').filter((word) => word !== '') });
  it.each([
    ['a b', 'b a', 1],
    ['a', 'b', 0],
    ['a b', 'a a', 0.5],
    ['a a b c', 'a a', 2 / 3],
    ['a', '', 0],
    ['', '', 0],
  ])('%j and %j', (one, other, wanted) => {
    expect(likeness(of(one), of(other))).toBeCloseTo(wanted);
    expect(likeness(of(other), of(one))).toBeCloseTo(wanted);
  });
});

describe('what a line defines', () => {
  const names = (path: string, text: string) => definitionsIn(path, text).map(({ name }) => name);

  it.each([
    ...['function a() {}', 'function* a() {}', 'async function a() {}', 'class a {}', 'interface a {}', 'type a = b;'],
    ...['enum a {}', 'const a = 1;', 'let a;', 'var a;', 'export const a = 1;', 'export  default  function a() {}'],
    ...['declare const a: b;', 'export declare function a(): b;', 'abstract class a {}', 'export abstract class a {}'],
    ...['exports.a = 1;', 'module.exports.a = b;', 'exports.a=b', '  a() {', '\ta(b, c) {', '  async a(b): C {'],
    ...['public', 'private', 'protected', 'static', 'async', 'get', 'set', 'public static async'].map(
      (word) => `  ${word} a() {`,
    ),
    ...['const  a = 1;', 'export function  a() {}'],
  ])('of a script: %s', (line) => expect(names('a.ts', line)).toEqual(['a']));

  it.each([
    ...['if', 'for', 'while', 'switch', 'catch', 'function'].map((word) => `  ${word} (a) {`),
    ...['  return (a) {', '  a();', '  a(b) ;{', 'a() {', '  const a = 1;', 'exports.a == b', '// const a = 1;'],
    ...["'const a'", 'constant a', ' function a() {'],
  ])('of a script nothing: %s', (line) => expect(names('a.ts', line)).toEqual([]));

  it.each([
    ...[
      'def a():',
      'async def a():',
      '    def a(b):',
      'class a:',
      '  async  def  a():',
      'a = 1',
      'a: int = 1',
      'a  =b',
    ],
  ])('of Python: %s', (line) => expect(names('a.py', line)).toEqual(['a']));
  it.each(['a == 1', '  a = 1', '# def a():', 'a.b = 1', 'define a', 'a: int', 'a += 1'])(
    'of Python nothing: %s',
    (line) => expect(names('a.py', line)).toEqual([]),
  );

  it.each([
    ...['func', 'fn', 'fun', 'def', 'class', 'struct', 'interface', 'enum', 'trait', 'type', 'module', 'function'].map(
      (word) => `${word} a {`,
    ),
    ...['func (h *Heart) a() {', 'func (h *Heart)a() {', 'pub fn a() {', 'public class a {'],
  ])('of others: %s', (line) => expect(names('a.go', line)).toEqual(['a']));

  it('of what is no language nothing', () => expect(names('a.txt', 'function a() {}')).toEqual([]));

  it('each has its words up to the next', () => {
    const [a, b] = definitionsIn('a.ts', 'const a = one(24);\nexport function b() { return two; }\n');
    expect([a?.words, b?.words]).toEqual([['one', '24'], ['two']]);
  });
});
