// Secrets of the files that a copy is given: what their values are, and texts without them.

import { looksRandom, secretVariable } from './secret-variables.ts';

const secretAssignment = /^\s*(?:export\s+)?["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(.+?)\s*,?\s*$/;
const shortest = 6;

/** Those that no other text holds by chance: what is named as a secret, what is random, passwords in addresses, the lines of a key. */
export function secretValues(text: string): readonly string[] {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', raw = ''] = secretAssignment.exec(line) ?? [];
    if (name === '') return /^[A-Za-z0-9+/=]{40,}$/.test(line.trim()) ? [line.trim()] : [];
    const value = unquoted(raw);
    const inAddress = [...value.matchAll(/:\/\/[^/\s:@]*:([^/\s@]+)@/g)].map(([, password = '']) => password);
    return [...inAddress, ...(holdsSecret(name) || looksRandom(value) ? [value] : [])];
  });
  return [...new Set(found.filter((value) => value.length >= shortest && !harmless.test(value)))].sort(
    (a, b) => b.length - a.length,
  );
}

/** In such a file a name that is likely to be one is enough. */
const holdsSecret = (name: string): boolean => /^key$/i.test(name) || secretVariable(name) !== null;

const harmless =
  /^(true|false|null|none|undefined|changeme|localhost|development|production|example|your[-_ ].*|<.*>|\$\{.*\}|\d{1,8})$/i;

function unquoted(raw: string): string {
  const quoted = /^(["'`])(.*)\1/.exec(raw);
  return quoted?.[2] ?? raw.replace(/\s+#.*$/, '').trim();
}

const HIDDEN_VALUE = '[redacted]';

/** In texts wherever they stand in it: plain, as JSON writes them, in an address. */
export function withhold<Value>(value: Value, secrets: readonly string[]): Value {
  if (secrets.length === 0) return value;
  const forms = [
    ...new Set(secrets.flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])),
  ];
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string') return forms.reduce((text, form) => text.replaceAll(form, HIDDEN_VALUE), each);
    if (Array.isArray(each)) return each.map(walk);
    if (each !== null && typeof each === 'object')
      return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]));
    return each;
  };
  return walk(value) as Value;
}
