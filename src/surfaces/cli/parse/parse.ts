// An argument list through the words: what was meant, or a refusal with the nearest known word. Nothing starts here.

import { everywhere, type Word } from '../../../contract/cli/word.ts';
import { wordNamed, wordNames } from '../../../contract/cli/words.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import { readRest, type Values } from './flags.ts';
import { incomplete, unknownWord } from './refusals.ts';

export type Output = 'text' | 'json' | 'jsonl';

type Meant =
  | { readonly kind: 'command'; readonly word: Word; readonly values: Values }
  /** `names`: the words help was asked about; empty for all. */
  | { readonly kind: 'help'; readonly names: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'refused'; readonly failure: Failure };

export type Parsed = Meant & { readonly output: Output };

/** `argv` without the program. Never throws. */
export const parse = (argv: readonly string[]): Parsed => ({ ...understand(argv), output: outputOf(argv) });

function understand(argv: readonly string[]): Meant {
  const ahead = leading(argv);
  const args = argv.slice(ahead);
  if (args[0] === '--version' || args[0] === '-V') return { kind: 'version' };
  if (args[0] === '--help' || args[0] === '-h') return { kind: 'help', names: [] };
  const found = findWord(args);
  if (found.kind === 'refused')
    return asksHelp(args) && found.names.length > 0 ? { kind: 'help', names: found.names } : found;
  const { word, used } = found;
  const rest = readRest(word, [...argv.slice(0, ahead), ...args.slice(used)]);
  if (rest.help) return { kind: 'help', names: namesOf(word.name) };
  if (rest.version) return { kind: 'version' };
  if (rest.failure !== null) return { kind: 'refused', failure: rest.failure };
  if (word.name === 'help') return { kind: 'help', names: namesOf(String(rest.values.words ?? '')) };
  return { kind: 'command', word, values: rest.values };
}

const namesOf = (text: string): string[] => text.split(' ').filter(Boolean);

const beforeDashes = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
};

/** Known before anything else is, so that a refusal has the wanted form too. */
function outputOf(argv: readonly string[]): Output {
  const flags = beforeDashes(argv);
  if (flags.includes('--jsonl')) return 'jsonl';
  return flags.includes('--json') ? 'json' : 'text';
}

const asksHelp = (argv: readonly string[]): boolean =>
  beforeDashes(argv).some((word) => word === '--help' || word === '-h');

/** How many flags stand before the command's name; only those that every command knows may. */
function leading(argv: readonly string[]): number {
  const known = everywhere.filter(({ name }) => name !== 'help').map(({ name }) => `--${name}`);
  const end = argv.findIndex((word) => !known.includes(word));
  return end === -1 ? argv.length : end;
}

type Found =
  | { readonly kind: 'found'; readonly word: Word; readonly used: number }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly names: readonly string[] };

/** The longest command name these words begin with; the bare program where none is said. */
function findWord(args: readonly string[]): Found {
  const first = args[0]?.startsWith('-') ? '' : (args[0] ?? '');
  const second = args[1]?.startsWith('-') ? undefined : args[1];
  const third = second === undefined || args[2]?.startsWith('-') ? undefined : args[2];
  const three = third === undefined ? undefined : wordNamed(`${first} ${second} ${third}`);
  if (three !== undefined) return { kind: 'found', word: three, used: 3 };
  const two = second === undefined ? undefined : wordNamed(`${first} ${second}`);
  if (two !== undefined) return { kind: 'found', word: two, used: 2 };
  const within = `${first} ${second}`;
  if (second !== undefined && secondWords(within).length > 0) {
    const under = secondWords(within);
    const why = third === undefined ? incomplete(within, under) : unknownWord(within, third, under);
    return { kind: 'refused', names: [first, second], failure: why };
  }
  const one = wordNamed(first);
  if (one !== undefined && args[0] !== '') return { kind: 'found', word: one, used: first === '' ? 0 : 1 };
  const inGroup = secondWords(first);
  if (inGroup.length === 0) return { kind: 'refused', names: [], failure: unknownWord('', first, firstWords()) };
  const failure = second === undefined ? incomplete(first, inGroup) : unknownWord(first, second, inGroup);
  return { kind: 'refused', names: [first], failure };
}

/** What may follow a group's name; `step feature` is a group as well. */
export const secondWords = (group: string): string[] => [
  ...new Set(
    wordNames
      .filter((name) => name.startsWith(`${group} `))
      .map((name) => name.slice(group.length + 1).split(' ')[0] ?? ''),
  ),
];

/** Names of commands and groups. */
export const firstWords = (): string[] =>
  [...new Set(wordNames.map((name) => name.split(' ')[0] ?? ''))].filter((name) => name !== '');

// The words of one command, by its name.

export function wordOf(name: string): Word {
  const word = wordNamed(name);
  if (word === undefined) throw new Error(`there is no command ${name}`);
  return word;
}
