// A line for a shell as the simple commands in it. What is not plainly readable is no list at all: then a person is asked.
import { type ShellPiece, shellPieces } from '../text/shell-words.ts';

/** Null in doubt: substitutions, redirections into files, groups, functions, open quotes. */
export function splitCommand(line: string): readonly string[] | null {
  const parts: string[] = [];
  let part = '';
  let next = 0;
  for (const piece of shellPieces(line)) {
    // Taken together with one before it.
    if (piece.at < next) continue;
    const token = tokenAt(line, piece);
    if (token === null) return null;
    next = piece.at + token.text.length;
    if (token.kind === 'end') {
      parts.push(part.trim());
      part = '';
    } else part += token.text;
  }
  parts.push(part.trim());
  const found = parts.filter((each) => each !== '');
  return found.length === 0 || found.some(isWordOfControl) ? null : found;
}

type Token = { readonly kind: 'text' | 'end'; readonly text: string };

/** What signs are together; the first that fits. Harmless redirections are text: they write nowhere. */
const forms: readonly (readonly [RegExp, Token['kind'] | null])[] = [
  [/^(?:[12&]?>\s*\/dev\/null|2>&1|>&2)(?=[\s;&|]|$)/, 'text'],
  [/^(?:&&|\|\||\|&|[;|&\n])/, 'end'],
  [/^(?:[`<>(){}#]|\$[({])/, null],
  [/^[\s\S]/, 'text'],
];

/** As it stands in the line. */
function tokenAt(line: string, piece: ShellPiece): Token | null {
  const asItStands = (length: number): Token => ({ kind: 'text', text: line.slice(piece.at, piece.at + length) });
  switch (piece.kind) {
    case 'escaped':
      return piece.text === '' || piece.text === '\n' ? null : asItStands(2);
    case 'single':
      return piece.open ? null : asItStands(piece.text.length + 2);
    case 'double': {
      const isPlain = !piece.open && /^(?:[^"\\`$]|\\[^\n]|\$(?![({`]))*$/.test(piece.text);
      return isPlain ? asItStands(piece.text.length + 2) : null;
    }
    case 'sign':
      return ofSigns(line.slice(piece.at));
  }
}

function ofSigns(rest: string): Token | null {
  for (const [form, kind] of forms) {
    const [text] = form.exec(rest) ?? [];
    if (text !== undefined) return kind === null ? null : { kind, text };
  }
  return null;
}

const isWordOfControl = (command: string): boolean =>
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|coproc|eval|exec|source|\.|!|\[\[)(?:\s|$)/.test(
    command,
  );
