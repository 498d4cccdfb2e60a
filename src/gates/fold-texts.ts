// Source in which texts that are joined from constants are one text, so that rows that look for a name find it however it was written.
import type { Language } from './tamper/code-text.ts';

/** Of a length that a name has; all else is no name, and stays. */
const text = '["\'`][\\w:./@-]{0,64}["\'`]';
const texts = `${text}(?:\\s*,\\s*${text})*\\s*,?`;
const each = new RegExp(text, 'g');
const namesIn = (source: string): readonly string[] => [...source.matchAll(each)].map(([one]) => one.slice(1, -1));
const joined = (names: readonly string[], between = ''): string => `'${names.join(between)}'`;

type Fold = readonly [pattern: RegExp, into: (match: string, ...groups: readonly string[]) => string];

const ofCode = (code: number): string => (code > 31 && code < 127 ? String.fromCharCode(code) : '');

const once: readonly Fold[] = [
  // What only marks a text of Python.
  [/(?<![\w"'`])[fr](?=["'])/gi, () => ''],
  [/\\(?:x|u\{?)([\da-f]{2,4})\}?/gi, (match, code = '') => ofCode(Number.parseInt(code, 16)) || match],
  [
    /\b(?:String\.from(?:CharCode|CodePoint)|chr)\(([\d\s,]{1,200})\)/g,
    (_, codes = '') => joined(codes.split(',').map((code) => ofCode(Number(code)))),
  ],
  [
    /\batob\(\s*["'`]([\w+/=]{1,90})["'`]\s*\)/g,
    (_, code = '') => joined([Buffer.from(code, 'base64').toString('latin1')]),
  ],
];

/** A list of texts and what is put between them, each in the words of its languages. */
const lists: readonly Fold[] = [
  [
    new RegExp(`\\[\\s*(${texts})\\s*\\]\\s*\\.\\s*join\\b(?:\\s*\\(\\s*(${text})?\\s*\\))?`, 'g'),
    (_, list = '', between) => joined(namesIn(list), between?.slice(1, -1)),
  ],
  [/%w[[(]([\w\s:./@-]{1,200})[\])]\s*\.\s*join\b/g, (_, list = '') => joined(list.trim().split(/\s+/))],
  [
    new RegExp(`(${text})\\s*\\.\\s*(?:join|concat)\\(\\s*[[(]?\\s*(${texts})\\s*[\\])]?\\s*\\)`, 'g'),
    (match, first = '', list = '') =>
      match.includes('concat') ? joined(namesIn(first + list)) : joined(namesIn(list), first.slice(1, -1)),
  ],
  [
    new RegExp(
      `\\b(?:implode|String\\.join)\\(\\s*(${text})\\s*,\\s*(?:\\[|array\\()?\\s*(${texts})\\s*[\\])]?\\s*\\)`,
      'g',
    ),
    (_, between = '', list = '') => joined(namesIn(list), between.slice(1, -1)),
  ],
  [
    new RegExp(`\\bstrings\\.Join\\(\\s*\\[\\]string\\{\\s*(${texts})\\s*\\}\\s*,\\s*(${text})\\s*\\)`, 'g'),
    (_, list = '', between = '') => joined(namesIn(list), between.slice(1, -1)),
  ],
  [new RegExp(`\\bconcat!\\(\\s*(${texts})\\s*\\)`, 'g'), (_, list = '') => joined(namesIn(list))],
  [new RegExp(`[$#]?\\{(${text})\\}`, 'g'), (_, one = '') => one.slice(1, -1)],
];

/** `between` two texts that are one. */
const roundsWith = (between: string): readonly Fold[] => [
  ...lists,
  [new RegExp(`${text}(?:${between}${text})+`, 'g'), (match) => joined(namesIn(match))],
];
const byPlus = roundsWith('\\s*\\+\\s*');
/** Where it is not a plus alone. */
const rounds: { readonly [Each in Language]?: readonly Fold[] } = {
  php: roundsWith('\\s*\\.\\s*'),
  python: roundsWith('\\s*(?:\\+\\s*)?'),
  ruby: roundsWith('\\s*(?:(?:\\+|<<)\\s*)?'),
};

/** Lines stay where they were. */
export function foldTexts(source: string, language: Language): string {
  const own = rounds[language] ?? byPlus;
  return foldBy(withConstants(foldBy(foldBy(source, once), own), language), own);
}

const foldBy = (source: string, folds: readonly Fold[]): string =>
  folds.reduce(
    (before, [pattern, into]) =>
      before.replace(pattern, (match, ...more) => {
        const groups = more.slice(
          0,
          more.findIndex((one) => typeof one === 'number'),
        );
        return into(match, ...groups) + '\n'.repeat(match.split('\n').length - 1);
      }),
    source,
  );

const declared = new RegExp(
  `(?<!\\w)([A-Za-z_]\\w*)\\s*(?::\\s*[&'\\w]+\\s*)?:?=\\s*(${text})(?=\\s*(?:[;,)\\n]|$))`,
  'g',
);
const used = /(?<![\w.])\$?[A-Za-z_]\w*(?!\w|\s*[:=(]|\.\w)/g;
const mostConstants = 1_000;

/** A name stands for the text that it was last given above. */
function withConstants(source: string, language: Language): string {
  const known = new Map<string, string>();
  const lines = source.split('\n').map((line) => {
    const put = known.size === 0 ? line : line.replace(used, (name) => known.get(nameOf(name)) ?? name);
    if (known.size < mostConstants)
      for (const [, name = '', value = ''] of line.matchAll(declared)) known.set(name, value);
    return put;
  });
  return lines.join('\n');
  function nameOf(name: string): string {
    return language === 'php' ? name.replace(/^\$/, '') : name;
  }
}
