// A command as a person or an agent wrote it, read into words. Nothing is ever expanded, and whatever a shell would do more than split it is refused.
import { fail, ok, type Result } from '../../domain/error.ts';

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
  return new Words(text).read();
}

const deny = (why: string) => fail('COMMAND_DENIED', why);

class Words {
  readonly #text: string;
  #at = 0;
  #word: string | null = null;
  #words: string[] = [];
  readonly #programs: string[][] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): Result<Pipeline> {
    while (this.#at < this.#text.length) {
      const refused = this.#step(this.#text[this.#at] ?? '');
      if (refused !== null) return deny(refused);
    }
    return this.#endProgram() ? ok(this.#programs) : deny('There is no command.');
  }

  /** Why it is refused. */
  #step(letter: string): string | null {
    this.#at += 1;
    if (letter === ' ' || letter === '\t') return this.#endWord();
    if (letter === "'" || letter === '"') return this.#quoted(letter);
    if (letter === '\\') return this.#escaped();
    if (letter === '|') return this.#pipe();
    const why = acts[letter] ?? (this.#word === null ? actsFirst[letter] : undefined);
    if (why !== undefined)
      return `${JSON.stringify(letter)} would be ${why}; put it in single quotes if it is meant as it stands.`;
    return this.#add(letter);
  }

  #quoted(quote: string): string | null {
    const end = this.#text.indexOf(quote, this.#at);
    if (end < 0) return `A quote ${quote} is not closed.`;
    const inside = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    if (inside.includes('\n') || inside.includes('\r')) return 'A command is one line.';
    if (quote === "'") return this.#add(inside);
    if (inside.includes('\\')) return 'A backslash in double quotes: use single quotes.';
    const act = [...inside].find((letter) => actsQuoted.has(letter));
    if (act !== undefined) return `${JSON.stringify(act)} acts in double quotes: use single quotes.`;
    return this.#add(inside);
  }

  #escaped(): string | null {
    const letter = this.#text[this.#at];
    if (letter === undefined || letter === '\n' || letter === '\r') return 'A command is one line, and ends with it.';
    this.#at += 1;
    return this.#add(letter);
  }

  #pipe(): string | null {
    const next = this.#text[this.#at];
    if (next === '|' || next === '&') return `"|${next}" would be a second command or a redirection.`;
    return this.#endProgram() ? null : 'There is no command before "|".';
  }

  #add(text: string): null {
    this.#word = (this.#word ?? '') + text;
    return null;
  }

  #endWord(): null {
    if (this.#word !== null) this.#words.push(this.#word);
    this.#word = null;
    return null;
  }

  /** False where there is none. */
  #endProgram(): boolean {
    this.#endWord();
    if (this.#words.length === 0) return false;
    this.#programs.push(this.#words);
    this.#words = [];
    return true;
  }
}
