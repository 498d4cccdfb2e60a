// What Drover says in English as it is said in Chinese, sentence by sentence. What it has no words for, and what agents and people wrote, stays as it is.
import { codeInChinese, isErrorCode } from './errors-in-chinese.ts';
import { factsInChinese } from './facts-in-chinese.ts';
import { findingsInChinese } from './findings-in-chinese.ts';
import { failuresInChinese, saidInChinese } from './said-in-chinese.ts';

type Sentence = {
  /** Alone, and with something after it. */
  readonly whole: RegExp;
  readonly first: RegExp;
  readonly chinese: string;
  /** Its numbers, in the order in which they stand in English. */
  readonly places: readonly string[];
  /** What it begins and ends with: most are not it, and are passed over by that. */
  readonly begins: string;
  readonly ends: string;
  /** How much of it is words. */
  readonly weight: number;
  /** Where it may be looked for in a line of any length. */
  readonly isPlain: boolean;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** By what stands behind its number: a number, one word, anything. */
const values: Readonly<Record<string, string>> = { '#': '(\\d+)', '@': '([^\\s,;]+)', '': '(.+?)' };

function sentenceOf([english, chinese]: readonly [string, string]): Sentence {
  const parts = english.split(/\{\d[#@]?\}/);
  const places = [...english.matchAll(/\{(\d)([#@]?)\}/g)];
  const pattern = parts.map((part, at) => `${escaped(part)}${values[places[at]?.[2] ?? 'end'] ?? ''}`).join('');
  return {
    whole: new RegExp(`^${pattern}$`),
    first: new RegExp(`^${pattern} (?=\\S)`),
    chinese,
    places: places.map(([, number = '']) => number),
    begins: parts[0] ?? '',
    ends: parts.at(-1) ?? '',
    weight: parts.join('').length,
    isPlain: (parts.length === 1 || (parts.length === 2 && parts[1] === '')) && parts[0] !== '',
  };
}

/** What may stand in it is one sentence with and one without. */
const optional: readonly (readonly [place: string, english: string, chinese: string])[] = [
  ['{by}', ' by {9}', '（{9}）'],
  ['{about}', '{8}: ', '{8}：'],
];

const spelledOut = ([english, chinese]: readonly [string, string]): readonly (readonly [string, string])[] =>
  optional.reduce<readonly (readonly [string, string])[]>(
    (rows, [place, with_, said]) =>
      rows.flatMap(([one, other]) =>
        one.includes(place)
          ? [
              [one.replace(place, with_), other.replace(place, said)] as const,
              [one.replace(place, ''), other.replace(place, '')] as const,
            ]
          : [[one, other] as const],
      ),
    [[english, chinese]],
  );

type Table = { readonly sentences: readonly Sentence[]; readonly openers: readonly Sentence[] };

const endsSentence = /[.?:!]$/;

function tableOf(rows: Readonly<Record<string, string>>): Table {
  // Whichever says most comes first.
  const sentences = Object.entries(rows)
    .flatMap(spelledOut)
    .map(sentenceOf)
    .sort((one, other) => other.weight - one.weight);
  const ends = ({ first }: Sentence) => endsSentence.test(first.source.slice(0, -' (?=\\S)'.length));
  return { sentences, openers: sentences.filter(ends) };
}

/** Among words of others. */
const among = tableOf({ ...findingsInChinese, ...saidInChinese });
/** Where all is ours. */
const alone = tableOf({ ...factsInChinese, ...findingsInChinese, ...saidInChinese });

const failures = tableOf(failuresInChinese);

/** What failed: as it was said, where there are words for that, else what its code means. */
export const errorInChinese = (code: string, error: string): string =>
  oneInChinese(failures, error, 0) ?? codeInChinese(code, error);

/** What is longer is prose of others, behind a word or two of ours. */
const longestLine = 600;
const deepest = 4;
/** As trouble is asked about. */
const failure = /^(.*) \(([A-Z_]+)\)$/;
const mark = /^((?:- |\+ |\d+\. |[⚠✓✗■·▸–] |\d+[x×] )+)(\S.*)$/;

/** Line by line. */
export const textInChinese = (said: string): string =>
  said
    .split('\n')
    .map((line) => lineInChinese(among, line, 0))
    .join('\n');

/** Of a word, too, for nobody else wrote it. */
export const stateInChinese = (said: string): string =>
  said
    .split('\n')
    .map((line) => wholeInChinese(alone, line, 0) ?? lineInChinese(alone, line, 0))
    .join('\n');

function lineInChinese(table: Table, line: string, depth: number): string {
  if (!line.trim().includes(' ') && !endsSentence.test(line)) return line;
  if (depth > deepest) return line;
  const whole = wholeInChinese(table, line, depth);
  if (whole !== null) return whole;
  const [, sign = '', rest = ''] = mark.exec(line) ?? [];
  if (sign !== '') return `${sign}${lineInChinese(table, rest, depth + 1)}`;
  const [, error = '', code = ''] = failure.exec(line) ?? [];
  if (isErrorCode(code)) return `${errorInChinese(code, error)}（${code}）`;
  if (line.length > longestLine) return line;
  for (const sentence of table.openers) {
    if (!line.startsWith(sentence.begins)) continue;
    const found = sentence.first.exec(line);
    if (found !== null)
      return `${filled(sentence, found, depth)}${lineInChinese(table, line.slice(found[0].length), depth + 1)}`;
  }
  return line;
}

function wholeInChinese(table: Table, line: string, depth: number): string | null {
  return severalInChinese(table, line, depth) ?? partInChinese(table, line, depth);
}

const placed = /^(\S*[./]\S*): (\S.*)$/;

/** A finding stands behind its place. */
function partInChinese(table: Table, part: string, depth: number): string | null {
  const [, place = '', what = ''] = placed.exec(part) ?? [];
  const found = place === '' ? null : oneInChinese(table, what, depth);
  return found === null ? oneInChinese(table, part, depth) : `${place}：${found}`;
}

/** Where each part is a sentence by itself: what several are at. */
function severalInChinese(table: Table, line: string, depth: number): string | null {
  const parts = line.length > longestLine ? [] : line.split('; ');
  const said = parts.length < 2 || tears(line, parts) ? [] : parts.map((part) => partInChinese(table, part, depth));
  return said.length === 0 || said.includes(null) ? null : said.join('；');
}

function oneInChinese(table: Table, line: string, depth: number): string | null {
  for (const sentence of table.sentences) {
    if (!line.startsWith(sentence.begins) || !line.endsWith(sentence.ends)) continue;
    if (!sentence.isPlain && line.length > longestLine) continue;
    const found = sentence.whole.exec(line);
    if (found !== null && !tears(line, found.slice(1))) return filled(sentence, found, depth);
  }
  return null;
}

/** What stands in brackets belongs together: a sentence that holds one of them without the other is not what was said. */
const tears = (line: string, parts: readonly string[]): boolean => isClosed(line) && !parts.every(isClosed);

function isClosed(text: string): boolean {
  let open = 0;
  for (const sign of text.match(/[()]/g) ?? []) {
    open += sign === '(' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** What stands in a place may be of others, where the sentence does not say that it is ours. */
const filled = ({ chinese, places }: Sentence, found: RegExpExecArray, depth: number): string =>
  chinese.replace(/\{(\d)(!?)\}/g, (_, number: string, own: string) =>
    valueInChinese(own === '' ? among : alone, found[places.indexOf(number) + 1] ?? '', depth + 1, own !== ''),
  );

/** A value may be of our own words as well, alone or in a list: `lint (exit 2), types`. `isOwn`: a single word, too. */
function valueInChinese(table: Table, value: string, depth: number, isOwn: boolean): string {
  if (depth > deepest || value.length > longestLine || !/[a-z]/.test(value)) return value;
  // A word alone is the name of something.
  if (!isOwn && !value.includes(' ')) return value;
  const whole = wholeInChinese(table, value, depth);
  if (whole !== null) return whole;
  const [, name = '', why = ''] = /^([^\s()]+) \((.+)\)$/.exec(value) ?? [];
  if (name !== '') return `${name}（${valueInChinese(table, why, depth + 1, isOwn)}）`;
  for (const between of ['; ', ', ', '. ']) {
    const parts = value.split(between);
    if (parts.length < 2) continue;
    const said = parts.map((part) => valueInChinese(table, part, depth + 1, isOwn));
    if (said.some((part, at) => part !== parts[at])) return said.join(between === '; ' ? '；' : between);
  }
  return lineInChinese(table, value, depth + 1);
}
