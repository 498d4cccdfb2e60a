// A command line as written by a person: plain words are split by the shell's rules for quoting; what needs a shell is told apart.

export type CommandLine =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Pipes, lists, variables, globs, redirections, assignments, substitutions. */
  | { readonly kind: 'shell'; readonly line: string }
  | { readonly kind: 'broken'; readonly why: string };

const special = /[|&;<>()$`*?[\]{}~#\n!]/;

type Reading = { words: string[]; word: string | null; shell: boolean };

/** Empty input gives no words. */
export function splitWords(line: string): CommandLine {
  const state: Reading = { words: [], word: null, shell: false };
  let at = 0;
  while (at < line.length) {
    const next = step(line, at, state);
    if (next === null) return { kind: 'broken', why: 'a quote is not closed' };
    at = next;
  }
  end(state, at);
  const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/.test(state.words[0] ?? '');
  return state.shell || assignment ? { kind: 'shell', line } : { kind: 'words', words: state.words };
}

/** The position after what was read, null where a quote stays open. */
function step(line: string, at: number, state: Reading): number | null {
  const character = line.charAt(at);
  if (character === "'") return single(line, at, state);
  if (character === '"') return double(line, at, state);
  if (character === '\\') return add(state, line.charAt(at + 1), at + 2);
  if (/\s/.test(character) && character !== '\n') return end(state, at + 1);
  if (special.test(character)) state.shell = true;
  return add(state, character, at + 1);
}

function single(line: string, at: number, state: Reading): number | null {
  const close = line.indexOf("'", at + 1);
  return close < 0 ? null : add(state, line.slice(at + 1, close), close + 1);
}

function double(line: string, at: number, state: Reading): number | null {
  add(state, '', at);
  for (let next = at + 1; next < line.length; next += 1) {
    const character = line.charAt(next);
    if (character === '"') return next + 1;
    if (character === '$' || character === '`') state.shell = true;
    const escaped = character === '\\' && /["\\$`]/.test(line.charAt(next + 1));
    if (escaped) next += 1;
    add(state, escaped ? line.charAt(next) : character, next);
  }
  return null;
}

function add(state: Reading, text: string, next: number): number {
  state.word = (state.word ?? '') + text;
  return next;
}

function end(state: Reading, next: number): number {
  if (state.word !== null) state.words.push(state.word);
  state.word = null;
  return next;
}
