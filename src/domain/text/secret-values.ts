// Secrets of the files that a copy is given: what their values are, and texts without them.

const secretName =
  /pass(word|wd|phrase)?$|pwd|secret|token|api_?-?key|access_?-?key|private_?-?key|credential|auth|salt|dsn|(^|_)key$/i;
const assignment = /^\s*(?:export\s+)?["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(.+?)\s*,?\s*$/;
const shortest = 6;

/** Those that no other text holds by chance: what is named as a secret, what is random, passwords in addresses, the lines of a key. */
export function secretValues(text: string): readonly string[] {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', raw = ''] = assignment.exec(line) ?? [];
    if (name === '') return /^[A-Za-z0-9+/=]{40,}$/.test(line.trim()) ? [line.trim()] : [];
    const value = unquoted(raw);
    const inAddress = [...value.matchAll(/:\/\/[^/\s:@]*:([^/\s@]+)@/g)].map(([, password = '']) => password);
    return [...inAddress, ...(secretName.test(name) || looksRandom(value) ? [value] : [])];
  });
  return [...new Set(found.filter((value) => value.length >= shortest && !harmless.test(value)))].sort(
    (a, b) => b.length - a.length,
  );
}

const harmless =
  /^(true|false|null|none|undefined|changeme|localhost|development|production|example|your[-_ ].*|<.*>|\$\{.*\}|\d{1,8})$/i;

function unquoted(raw: string): string {
  const quoted = /^(["'`])(.*)\1/.exec(raw);
  return quoted?.[2] ?? raw.replace(/\s+#.*$/, '').trim();
}

/** Letters and digits mixed, long, and not an address or path. */
const looksRandom = (value: string): boolean =>
  /^[A-Za-z0-9+/=_.~-]{20,}$/.test(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !/^[./]|\/\/|\.\w{2,4}$/.test(value);

const HIDDEN = '[redacted]';

/** In texts wherever they stand in it: plain, as JSON writes them, in an address. */
export function withhold<Value>(value: Value, secrets: readonly string[]): Value {
  if (secrets.length === 0) return value;
  const forms = [
    ...new Set(secrets.flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])),
  ];
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string') return forms.reduce((text, form) => text.replaceAll(form, HIDDEN), each);
    if (Array.isArray(each)) return each.map(walk);
    if (each !== null && typeof each === 'object')
      return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]));
    return each;
  };
  return walk(value) as Value;
}
