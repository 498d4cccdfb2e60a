// Where secrets stand in what a program writes: values that are known, keys of a known form, private keys; also with escape codes in between.
import { formsOf } from './redact.ts';
import { begunSecret, secretFormats } from './secret-formats.ts';

/** `from` up to `to`, without it. */
export type Span = { readonly from: number; readonly to: number };

export type SecretSeeker = {
  /** In the order of nothing; they may overlap. */
  spans(text: string): readonly Span[];
  /** Where what may be the beginning of one begins, at the end of the text; its length where nothing is. */
  heldFrom(text: string): number;
  /** Where a private key begins that goes on; its length where none does. */
  openFrom(text: string): number;
};

/** So little of a value is not waited for. */
const leastBegun = 4;
/** What may be begun stands within the last so many characters. */
const tailLength = 4096;

/** `bytesOf`: a text as the bytes that a program writes, each of them one character. */
export function seekSecrets(values: readonly string[], bytesOf: (text: string) => string): SecretSeeker {
  const forms = [...new Set(formsOf(values).map(bytesOf))];
  const within = (text: string) => [...spansOf(forms, text), ...formatsIn(text), ...privateKeys(text)];
  return {
    spans(text) {
      const bare = withoutEscapes(text);
      const through = bare === null ? [] : within(bare);
      if (through.length === 0) return within(text);
      const places = placesOf(text);
      return [...within(text), ...through.flatMap((span) => spread(span, places))];
    },
    heldFrom(text) {
      const cut = Math.max(0, text.length - tailLength);
      const tail = text.slice(cut);
      const at = begunAt(forms, tail);
      if (!hasEscapes(tail) || !isBegunThrough(forms, tail)) return cut + at;
      const bare = tail.replace(escapeCode, '');
      const through = begunAt(forms, bare);
      return through === bare.length ? cut + at : cut + Math.min(at, placesOf(tail)[through] ?? at);
    },
    openFrom(text) {
      if (!text.includes('PRIVATE KEY')) return text.length;
      const at = text.lastIndexOf('-----BEGIN ');
      const isOpen = at >= 0 && text.slice(at, at + 80).includes('PRIVATE KEY') && !text.includes('-----END', at);
      return isOpen ? at : text.length;
    },
  };
}

function spansOf(forms: readonly string[], text: string): readonly Span[] {
  const found: Span[] = [];
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      found.push({ from: at, to: at + form.length });
  return found;
}

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

function begunAt(forms: readonly string[], text: string): number {
  // A key is one word: only the last one, with what stands before it, is looked at.
  const word = Math.max(0, lastWord(text) - 2);
  const key = begunSecret.exec(text.slice(word))?.index;
  const begun = forms.map((form) => text.length - begunOf(form, text));
  return Math.min(key === undefined ? text.length : word + key, ...begun);
}

const ofWord = /[\w.:-]/;

/** Where it begins; the text's length where it ends with none. */
function lastWord(text: string): number {
  let at = text.length;
  while (at > 0 && ofWord.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** Whether something may be begun once escape codes are left out: by the end of the text, as far as the last word goes. */
function isBegunThrough(forms: readonly string[], text: string): boolean {
  const longest = Math.max(80, ...forms.map(({ length }) => length));
  for (let length = 4 * longest; ; length *= 4) {
    const bare = text.slice(-length).replace(escapeCode, '');
    // What was cut within a code stands at its begin.
    if (length < text.length && Math.min(lastWord(bare), bare.length - longest) < 64) continue;
    return begunAt(forms, bare) < bare.length;
  }
}

/** How many characters of it the text ends with; 0 where it has all of it. */
function begunOf(form: string, text: string): number {
  if (!form.includes(text.at(-1) ?? '')) return 0;
  for (let length = Math.min(form.length - 1, text.length); length >= leastBegun; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}

const escapeCode =
  /\x1b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|\](?:[^\x07\x1b]{0,2048})(?:\x07|\x1b\\|$)|[ -/]{0,2}[0-~]|$)|\\u001[bB]\[[0-9;]*[A-Za-z]/g;

/** null: there are none. */
const withoutEscapes = (text: string): string | null => (hasEscapes(text) ? text.replace(escapeCode, '') : null);

const hasEscapes = (text: string): boolean => ['\x1b', '\\u001b', '\\u001B'].some((each) => text.includes(each));

/** Where each character that is left without them was. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  let from = 0;
  const keep = (to: number) => {
    for (let at = from; at < to; at += 1) places.push(at);
  };
  for (const { 0: code, index } of text.matchAll(escapeCode)) {
    keep(index);
    from = index + code.length;
  }
  keep(text.length);
  return places;
}

/** As runs of neighbours: what is in between stays. */
function spread({ from, to }: Span, places: readonly number[]): readonly Span[] {
  const runs: { from: number; to: number }[] = [];
  for (const at of places.slice(from, to)) {
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}
