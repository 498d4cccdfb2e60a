// A line of code as pieces that are coloured alike. Each line is read by itself, as a diff has it: what begins in a line that is not there is not known.

export type Piece = { readonly kind: 'comment' | 'string' | 'number' | 'word' | null; readonly text: string };
/** How comments look, by which languages differ most. */
type Language = 'slashes' | 'hash' | 'dashes' | 'markup';

const languages: Readonly<Record<Language, string>> = {
  slashes:
    'c cc cjs cpp cs css cts cxx dart go gradle groovy h hpp java js json jsonc jsx kt kts less m mjs mts php proto rs scala scss swift ts tsx zig',
  hash: 'bash cfg cmake conf dockerfile env ex exs fish gemfile ini jl makefile mk nix pl properties ps1 py pyi r rake rb sh tf toml yaml yml zsh',
  dashes: 'elm hs lua sql',
  markup: 'htm html svelte svg vue xml',
};
const byEnding = new Map(
  (Object.keys(languages) as Language[]).flatMap((language) =>
    (languages[language] ?? '').split(' ').map((ending) => [ending, language] as const),
  ),
);

/** null: text of people, or of a kind that is not known. */
export const languageOf = (path: string): Language | null =>
  byEnding.get((/[^./]+$/.exec(path)?.[0] ?? '').toLowerCase()) ?? null;

const comments: Readonly<Record<Language, string>> = {
  slashes: String.raw`^\s*\*(?:[\s/].*|$)|(?<![:\w])\/\/.*|\/\*.*?(?:\*\/|$)`,
  hash: String.raw`(?<=^|\s)#.*`,
  dashes: String.raw`(?<=^|\s)--.*`,
  markup: '<!--.*?(?:-->|$)',
};
const quoted = [`"`, `'`, '`'].map((mark) => String.raw`${mark}(?:\\.|[^${mark}\\])*${mark}`).join('|');
const patternOf = (language: Language) =>
  new RegExp(
    String.raw`(?<comment>${comments[language]})|(?<string>${quoted})|(?<![\w$.])(?<number>\d[\w.]*)|(?<![\w$.-])(?<word>[A-Za-z_][\w$-]*)`,
    'g',
  );

const words = new Set(
  'abstract and as assert async await begin break case catch class const continue crate create def default defer defmodule del delete do done drop elif else elsif end enum esac except export extends extern false fi final finally fn for foreach from func function go goto if impl implements import in include insert instanceof interface into is join lambda let local loop match mod module mut namespace new nil none not null of or override package pass private protected pub public raise readonly require return select self static struct super switch table then this throw throws trait true try type typedef typeof undefined unless unsafe until update use using val values var virtual void volatile when where while with yield'.split(
    ' ',
  ),
);

/** In what is longer nobody reads colours, and what is opened and never closed is looked through again and again. */
const longest = 2_000;

export function readPieces(text: string, language: Language | null): readonly Piece[] {
  if (language === null || text.length > longest) return [{ kind: null, text }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, 0: found, groups = {} } of text.matchAll(patternOf(language))) {
    const kind = (['comment', 'string', 'number', 'word'] as const).find((each) => groups[each] !== undefined);
    if (kind === undefined || (kind === 'word' && !words.has(found.toLowerCase()))) continue;
    if (index > from) pieces.push({ kind: null, text: text.slice(from, index) });
    pieces.push({ kind, text: found });
    from = index + found.length;
  }
  return from === text.length && from > 0 ? pieces : [...pieces, { kind: null, text: text.slice(from) }];
}
