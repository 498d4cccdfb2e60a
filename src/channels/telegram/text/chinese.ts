// What Drover says in English as it is said in Chinese, sentence by sentence. What it has no words for, and what agents and people wrote, stays as it is.
import { errorInChinese, isErrorCode } from './errors-in-chinese.ts';
import { saidInChinese } from './said-in-chinese.ts';

type Sentence = {
  /** Alone, and with something after it. */
  readonly whole: RegExp;
  readonly first: RegExp;
  readonly chinese: string;
  /** How much of it is words. */
  readonly weight: number;
  /** Where it may be looked for in a line of any length. */
  readonly isPlain: boolean;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function sentenceOf([english, chinese]: readonly [string, string]): Sentence {
  const parts = english.split(/\{\d\}/);
  const pattern = parts.map(escaped).join('(.+?)');
  return {
    whole: new RegExp(`^${pattern}$`),
    first: new RegExp(`^${pattern} (?=\\S)`),
    chinese,
    weight: parts.join('').length,
    isPlain: (parts.length === 1 || (parts.length === 2 && parts[1] === '')) && parts[0] !== '',
  };
}

/** Whichever says most comes first. */
const sentences = Object.entries(saidInChinese)
  .map(sentenceOf)
  .sort((one, other) => other.weight - one.weight);
const endsSentence = /[.?:!]$/;
const openers = sentences.filter(({ first }) => endsSentence.test(first.source.slice(0, -' (?=\\S)'.length)));

/** What is longer is prose of others, behind a word or two of ours. */
const longestLine = 600;
const deepest = 4;
/** As trouble is asked about. */
const failure = /^(.*) \(([A-Z_]+)\)$/;
const mark = /^((?:- |\+ |[⚠✓✗■·▸–] |\d+[x×] )+)(\S.*)$/;

/** Line by line. */
export const textInChinese = (said: string): string =>
  said
    .split('\n')
    .map((line) => lineInChinese(line, 0))
    .join('\n');

/** Of a word, too, for nobody else wrote it. */
export const stateInChinese = (said: string): string => wholeInChinese(said, 0) ?? textInChinese(said);

function lineInChinese(line: string, depth: number): string {
  if (!line.trim().includes(' ') && !endsSentence.test(line)) return line;
  if (depth > deepest) return line;
  const whole = wholeInChinese(line, depth);
  if (whole !== null) return whole;
  const [, sign = '', rest = ''] = mark.exec(line) ?? [];
  if (sign !== '') return `${sign}${lineInChinese(rest, depth + 1)}`;
  const [, error = '', code = ''] = failure.exec(line) ?? [];
  if (isErrorCode(code)) return `${errorInChinese(code, error)}（${code}）`;
  if (line.length > longestLine) return line;
  for (const { first, chinese } of openers) {
    const found = first.exec(line);
    if (found !== null)
      return `${filled(chinese, found, depth)}${lineInChinese(line.slice(found[0].length), depth + 1)}`;
  }
  return line;
}

function wholeInChinese(line: string, depth: number): string | null {
  return severalInChinese(line, depth) ?? oneInChinese(line, depth);
}

/** Where each part is a sentence by itself: what several are at. */
function severalInChinese(line: string, depth: number): string | null {
  const parts = line.length > longestLine ? [] : line.split('; ');
  const said = parts.length < 2 ? [] : parts.map((part) => oneInChinese(part, depth));
  return said.length === 0 || said.includes(null) ? null : said.join('；');
}

function oneInChinese(line: string, depth: number): string | null {
  for (const { whole, chinese, isPlain } of sentences) {
    if (!isPlain && line.length > longestLine) continue;
    const found = whole.exec(line);
    if (found !== null) return filled(chinese, found, depth);
  }
  return null;
}

const filled = (chinese: string, found: RegExpExecArray, depth: number): string =>
  chinese.replace(/\{(\d)(!?)\}/g, (_, number: string, own: string) =>
    valueInChinese(found[Number(number)] ?? '', depth + 1, own !== ''),
  );

/** A value may be of our own words as well, alone or in a list: `lint (exit 2), types`. `isOwn`: a single word, too. */
function valueInChinese(value: string, depth: number, isOwn: boolean): string {
  if (depth > deepest || value.length > longestLine || !/[a-z]/.test(value)) return value;
  // A word alone is the name of something.
  if (!isOwn && !value.includes(' ')) return value;
  const whole = wholeInChinese(value, depth);
  if (whole !== null) return whole;
  const [, name = '', why = ''] = /^([^\s()]+) \((.+)\)$/.exec(value) ?? [];
  if (name !== '') return `${name}（${valueInChinese(why, depth + 1, isOwn)}）`;
  for (const between of ['; ', ', ', '. ']) {
    const parts = value.split(between);
    if (parts.length < 2) continue;
    const said = parts.map((part) => valueInChinese(part, depth + 1, isOwn));
    if (said.some((part, at) => part !== parts[at])) return said.join(between === '; ' ? '；' : between);
  }
  return lineInChinese(value, depth + 1);
}
