// Where secrets stand in what a program writes: values that are known, keys of a known form, private keys; also with escape codes in between.
import { begunSecret, secretFormats } from './secret-formats.ts';
import { between, escapeCode, placesOf, type Span, seekValues, spread } from './secret-forms.ts';

export type { Span } from './secret-forms.ts';

export type SecretSeeker = {
  /** In the order of nothing; they may overlap. */
  spans(text: string): readonly Span[];
  /** Where what may be the beginning of one begins, at the end of the text; its length where nothing is. */
  heldFrom(text: string): number;
  /** Where a private key begins that goes on; its length where none does. */
  openFrom(text: string): number;
};

/** What may be begun stands within the last so many characters. */
const tailLength = 4096;

/** `bytesOf`: a text as the bytes that a program writes, each of them one character. */
export function seekSecrets(values: readonly string[], bytesOf: (text: string) => string): SecretSeeker {
  const known = seekValues(values, bytesOf);
  return {
    spans(text) {
      const bare = withoutEscapes(text);
      const through = bare === null ? [] : byForm(bare);
      const places = through.length === 0 ? null : placesOf(text, escapeCode);
      return [...known.find(text).flat(), ...byForm(text), ...through.flatMap((span) => spread(span, places))];
    },
    heldFrom(text) {
      const cut = Math.max(0, text.length - tailLength);
      const tail = text.slice(cut);
      const values = heldThrough(tail, between, known.longest, (bare) => bare.length - known.begun(bare));
      const keys = hasEscapes(tail) ? heldThrough(tail, escapeCode, 0, begunKey) : tail.length;
      return cut + Math.min(values, keys, begunKey(tail));
    },
    openFrom(text) {
      if (!text.includes('PRIVATE KEY')) return text.length;
      const at = text.lastIndexOf('-----BEGIN ');
      const isOpen = at >= 0 && text.slice(at, at + 80).includes('PRIVATE KEY') && !text.includes('-----END', at);
      return isOpen ? at : text.length;
    },
  };
}

const byForm = (text: string): readonly Span[] => [...formatsIn(text), ...privateKeys(text)];

/** What each of them has near its begin, looked for by what is rare in texts: many times as fast as to try each at each place. */
const hint = /[-_](?<=[spr]k[-_]|gh[pousr]_|_pat_|glpat-|npm_|pypi-|xapp-)|[AGIJKx](?<=:AA|AI|AK|ASI|SG|eyJ|xox)/;

function formatsIn(text: string): readonly Span[] {
  if (!hint.test(text)) return [];
  return [...text.matchAll(secretFormats)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
}

const keyBlock = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----((?:[^-]|-(?!----)){0,16384})/g;
/** Not the letter of a line's end, as JSON writes it. */
const keyText = /(?:(?<!\\)|(?<=\\[nr]))[A-Za-z0-9+/=]{4,}/g;

/** Their letters alone: what is around them may be needed to read the rest. */
function privateKeys(text: string): readonly Span[] {
  if (!text.includes('PRIVATE KEY')) return [];
  return [...text.matchAll(keyBlock)].flatMap(({ 0: block, 1: body = '', index }) => {
    const begin = index + block.length - body.length;
    return [...body.matchAll(keyText)].map((letters) => {
      const from = begin + letters.index;
      return { from, to: from + letters[0].length };
    });
  });
}

/** Where one begins that the text ends within; its length where none does. */
function begunKey(text: string): number {
  // A key is one word: only the last one, with what stands before it, is looked at.
  const word = Math.max(0, lastWord(text) - 2);
  const key = begunSecret.exec(text.slice(word))?.index;
  return key === undefined ? text.length : word + key;
}

const ofWord = /[\w.:-]/;

/** Where it begins; the text's length where it ends with none. */
function lastWord(text: string): number {
  let at = text.length;
  while (at > 0 && ofWord.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** Where something begins once what is in between is left out; the text's length where nothing does. Only its end is looked at first, as far as the last word goes, and `longest` characters at least. */
function heldThrough(text: string, left: RegExp, longest: number, begun: (bare: string) => number): number {
  const least = Math.max(80, longest);
  for (let length = 4 * least; ; length *= 4) {
    const bare = text.slice(-length).replace(left, '');
    // What was cut within a code stands at its begin.
    if (length < text.length && Math.min(lastWord(bare), bare.length - least) < 64) continue;
    if (begun(bare) === bare.length) return text.length;
    const whole = text.replace(left, '');
    return placesOf(text, left)[begun(whole)] ?? text.length;
  }
}

/** null: there are none. */
const withoutEscapes = (text: string): string | null => (hasEscapes(text) ? text.replace(escapeCode, '') : null);

const hasEscapes = (text: string): boolean => ['\x1b', '\\u001b', '\\u001B'].some((each) => text.includes(each));
