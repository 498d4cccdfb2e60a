// Globs over paths of a tree: `**`, `*`, `?`, `[a-z]`, `{a,b}`. Names with a leading dot match as all others do: a guard must see them.

/** Paths are relative with `/`. A pattern that ends in `/` means all below it. */
export function matchGlob(pattern: string, path: string): boolean {
  return expression(pattern).test(path);
}

export function matchAny(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => matchGlob(pattern, path));
}

/** For many paths: the patterns are read once. */
export function keepMatching(patterns: readonly string[], paths: readonly string[]): readonly string[] {
  const expressions = patterns.map(expression);
  return paths.filter((path) => expressions.some((each) => each.test(path)));
}

/** Patterns are few, and asked of every path. */
const mostKept = 1000;
const kept = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const made = kept.get(pattern) ?? makeExpression(pattern);
  if (kept.size >= mostKept) kept.clear();
  kept.set(pattern, made);
  return made;
}

function makeExpression(pattern: string): RegExp {
  const whole = pattern
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/$/, '/**')
    .replace(/(\*\*\/)+/g, '**/')
    .replace(/\*{3,}/g, '**');
  const tokens = whole.match(/\*\*\/|\*\*|\*|\?|\[[^\]/]+\]|\{|\}|,|[^*?[{},]+|\[/g) ?? [];
  const balanced = tokens.filter((token) => token === '{').length === tokens.filter((token) => token === '}').length;
  const read: Read = { balanced, depth: 0, tried: 0 };
  const source = sourceOf(tokens, read);
  return compile(read.depth === 0 ? source : literal(whole));
}

/** `depth`: of braces that are open; `tried`: groups so far of which the first place alone is tried. */
type Read = { readonly balanced: boolean; depth: number; tried: number };

function sourceOf(tokens: readonly string[], read: Read): string {
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (read.balanced && token === '{') read.depth += 1;
    if (read.balanced && token === '}') read.depth -= 1;
    const run = Object.hasOwn(runs, token) ? (runs[token]?.(tokens, at) ?? []) : [];
    parts.push(run.length === 0 ? part(token, read) : firstPlace(token, run, read));
    at += run.length;
  }
  return parts.join('');
}

/** Behind a star, or any number of folders, the first place where a run fits is as good as any other: that one alone is tried, or names of many signs and deep paths would be tried without end. */
function firstPlace(token: string, run: readonly string[], read: Read): string {
  read.tried += 1;
  const group = read.tried;
  return `(?=(${part(token, read)}?${sourceOf(run, read)}))\\${group}`;
}

/** What follows up to where any sign may stand again. */
const runs: Readonly<Record<string, (tokens: readonly string[], at: number) => readonly string[]>> = {
  '*': runToNextStar,
  '**/': runToNextFolders,
};

/** Whole names of folders. */
function runToNextFolders(tokens: readonly string[], at: number): readonly string[] {
  const end = tokens.findIndex((token, index) => index > at && token !== '*' && !isOfFolders(token));
  const isNext = tokens[end]?.startsWith('**') === true && tokens[end - 1]?.endsWith('/') === true;
  return isNext ? tokens.slice(at + 1, end) : [];
}

/** What stands between a star and the next one of the same name. */
function runToNextStar(tokens: readonly string[], at: number): readonly string[] {
  const end = tokens.findIndex((token, index) => index > at && !isOfOneLength(token));
  return tokens[end] === '*' ? tokens.slice(at + 1, end) : [];
}

/** Slashes are in it only where they are written. */
const isOfFolders = (token: string): boolean => isOfOneLength(token) || /^[^*?[{},]+$/.test(token);

/** Of a name: no slash can be in it. */
const isOfOneLength = (token: string): boolean => token === '?' || /^\[[^!^-]+\]$|^[^*?[{},/]+$/.test(token);

function part(token: string, { balanced, depth }: Read): string {
  if (token === '**/') return '(?:[^/]+/)*';
  if (token === '**') return '.*';
  if (token === '*') return '[^/]*';
  if (token === '?') return '[^/]';
  if (balanced && token === '{') return '(?:';
  if (balanced && token === '}') return ')';
  if (token === ',' && depth > 0) return '|';
  if (token.length > 2 && token.startsWith('['))
    return `[${token.slice(1, -1).replace(/^!/, '^').replace(/[\\[]/g, '\\$&')}]`;
  return literal(token);
}

function compile(source: string): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, 's');
  } catch {
    return /(?!)/;
  }
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
