// Source text with comments and the insides of strings blanked, so that patterns see code alone. Lines stay where they were.

export type Language = 'script' | 'python' | 'rust' | 'go' | 'java' | 'csharp' | 'ruby' | 'php' | 'other';

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  js: 'script',
  mjs: 'script',
  cjs: 'script',
  jsx: 'script',
  ts: 'script',
  mts: 'script',
  cts: 'script',
  tsx: 'script',
  vue: 'script',
  svelte: 'script',
  py: 'python',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'java',
  kts: 'java',
  scala: 'java',
  groovy: 'java',
  cs: 'csharp',
  fs: 'csharp',
  rb: 'ruby',
  php: 'php',
};

export const languageOf = (path: string): Language =>
  BY_EXTENSION[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'other';

const slashes = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/;
const quoted = /"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/;
const combine = (...parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'), 'g');

const TOKENS: Readonly<Record<Language, RegExp>> = {
  script: combine(slashes, quoted, /`(?:[^`\\]|\\[\s\S])*`?/),
  python: combine(/"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)/, /#[^\n]*/, quoted),
  rust: combine(slashes, /"(?:[^"\\]|\\[\s\S])*"?/),
  go: combine(slashes, quoted, /`[^`]*`?/),
  java: combine(slashes, /"""[\s\S]*?(?:"""|$)/, quoted),
  csharp: combine(slashes, quoted),
  ruby: combine(/#[^\n{][^\n]*/, quoted),
  php: combine(slashes, /#(?!\[)[^\n]*/, quoted),
  other: combine(slashes, /#[^\n]*/, quoted),
};

export function codeText(text: string, language: Language): string {
  return text.replace(TOKENS[language], (token) => {
    const quote = /^(?:"""|'''|["'`])/.exec(token)?.[0] ?? '';
    return quote + token.slice(quote.length).replace(/[^\n]/g, ' ');
  });
}

/** What comments between signs say, by their lines from 0, without the signs. Documentation is left out: it shows code. */
export function blocksIn(text: string, language: Language): ReadonlyMap<number, string> {
  const said = new Map<number, string>();
  let [line, from] = [0, 0];
  for (const { 0: token, index } of text.matchAll(TOKENS[language])) {
    line += linesIn(text.slice(from, index));
    from = index;
    if (/^\/\*(?![*!])/.test(token))
      for (const [at, each] of token.slice(2).replace(/\*\/$/, '').split('\n').entries())
        said.set(line + at, each.replace(/^\s*\*\s?/, ''));
  }
  return said;
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** The same with its strings. A text of Python that stands alone says what is beside it. */
export function withoutComments(text: string, language: Language): string {
  return text.replace(TOKENS[language], (token, at: number) => {
    if (/^(?:\/|#)/.test(token)) return ' ';
    return language === 'python' && standsAlone(text, at, token) ? ' ' : token;
  });
}

function standsAlone(text: string, at: number, token: string): boolean {
  const lineStart = text.lastIndexOf('\n', at) + 1;
  if (!/^(?:"""|'''|["'])/.test(token) || text.slice(lineStart, at).trim() !== '') return false;
  const before = text.slice(0, at).trimEnd().at(-1) ?? '';
  return before === '' || !'([{,=\\+'.includes(before);
}
