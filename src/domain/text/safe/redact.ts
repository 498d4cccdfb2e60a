// Secrets in text, replaced before anything is stored or sent. Every pattern is linear; what is hidden is the value, never the name.
import { secretFormats } from './secret-formats.ts';
import { type Span, seekValues } from './secret-forms.ts';
import { isShouted, looksRandom, type SecretVariable, secretVariable } from './secret-variables.ts';

const HIDDEN = '[redacted]';
const rules: readonly (readonly [RegExp, string])[] = [
  [
    /-----BEGIN ([A-Z ]*)PRIVATE KEY( BLOCK)?-----(?:[\s\S]{0,16384}?-----END [A-Z ]*PRIVATE KEY( BLOCK)?-----|[^-]*)/g,
    HIDDEN,
  ],
  [/(?:^[A-Za-z0-9+/=]{16,80}[ \t]*\n){1,100}-----END [A-Z ]*PRIVATE KEY/gm, HIDDEN],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@'"<>]{0,256}:[^\s/@'"<>]{1,256}@/gi, `$1${HIDDEN}@`],
  [/\b(authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token|digest)\s+)(?!\$\{|TOKEN\b)[^\s"',;]+/gi, `$1${HIDDEN}`],
  [/\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${HIDDEN}`],
  [secretFormats, HIDDEN],
];

/** A name and what puts a value to it; the value is looked at apart, for another name may stand in it. */
const assignment = /(?<![\w.-])([\w.-]{1,160})(\\?["'])?(\s{0,8}(?::=|=>|:(?![:=]|\/\/)|=(?![=>~]))\s{0,8})/g;
const quoted = /(\\?["'])((?:(?!\1)[^\n])*)\1?/y;
const bare = /[^\s"',;&)}\]\\]+/y;

/** `TOKEN=x`, `STRIPE_KEY: y`, the same in JSON, Bearer and Basic headers, credentials in addresses, private keys and the common key formats. What is code and not a value stays. */
export function redact(text: string): string {
  const formats = rules.reduce((done, [pattern, into]) => done.replace(pattern, into), text);
  let done = '';
  let from = 0;
  for (const match of formats.matchAll(assignment)) {
    const [whole, name = '', , sign = ''] = match;
    const at = match.index + whole.length;
    const kind = match.index < from ? null : secretVariable(name);
    const value = kind === null ? null : valueAt(formats, at, sign);
    if (value === null || !isHidden(kind, value, { formats, match })) continue;
    done += `${formats.slice(from, at)}${value.quote}${HIDDEN}${value.quote}`;
    from = at + value.length;
  }
  return done + formats.slice(from);
}

type Value = { readonly text: string; readonly quote: string; readonly length: number };

function valueAt(text: string, at: number, sign: string): Value | null {
  quoted.lastIndex = at;
  const inQuotes = quoted.exec(text);
  if (inQuotes !== null) return { text: inQuotes[2] ?? '', quote: inQuotes[1] ?? '', length: inQuotes[0].length };
  bare.lastIndex = at;
  const [word] = (!sign.includes('>') && bare.exec(text)) || [];
  return word === undefined ? null : { text: word, quote: '', length: word.length };
}

/** Kept where it was hidden before, where a verdict stands, where it leads elsewhere: to a variable, a constant, another name. */
const notItself =
  /^(?:\[redacted|\*\*(?:passed|failed|skipped|timeout|not_configured)\*\*|\$\{|\$\(|\$[A-Z_][A-Z0-9_]*$|\$[a-z_]\w*(?:->|\[)|%\w+%$|[A-Z]+(?:_[A-Z]+)+$|[A-Za-z_]+:$|\*{3,}$|[^\w$]?$)/;

function isHidden(
  kind: SecretVariable | null,
  { text, quote }: Value,
  { formats, match }: { readonly formats: string; readonly match: RegExpExecArray },
): boolean {
  if (notItself.test(text) || (kind === 'likely' && !looksRandom(text, 16))) return false;
  return quote !== '' || !isCode(text, formats, match);
}

const type =
  /^(?:string|number|boolean|bool|null|undefined|true|false|none|nil|any|unknown|never|void|str|bytes|int|object|required|optional|option|missing|readonly|buffer|uint8array|record|map|set|array|list|vec|promise|regexp|date)(?![\w!@#$%^*-])/i;
const call =
  /^(?:new|await|yield|async|typeof|function|not|lambda|import|require)$|^(?:[A-Za-z_$]+\??\.)*(?:sha\d+|md5|base64\w*|[A-Za-z_$]+)[(`]/;
const member =
  /^(?:process|import\.meta|this|self|os|env|config|cfg|options|opts|args|argv|params|props|req|request|res|response|result|input|data|body|event|ctx|context|state|settings|user|session|credentials|secrets|github|steps|inputs|vars|module|exports|document|window|globalThis|crypto|Math|JSON|Object|String)(?:\??\.|\[|->)/;
const declaration =
  /(?:^|[^\w$])(?:const|let|var|val|final|static|readonly|private|public|protected|type|mut|def|fn)\s+$/;

/** An expression, a type, a place in a file: in code a secret stands in quotes. What is written tight behind a name in capitals is never taken for code. */
function isCode(value: string, text: string, { index, 1: name = '', 2: mark, 3: sign = '' }: RegExpExecArray): boolean {
  const isTight = sign === '=';
  if (isTight && isShouted(name)) return false;
  const plain = value.replace(/^[[{(<|&]+/, '');
  if (plain === '' || type.test(plain) || call.test(plain) || member.test(plain)) return true;
  if (/^\d+$/.test(plain) && (mark !== undefined || /tokens$/i.test(name))) return true;
  if (sign === ':' && text[index - 1] === '/' && /^\d+(?::\d+)*:?$/.test(plain)) return true;
  if (!isTight && declaration.test(text.slice(Math.max(0, index - 16), index))) return !/^\d/.test(plain);
  return /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)*$/.test(plain) && namesItself(plain, isTight ? name : null);
}

/** `password: user.password`, `token: AuthToken`: the value is a name of the same kind. */
function namesItself(value: string, only: string | null): boolean {
  if (only !== null) return value === only || value.includes('.');
  const words = value
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => /^(?:tokens?|secrets?|passwords?|passphrase|pwd|credentials?|key|auth)$/.test(word));
}

// Secrets of the files that a copy is given: what their values are, and texts without them.

const secretAssignment = /^\s*(?:export\s+)?["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(.+?)\s*,?\s*$/;
const shortest = 6;

/** Those that no other text holds by chance: what is named as a secret, what is random, passwords in addresses, the lines of a key. */
export function secretValues(text: string): readonly string[] {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', raw = ''] = secretAssignment.exec(line) ?? [];
    if (name === '') return /^[A-Za-z0-9+/=]{40,}$/.test(line.trim()) ? [line.trim()] : [];
    const value = unquoted(raw);
    return [...passwordsIn(value), ...(holdsSecret(name) || looksRandom(value) ? [value] : [])];
  });
  return [...new Set(found.filter((value) => value.length >= shortest && !harmless.test(value)))].sort(
    (a, b) => b.length - a.length,
  );
}

/** `named`: variables that hold one, whatever they are called. A word that a program writes for other reasons is none. */
export function secretsOfEnvironment(
  env: Readonly<Record<string, string>>,
  named: readonly string[],
): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const kind = named.includes(name) ? 'certain' : secretVariable(name);
    const isSecret = kind === 'certain' || (kind === 'likely' && looksRandom(value));
    const values = [...passwordsIn(value), ...(isSecret ? [value] : [])].filter((one) => !isWord(one));
    return values.map((one) => ({ name, value: one }));
  });
}

const passwordsIn = (value: string): readonly string[] =>
  [...value.matchAll(/:\/\/[^/\s:@]*:([^/\s@]+)@/g)].map(([, password = '']) => password);

const isWord = (value: string): boolean =>
  value.length < 8 ||
  harmless.test(value) ||
  /^[a-z_-]{1,19}$/i.test(value) ||
  /^~?\/(?:[\w.-]+\/)+[\w.-]*$/.test(value);

/** In such a file a name that is likely to be one is enough. */
const holdsSecret = (name: string): boolean => /^key$/i.test(name) || secretVariable(name) !== null;

const harmless = /^(undefined|changeme|localhost|development|production|example|your[-_ ].*|<.*>|\$\{.*\}|\d{1,8})$/i;

function unquoted(raw: string): string {
  const quoted = /^(["'`])(.*)\1/.exec(raw);
  return quoted?.[2] ?? raw.replace(/\s+#.*$/, '').trim();
}

/** In texts wherever they stand in it, and however programs write them. */
export const withhold = <Value>(value: Value, secrets: readonly string[]): Value => withholding(secrets)(value);

/** The same, for many one after the other. */
export function withholding(secrets: readonly string[]): <Value>(value: Value) => Value {
  if (secrets.length === 0) return (value) => value;
  const known = seekValues(secrets);
  return (value) => mapTexts(value, (text) => without(known.find(text), text));
}

/** A hole for each, with the line ends in it; those that overlap are one. */
function without(found: readonly (readonly Span[])[], text: string): string {
  const spans = found.map((runs) => ({ from: runs[0]?.from ?? 0, to: runs.at(-1)?.to ?? 0 }));
  let done = '';
  let at = 0;
  for (const { from, to } of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= at) done += text.slice(at, from) + HIDDEN;
    at = Math.max(at, to);
  }
  return done + text.slice(at);
}

/** Keys that are known by their form alone. */
export const hideFormats = <Value>(value: Value): Value =>
  mapTexts(value, (text) => text.replace(secretFormats, HIDDEN));

function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string') return change(each);
    if (Array.isArray(each)) return each.map(walk);
    if (each !== null && typeof each === 'object')
      return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, walk(inner)]));
    return each;
  };
  return walk(value) as Value;
}
