// How programs write a value that is known, and where it stands: plain, escaped, in an address, as base64 or hexadecimal digits; each also broken over lines, or with escape codes in between.

/** `from` up to `to`, without it. */
export type Span = { readonly from: number; readonly to: number };

export type ValueSeeker = {
  /** Each as the runs of its letters: what stands in between is none of it. They may overlap. */
  find(text: string): readonly (readonly Span[])[];
  /** How many characters of one the text ends with, none of them whole; 0 where it ends with none. */
  begun(text: string): number;
  /** Length of the longest. */
  readonly longest: number;
};

/** `wide`: the letters next to it hold some bits of it. */
type Form = { readonly text: string; readonly wide: boolean };

const code = String.raw`\x1b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|\](?:[^\x07\x1b]{0,2048})(?:\x07|\x1b\\|$)|[ -/]{0,2}[0-~]|$)|\\u001[bB]\[[0-9;]*[A-Za-z]`;
/** Global. */
export const escapeCode = new RegExp(code, 'g');
/** A line's end as it is, or as JSON writes it in one or several layers, and what the next line is indented by. Global. */
export const between = new RegExp(
  String.raw`${code}|(?:\r{0,3}\n|(?<!\\)\\{1,8}(?:r\\{1,8})?n)(?:[ \t]|${code})*`,
  'g',
);

/** `bytesOf`: a text as it stands in what is looked at. */
export function seekValues(values: readonly string[], bytesOf: (text: string) => string = (text) => text): ValueSeeker {
  const whole = values.flatMap(formsOf).map(({ text, wide }) => ({ text: bytesOf(text), wide }));
  const forms = unique(whole.map(({ text, wide }) => ({ text: text.replace(between, ''), wide })));
  // What is itself taken for something in between is not found without it.
  const odd = unique(whole.filter(({ text }) => /[\\\s\x1b]/.test(text)));
  const seek = seekMany(forms);
  return {
    longest: Math.max(0, ...forms.map(({ text }) => text.length)),
    find(text) {
      const joined = text.replace(between, '');
      const found = seek(joined);
      const places = found.length === 0 || joined.length === text.length ? null : placesOf(text, between);
      return [...found.map((span) => spread(span, places)), ...odd.flatMap((form) => spansOf(form.text, text))];
    },
    begun: (text) => Math.max(0, ...forms.map((form) => begunOf(form.text, text))),
  };
}

function unique(forms: readonly Form[]): readonly Form[] {
  return [...new Map(forms.filter(({ text }) => text !== '').map((form) => [form.text, form])).values()];
}

// How a value is written.

function formsOf(value: string): readonly Form[] {
  const json = inJson(value);
  const plain = [value, json, inJson(json), json.replaceAll('/', '\\/'), ...inAddresses(value.toWellFormed())];
  const bytes = new TextEncoder().encode(value);
  const coded = bytes.length < leastCoded ? [] : [inHex(bytes), inHex(bytes).toUpperCase()];
  const wide = bytes.length < leastCoded ? [] : inBase64(bytes);
  return [
    ...[...plain, ...coded].map((text) => ({ text, wide: false })),
    ...wide.map((text) => ({ text, wide: true })),
  ];
}

/** Bytes: what is shorter stands in other texts by chance. */
const leastCoded = 6;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As browsers, forms and the libraries of other languages write it. */
function inAddresses(value: string): readonly string[] {
  const usual = encodeURIComponent(value);
  const strict = usual.replace(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const all = [usual, strict].flatMap((each) => [each, each.replaceAll('%2F', '/'), each.replaceAll('%20', '+')]);
  return all.flatMap((each) => [each, each.replace(/%../g, (byte) => byte.toLowerCase())]);
}

const inHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** In base64 of a longer text it stands in one of three ways, by how many bytes are before it. */
function inBase64(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const coded = btoa('\0'.repeat(before) + Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const own = coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

// Where it stands.

/** All at once, as Wu and Manber do: what can be the end of none is leapt over. One after the other would take as many times as long as there are. */
function seekMany(forms: readonly Form[]): (text: string) => readonly Span[] {
  if (forms.length === 0) return () => [];
  const least = Math.min(...forms.map(({ text }) => text.length));
  const leaps = new Uint8Array(pairs).fill(Math.min(least - 1, 255));
  const ending = new Map<number, Form[]>();
  for (const form of forms) {
    for (let at = 0; at < least; at += 1) {
      const pair = pairAt(form.text, at);
      if (at > 0) leaps[pair] = Math.min(leaps[pair] ?? 0, least - 1 - at);
      if (at === least - 1) ending.set(pair, [...(ending.get(pair) ?? []), form]);
    }
  }
  return (text) => {
    const found: Span[] = [];
    for (let at = least - 1; at < text.length; ) {
      const pair = pairAt(text, at);
      const leap = leaps[pair] ?? 0;
      const from = at - least + 1;
      if (leap === 0)
        for (const form of ending.get(pair) ?? [])
          if (text.startsWith(form.text, from)) found.push(widened(form, text, from));
      at += Math.max(1, leap);
    }
    return found;
  };
}

const pairs = 65_536;
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at - 1) << 8) ^ text.charCodeAt(at)) & (pairs - 1);

function widened({ text: form, wide }: Form, text: string, from: number): Span {
  const to = from + form.length;
  const isLetter = (at: number) => wide && /[A-Za-z0-9+/_-]/.test(text[at] ?? '');
  return { from: isLetter(from - 1) ? from - 1 : from, to: isLetter(to) ? to + 1 : to };
}

function spansOf(form: string, text: string): readonly (readonly Span[])[] {
  const found: Span[][] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    found.push([{ from: at, to: at + form.length }]);
  return found;
}

/** So little of a value is not waited for. */
const leastBegun = 4;

/** How many characters of it the text ends with; 0 where it has all of it. */
function begunOf(form: string, text: string): number {
  const last = text.at(-1);
  if (last === undefined) return 0;
  for (let at = form.lastIndexOf(last, form.length - 2); at >= leastBegun - 1; at = form.lastIndexOf(last, at - 1))
    if (text.endsWith(form.slice(0, at + 1))) return at + 1;
  return 0;
}

/** Where each character was that is left without what `left` finds. */
export function placesOf(text: string, left: RegExp): readonly number[] {
  const places: number[] = [];
  let from = 0;
  const keep = (to: number) => {
    for (let at = from; at < to; at += 1) places.push(at);
  };
  for (const { 0: gap, index } of text.matchAll(left)) {
    keep(index);
    from = index + gap.length;
  }
  keep(text.length);
  return places;
}

/** As runs of neighbours: what is in between stays. `places` null: all stand where they are. */
export function spread({ from, to }: Span, places: readonly number[] | null): readonly Span[] {
  if (places === null) return [{ from, to }];
  const runs: { from: number; to: number }[] = [];
  for (const at of places.slice(from, to)) {
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}
