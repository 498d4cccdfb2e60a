// A command as a person or an agent wrote it, read into words. Nothing is ever expanded, and whatever a shell would do more than split it is refused.
import { fail, ok, type Result } from '../../domain/error.ts';
import { endOfWord, type ShellPiece, shellPieces, shellWords } from '../../domain/text/shell-words.ts';

/** Programs with their arguments, joined by pipes. */
export type Pipeline = readonly (readonly string[])[];

export const longestCommand = 4096;

/** Outside of quotes a shell acts on these. */
const acts: Readonly<Record<string, string>> = {
  ';': 'a second command',
  '&': 'a second command',
  '>': 'a file to be written',
  '<': 'a file to be read from',
  '`': 'a command in a command',
  $: 'a variable or a command in a command',
  '(': 'a group of commands',
  ')': 'a group of commands',
  '\n': 'a second line',
  '\r': 'a second line',
  '*': 'a pattern of file names: name the file',
  '?': 'a pattern of file names: name the file',
  '[': 'a pattern of file names: name the file',
  '{': 'a list of words: name each',
  '}': 'a list of words: name each',
};
/** At the beginning of a word. */
const actsFirst: Readonly<Record<string, string>> = {
  '~': 'a home: write the whole path',
  '#': 'a comment',
  '!': 'a negation or an older command',
};
/** Inside of double quotes. */
const actsQuoted = new Set(['$', '`', '!']);

/** `COMMAND_DENIED` with what stood there and what a shell would have made of it. */
export function readWords(text: string): Result<Pipeline> {
  if (text.length > longestCommand) return deny(`A command has at most ${longestCommand} characters.`);
  if ([...text].some((letter) => letter < ' ' && letter !== '\t' && letter !== '\n' && letter !== '\r'))
    return deny('There is a control character in it.');
  const programs: (readonly string[])[] = [];
  for (const { pieces, pipe } of programsOf(shellPieces(text))) {
    const read = shellWords(pieces, meaningOf);
    if ('refused' in read) return deny(read.refused);
    const next = pipe === null ? '' : text.charAt(pipe + 1);
    if (next === '|' || next === '&') return deny(`"|${next}" would be a second command or a redirection.`);
    if (read.words.length === 0)
      return deny(pipe === null ? 'There is no command.' : 'There is no command before "|".');
    programs.push(read.words);
  }
  return ok(programs);
}

const deny = (why: string) => fail('COMMAND_DENIED', why);

/** `pipe`: where the one stands that ends it; null: it is the last. */
function programsOf(
  pieces: readonly ShellPiece[],
): readonly { readonly pieces: readonly ShellPiece[]; readonly pipe: number | null }[] {
  const at = pieces.findIndex(({ kind, text }) => kind === 'sign' && text === '|');
  const pipe = pieces[at]?.at ?? null;
  if (pipe === null) return [{ pieces, pipe }];
  return [{ pieces: pieces.slice(0, at), pipe }, ...programsOf(pieces.slice(at + 1))];
}

function meaningOf(piece: ShellPiece, word: string | null) {
  switch (piece.kind) {
    case 'sign':
      return ofSign(piece.text, word);
    case 'escaped':
      return /^[\n\r]?$/.test(piece.text) ? refuse('A command is one line, and ends with it.') : piece.text;
    case 'single':
      if (piece.open) return refuse("A quote ' is not closed.");
      return isLine(piece.text) ? piece.text : refuse('A command is one line.');
    case 'double':
      return ofDouble(piece.text, piece.open);
  }
}

function ofSign(sign: string, word: string | null) {
  if (sign === ' ' || sign === '\t') return endOfWord;
  const why = acts[sign] ?? (word === null ? actsFirst[sign] : undefined);
  if (why === undefined) return sign;
  return refuse(`${JSON.stringify(sign)} would be ${why}; put it in single quotes if it is meant as it stands.`);
}

/** The first quote ends it here: one behind a backslash is refused with the backslash. */
function ofDouble(text: string, open: boolean) {
  const [inside = '', ...more] = text.split('"');
  if (open && more.length === 0) return refuse('A quote " is not closed.');
  if (!isLine(inside)) return refuse('A command is one line.');
  if (inside.includes('\\')) return refuse('A backslash in double quotes: use single quotes.');
  const act = [...inside].find((letter) => actsQuoted.has(letter));
  return act === undefined ? inside : refuse(`${JSON.stringify(act)} acts in double quotes: use single quotes.`);
}

const isLine = (text: string): boolean => !/[\n\r]/.test(text);
const refuse = (why: string) => ({ refused: why });
