// A command of a pre-analysis, `Read(path)` or `bash(command)`, as the operation it stands for. What does not parse is no command: nothing is guessed.
import { fail, ok, type Result } from '../error.ts';
import { endOfWord, type ShellPiece, shellPieces, shellWords } from '../text/shell-words.ts';

export type PreCommand =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'bash'; readonly command: string }
  /** Path: null is everywhere. */
  | { readonly kind: 'search'; readonly pattern: string; readonly path: string | null }
  | { readonly kind: 'glob'; readonly pattern: string }
  | {
      readonly kind: 'mcp';
      readonly server: string;
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  | ({ readonly kind: 'run' } & AskedRun);

/** `ccw cli -p "..." --tool NAME`; null: not said. */
export type AskedRun = {
  readonly prompt: string;
  readonly agent: string | null;
  readonly mode: string | null;
  readonly model: string | null;
  readonly cd: string | null;
  /** Flags that say nothing here. Absent: none. */
  readonly passedOver?: readonly string[];
};

const forms: Readonly<Record<string, (inner: string) => Result<PreCommand>>> = {
  read: (inner) => oneArgument(inner, (path) => ({ kind: 'read', path })),
  glob: (inner) => oneArgument(inner, (pattern) => ({ kind: 'glob', pattern })),
  bash: (inner) => (inner.trim() === '' ? refuse('it is empty') : ok({ kind: 'bash', command: inner.trim() })),
  search: searchFrom,
};

/** Refused with why, in words that follow the command. */
export function readPreCommand(text: string): Result<PreCommand> {
  const line = text.trim();
  const run = /^(?:ccw\s+cli|drover\s+run)(?:\s|$)/.exec(line);
  if (run !== null) return runFrom(line.slice(run[0].length));
  const [, name = '', inner = ''] = /^([A-Za-z][\w-]*)\s*\(([\s\S]*)\)$/.exec(line) ?? [];
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  const form = server === undefined || tool === undefined ? formOf(name.toLowerCase()) : mcpFrom(server, tool);
  if (form === undefined)
    return refuse(
      'it is none of Read(path), bash(command), Search(pattern,path), Glob(pattern), mcp__server__tool(args)',
    );
  const why = whyUnbalanced(inner);
  return why === null ? form(inner) : refuse(why);
}

const formOf = (name: string) => (Object.hasOwn(forms, name) ? forms[name] : undefined);

const refuse = (why: string): Result<never> => fail('FLOW_INVALID', why);

/** Between the outer parentheses, every quote and every parenthesis outside of quotes has its other half. */
function whyUnbalanced(inner: string): string | null {
  let depth = 0;
  for (const piece of shellPieces(inner)) {
    if (isQuote(piece) && piece.open) return 'a quote is not closed';
    if (piece.kind === 'sign') depth += piece.text === '(' ? 1 : piece.text === ')' ? -1 : 0;
    if (depth < 0) return 'a parenthesis is closed that was not opened';
  }
  return depth === 0 ? null : 'a parenthesis is not closed';
}

type Quote = Extract<ShellPiece, { readonly open: boolean }>;
const isQuote = (piece: ShellPiece): piece is Quote => piece.kind === 'single' || piece.kind === 'double';

function oneArgument(inner: string, made: (value: string) => PreCommand): Result<PreCommand> {
  const value = unquoted(inner);
  return value === '' ? refuse('it is empty') : ok(made(value));
}

/** Backslashes are the pattern's own. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  const [only, ...more] = shellPieces(trimmed);
  if (only === undefined || more.length > 0 || !isQuote(only)) return trimmed;
  return only.kind === 'double' ? only.text.replace(/\\"/g, '"') : only.text;
}

/** A pattern may have commas, a path has none: the last one outside of quotes counts. */
function searchFrom(inner: string): Result<PreCommand> {
  const commas = commasIn(inner);
  const at = commas.at(-1) ?? inner.length;
  const pattern = unquoted(inner.slice(0, at));
  const path = unquoted(inner.slice(at + 1));
  return pattern === '' ? refuse('it is empty') : ok({ kind: 'search', pattern, path: path === '' ? null : path });
}

/** Outside of quotes and of brackets of any kind. */
function commasIn(text: string): readonly number[] {
  let depth = 0;
  return shellPieces(text).flatMap((piece) => {
    if (piece.kind !== 'sign') return [];
    if ('([{'.includes(piece.text)) depth += 1;
    if (')]}'.includes(piece.text)) depth -= 1;
    return piece.text === ',' && depth <= 0 ? [piece.at] : [];
  });
}

const mcpFrom =
  (server: string, tool: string) =>
  (inner: string): Result<PreCommand> => {
    const args = argumentsFrom(inner);
    return args.ok ? ok({ kind: 'mcp', server, tool, args: args.value }) : args;
  };

/** `query="React hooks", limit=3`, or an object of JSON. */
function argumentsFrom(inner: string): Result<Readonly<Record<string, unknown>>> {
  if (inner.trim() === '') return ok({});
  if (inner.trim().startsWith('{')) {
    const value = parsed(inner);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? ok({ ...value })
      : refuse('its arguments are no JSON');
  }
  const ends = [...commasIn(inner), inner.length];
  const found: [string, unknown][] = [];
  for (const [index, end] of ends.entries()) {
    const text = inner.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end).trim();
    // A comma may stand behind the last.
    if (text === '' && index === ends.length - 1) break;
    const [, name, value = ''] = /^([A-Za-z_][\w-]*)\s*[=:]\s*([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) return refuse(`its argument ${text} has no name`);
    found.push([name, valueFrom(value)]);
  }
  return ok(Object.fromEntries(found));
}

/** What is JSON is that; all else is a text. */
function valueFrom(text: string): unknown {
  const value = parsed(text);
  return value === undefined ? unquoted(text) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const runFlags: Readonly<Record<string, keyof AskedRun>> = {
  '-p': 'prompt',
  '--prompt': 'prompt',
  '--tool': 'agent',
  '--agent': 'agent',
  '-a': 'agent',
  '--mode': 'mode',
  '--model': 'model',
  '-m': 'model',
  '--cd': 'cd',
  '-C': 'cd',
};

/** Of programs whose task files these are: what they say of how an answer is worded, shown or filed has no counterpart here. */
const othersFlags: Readonly<Record<string, 'alone' | 'with a value'>> = {
  '--rule': 'with a value',
  '--includeDirs': 'with a value',
  '--effort': 'with a value',
  '--category': 'with a value',
  '--inject-mode': 'with a value',
  '--id': 'with a value',
  '--stream': 'alone',
  '--raw': 'alone',
  '--final': 'alone',
  '--no-native': 'alone',
};

function runFrom(line: string): Result<PreCommand> {
  const read = shellWords(shellPieces(line), meanWord);
  if ('refused' in read) return refuse(read.refused);
  const said = new Map<keyof AskedRun, string>();
  const free: string[] = [];
  const passedOver: string[] = [];
  const words = read.words.values();
  for (const word of words) {
    const [, name = word, joined] = /^(--[a-zA-Z-]+)=([\s\S]*)$/.exec(word) ?? [];
    const other = Object.hasOwn(othersFlags, name) ? othersFlags[name] : undefined;
    if (other !== undefined) {
      const value = other === 'alone' ? '' : (joined ?? words.next().value);
      if (value === undefined) return refuse(`${name} has no value`);
      passedOver.push(`${name} ${value}`.trim());
      continue;
    }
    const field = Object.hasOwn(runFlags, name) ? runFlags[name] : undefined;
    if (field === undefined && /^--?[a-z][\w-]*(?:=|$)/i.test(word))
      return refuse(`it has a flag that is not known here: ${name}`);
    const value = field === undefined ? word : (joined ?? words.next().value);
    if (value === undefined) return refuse(`${name} has no value`);
    if (field === undefined) free.push(value);
    else said.set(field, value);
  }
  const prompt = said.get('prompt') ?? free.join(' ');
  if (prompt.trim() === '') return refuse('it has no prompt');
  const field = (name: keyof AskedRun) => said.get(name) ?? null;
  return ok({
    kind: 'run',
    prompt,
    agent: field('agent'),
    mode: field('mode'),
    model: field('model'),
    cd: field('cd'),
    ...(passedOver.length > 0 && { passedOver }),
  });
}

/** No shell reads it: what only one understands is refused. */
function meanWord(piece: ShellPiece): string | typeof endOfWord | { readonly refused: string } {
  if (piece.kind === 'escaped') return piece.text;
  if (piece.kind === 'single') return piece.open ? { refused: 'a quote is not closed' } : piece.text;
  if (piece.kind === 'double') {
    if (piece.open) return { refused: 'a quote is not closed' };
    return piece.text.replace(/\\(["\\$`])/g, '$1');
  }
  if (/\s/.test(piece.text)) return endOfWord;
  return /[|&;<>`$]/.test(piece.text) ? { refused: `it needs a shell (${piece.text})` } : piece.text;
}
