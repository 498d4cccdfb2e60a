// A line for a shell as the simple commands in it. What is not plainly readable is no list at all: then a person is asked.

/** Null in doubt: substitutions, redirections into files, groups, functions, open quotes. */
export function splitCommand(line: string): readonly string[] | null {
  const parts: string[] = [];
  let part = '';
  for (let rest = line; rest !== ''; ) {
    const token = nextToken(rest);
    if (token === null) return null;
    if (token.kind === 'end') {
      parts.push(part.trim());
      part = '';
    } else part += token.text;
    rest = rest.slice(token.length);
  }
  parts.push(part.trim());
  const found = parts.filter((each) => each !== '');
  return found.length === 0 || found.some(isWordOfControl) ? null : found;
}

type Token = { readonly kind: 'text' | 'end'; readonly text: string; readonly length: number };

/** Harmless redirections are text: they write nowhere. */
const forms: readonly (readonly [RegExp, Token['kind'] | null])[] = [
  [/^\\[^\n]/, 'text'],
  [/^'[^']*'/, 'text'],
  [/^"(?:[^"\\`$]|\\[^\n]|\$(?![(`]))*"/, 'text'],
  [/^(?:[12&]?>\s*\/dev\/null|2>&1|>&2)(?=[\s;&|]|$)/, 'text'],
  [/^(?:&&|\|\||\|&|[;|&\n])/, 'end'],
  [/^[\\'"`<>(){}]/, null],
  [/^\$[({]/, null],
  [/^#/, null],
  [/^[^\\'"`<>(){}$#;|&\n]/, 'text'],
  [/^\$/, 'text'],
];

function nextToken(rest: string): Token | null {
  for (const [form, kind] of forms) {
    const [text] = form.exec(rest) ?? [];
    if (text !== undefined) return kind === null ? null : { kind, text, length: text.length };
  }
  return null;
}

const isWordOfControl = (command: string): boolean =>
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|coproc|eval|exec|source|\.|!|\[\[)(?:\s|$)/.test(
    command,
  );
