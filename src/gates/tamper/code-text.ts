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
  ruby: combine(/(?<![^\n])=begin(?=\s)[\s\S]*?(?:\n=end[^\n]*|$)/, /#[^\n{][^\n]*/, quoted),
  php: combine(slashes, /#(?!\[)[^\n]*/, quoted),
  other: combine(slashes, /#[^\n]*/, quoted),
};

export function codeText(text: string, language: Language): string {
  return text.replace(TOKENS[language], (token) => {
    const quote = /^(?:"""|'''|["'`])/.exec(token)?.[0] ?? '';
    return quote + token.slice(quote.length).replace(/[^\n]/g, ' ');
  });
}

/** What a comment between signs says; `at`: its first line, from 0. `tells`: such a one may as well tell of the code as be some. */
export type Block = { readonly at: number; readonly lines: readonly string[]; readonly tells: boolean };

/** Without the signs. Documentation is left out: it shows code. */
export function blocksIn(text: string, language: Language): readonly Block[] {
  const found: Block[] = [];
  const code = language === 'python' ? codeText(text, language) : '';
  let [line, from] = [0, 0];
  for (const { 0: token, index } of text.matchAll(TOKENS[language])) {
    line += linesIn(text.slice(from, index));
    from = index;
    const tells = !token.startsWith('/*');
    const said = tells
      ? saidAlone({ text, code, at: index, token }, language)
      : /^\/\*(?![*!])([\s\S]*?)(?:\*\/)?$/.exec(token)?.[1];
    const lines = said?.split('\n').map((each) => (tells ? each : each.replace(/^\s*\*\s?/, '')));
    if (lines !== undefined) found.push({ at: line, lines, tells });
  }
  return found;
}

/** `code`: all of it, without comments and the insides of texts. */
type Token = { readonly text: string; readonly code: string; readonly at: number; readonly token: string };

/** Undefined: it is no comment between signs, or documentation. */
function saidAlone({ text, code, at, token }: Token, language: Language): string | undefined {
  if (language === 'ruby') return /^=begin[^\S\n]*(\n[\s\S]*?)(?:=end[^\n]*)?$/.exec(token)?.[1];
  const inside = /^("""|''')([\s\S]*)\1$/.exec(token)?.[2];
  if (language !== 'python' || inside === undefined || !standsAlone(text, at, token)) return undefined;
  const isTaken = /^[^\S\n]*[^\s#]/.test(text.slice(at + token.length));
  return isTaken || isDocstring(code.slice(0, at)) ? undefined : inside;
}

/** After what begins a body, or gives a name a value; and where nothing stands before it. */
const isDocstring = (before: string): boolean => {
  const stands = before.trimEnd();
  const last = stands.slice(stands.lastIndexOf('\n') + 1);
  return last.trim() === '' || /:\s*$/.test(last) || /^\s*[\w.]+\s*(?::[^=]+)?=(?!=)/.test(last);
};

const linesIn = (text: string): number => text.split('\n').length - 1;

/** The same with its strings. A text of Python that stands alone says what is beside it. */
export function withoutComments(text: string, language: Language): string {
  return text.replace(TOKENS[language], (token, at: number) => {
    if (/^(?:\/|#|=begin)/.test(token)) return ' ';
    return language === 'python' && standsAlone(text, at, token) ? ' ' : token;
  });
}

function standsAlone(text: string, at: number, token: string): boolean {
  const lineStart = text.lastIndexOf('\n', at) + 1;
  if (!/^(?:"""|'''|["'])/.test(token) || text.slice(lineStart, at).trim() !== '') return false;
  const before = text.slice(0, at).trimEnd().at(-1) ?? '';
  return before === '' || !'([{,=\\+'.includes(before);
}
