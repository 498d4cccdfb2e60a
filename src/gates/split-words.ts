// A command line as written by a person: plain words are split by the shell's rules for quoting; what needs a shell is told apart.
import { endOfWord, shellPieces, shellWords } from '../domain/text/shell-words.ts';

export type CommandLine =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Pipes, lists, variables, globs, redirections, assignments, substitutions. */
  | { readonly kind: 'shell'; readonly line: string }
  | { readonly kind: 'broken'; readonly why: string };

/** A blank that is no end of a line ends a word; the end of a line is a sign of the shell's. */
const special = /[|&;<>()$`*?[\]{}~#\n!]/;
const escapes = /\\(["\\$`])/g;

/** Empty input gives no words. */
export function splitWords(line: string): CommandLine {
  let shell = false;
  const read = shellWords(shellPieces(line), (piece) => {
    const { kind, text } = piece;
    if (kind === 'escaped') return text;
    if (kind === 'sign') {
      if (/\s/.test(text) && text !== '\n') return endOfWord;
      shell ||= special.test(text);
      return text;
    }
    if (piece.open) return { refused: 'a quote is not closed' };
    if (kind === 'single') return text;
    shell ||= /[$`]/.test(text.replace(escapes, ''));
    return text.replace(escapes, '$1');
  });
  if ('refused' in read) return { kind: 'broken', why: read.refused };
  const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/.test(read.words[0] ?? '');
  return shell || assignment ? { kind: 'shell', line } : { kind: 'words', words: read.words };
}

/** In a variable that carries flags: all are split at blanks, and all understand double quotes and backslashes. */
export const quoteWord = (word: string): string =>
  /[\s"'\\]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word;
