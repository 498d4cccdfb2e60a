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
  let [depth, tried] = [0, 0];
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (balanced && token === '{') depth += 1;
    if (balanced && token === '}') depth -= 1;
    const run = token === '*' ? runToNextStar(tokens, at) : [];
    if (run.length > 0) tried += 1;
    const signs = run.map((each) => part(each, balanced, depth)).join('');
    parts.push(run.length === 0 ? part(token, balanced, depth) : `(?=([^/]*?${signs}))\\${tried}`);
    at += run.length;
  }
  return depth === 0 ? compile(parts.join('')) : compile(literal(whole));
}

/** What stands between a star and the next one of the same name. The first place where it fits is as good as any other: that one alone is tried, or names of many signs would be tried without end. */
function runToNextStar(tokens: readonly string[], at: number): readonly string[] {
  const end = tokens.findIndex((token, index) => index > at && !isOfOneLength(token));
  return tokens[end] === '*' ? tokens.slice(at + 1, end) : [];
}

/** Of a name: no slash can be in it. */
const isOfOneLength = (token: string): boolean => token === '?' || /^\[[^!^-]+\]$|^[^*?[{},/]+$/.test(token);

function part(token: string, balanced: boolean, depth: number): string {
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
    return /^(?!)/;
  }
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
