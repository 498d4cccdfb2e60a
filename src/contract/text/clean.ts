// Data of others on its way to a terminal or a page: control sequences, titles, links, bidi overrides taken out. Newlines and tabs stay.

/** OSC, DCS, SOS, PM, APC with their text; CSI; other escapes; in 7 and 8 bits. */
const sequences =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Overrides, isolates and marks of direction; tag characters; line and paragraph separators. */
const hidden = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;

export const clean = (text: string): string =>
  withoutHidden(text.replace(/\r\n/g, '\n').replace(sequences, '').replace(controls, ''));

/** Control sequences stay: for what is drawn by a terminal that knows which of them to heed. */
export const withoutHidden = (text: string): string => text.replace(hidden, '');

/** In JSON: what is not printable ASCII, as it is or escaped. */
const suspicious = /[^ -~]|\\[bfru]/;

/** Every string in plain JSON, keys included. Nearly always there is nothing to take out, which one look at the whole shows. */
export const cleanAll = <T>(data: T): T => (suspicious.test(JSON.stringify(data) ?? '') ? cleanEach(data) : data);

function cleanEach<T>(data: T): T {
  if (typeof data === 'string') return clean(data) as T;
  if (Array.isArray(data)) return data.map(cleanEach) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [clean(key), cleanEach(value)])) as T;
}

const escaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;

/** JSON that a terminal can show: the same data, nothing hidden in it. */
export const toJson = (data: unknown): string => JSON.stringify(data).replace(escaped, escapeUnits);

const escapeUnits = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
