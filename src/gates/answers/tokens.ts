// Code as a row of small pieces, each with a letter that says what it is to somebody who looks for answers to tests.
export const word = /[\p{L}_$][\w$]*/gu;
const piece =
  /[fF](?:"[^"\n]*"|'[^'\n]*')|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`|\d[\d_]*(?:\.\d+)?\w*|[=!]==?|=>|->|[<>]=|&&|\|\||[\p{L}_$@][\w$.]*|\S/gu;
export const tokensOf = (text: string): readonly string[] => text.match(piece) ?? [];
export const bareOf = (literal: string): string => literal.replace(/^["'`]|["'`]$/g, '');

/** One letter each; none for what parts or adorns. */
const letters: Readonly<Record<string, readonly string[]>> = {
  E: ['==', '==='],
  A: ['&&', '||', 'and', 'or'],
  I: ['if', 'elif', 'elsif'],
  R: ['return', 'then', '=>', '->'],
  C: ['case', 'when'],
  Q: ['?'],
  '=': ['='],
  L: ['true', 'false', 'True', 'False', 'null', 'nil', 'None'],
  '': [
    ...'(){}[];:,',
    'else',
    'end',
    'const',
    'let',
    'var',
    'val',
    'final',
    'static',
    'export',
    'pub',
    'public',
    'readonly',
  ],
};
const letterOf = new Map(Object.entries(letters).flatMap(([letter, all]) => all.map((each) => [each, letter])));

/** Of all else: `L` literal, `N` name or a text that is put together, `x` what works with them. */
export function kindOf(each: string): string {
  const letter = letterOf.get(each);
  if (letter !== undefined) return letter;
  if (/^["'\d]/.test(each) || /^`[^$]*`$/.test(each)) return 'L';
  return /^[\p{L}_$@`]/u.test(each) ? 'N' : 'x';
}

export type Shape = { readonly tokens: readonly string[]; readonly kinds: string };

/** By its code alone: what parts or adorns is left out. */
export function shapeOf(text: string): Shape {
  const tokens = tokensOf(text).filter((each) => kindOf(each) !== '');
  return { tokens, kinds: tokens.map(kindOf).join('') };
}

/** One name beside one value, or as many of each. */
export const one = '(?:N+EL+|L+EN+)';
export const compared = `${one}(?:A${one})*`;

/** Those that stand in all code, and say nothing of a test. */
const usual = new Set(['0', '1', '', 'true', 'false', 'True', 'False', 'null', 'nil', 'None']);
export const isUsual = (value: string): boolean => usual.has(value);

/** What tests brought. */
export type Asked = { readonly literals: ReadonlySet<string>; readonly words: ReadonlySet<string> };

export function askedIn(text: string): Asked {
  const literals = tokensOf(text).flatMap((each) => (kindOf(each) === 'L' ? [bareOf(each)] : []));
  return { literals: new Set(literals), words: new Set(text.match(word)) };
}

/** One of theirs, or a text in which nothing but several of theirs stands: a key made of two. */
export function isAsked(value: string, { literals }: Asked): boolean {
  const parts = value.match(/[\w.]+/g) ?? [];
  return isUsual(value) || literals.has(value) || (parts.length > 1 && parts.every((each) => literals.has(each)));
}

/** Without comments; `line`: of the first that came; `flat`: all that came begins where lines begin. */
export type PlainEdit = { readonly put: string; readonly taken: string; readonly line: number; readonly flat: boolean };
