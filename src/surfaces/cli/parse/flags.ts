// What follows a command's name: flags and positionals, checked against its words.

import { bare, direct, everywhere, type Flag, streaming, type Word } from '../../../contract/cli/word.ts';
import { defined } from '../../../contract/defined.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import { util } from '../terminal/console.ts';
import { noText, unknownFlag, usage, wrongChoice } from './refusals.ts';

export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

type Rest = {
  readonly values: Values;
  readonly help: boolean;
  readonly version: boolean;
  /** The first thing that is wrong. */
  readonly failure: Failure | null;
};

export const flagsOf = (word: Word): readonly Flag[] => [
  ...word.flags,
  ...(word.streams ? streaming : []),
  ...(word.direct ? direct : []),
  ...everywhere,
  ...(word.name === '' ? bare : []),
];

export function readRest(word: Word, args: readonly string[]): Rest {
  const flags = flagsOf(word);
  const values: Record<string, Value> = {};
  const positionals: string[] = [];
  let failure: Failure | null = null;
  const { own, passed } = splitPassed(word, args);
  for (const token of tokensOf(flags, joinOptional(word, flags, own))) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const wrong = takeFlag(word, flags, token, values);
    failure ??= wrong;
  }
  if (word.passes !== undefined && passed !== null) values[word.passes] = passed;
  const { help = false, version = false, json: _json, jsonl: _jsonl, ...said } = values;
  if (help !== true && version !== true)
    failure ??= (own.includes('--') ? null : noText(word, positionals)) ?? placePositionals(word, positionals, said);
  return { values: said, help: help === true, version: version === true, failure };
}

/** What is handed on stands after the first `--`. */
function splitPassed({ passes }: Word, args: readonly string[]) {
  const dashes = passes === undefined ? -1 : args.indexOf('--');
  return dashes === -1 ? { own: args, passed: null } : { own: args.slice(0, dashes), passed: args.slice(dashes + 1) };
}

/** A flag whose value may be left out takes the word after it where more words stand than the command has places for. */
function joinOptional(word: Word, flags: readonly Flag[], args: readonly string[]): readonly string[] {
  const optional = flags.filter((flag) => flag.optional === true).map(({ name }) => `--${name}`);
  const at = args.findIndex((arg) => optional.includes(arg));
  const next = args[at + 1];
  if (at === -1 || next === undefined || next.startsWith('-')) return args;
  const spare = tokensOf(flags, args).filter(({ kind }) => kind === 'positional').length > word.positionals.length;
  return spare ? [...args.slice(0, at), `${args[at]}=${next}`, ...args.slice(at + 2)] : args;
}

type Option = {
  readonly kind: 'option';
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
};

function tokensOf(flags: readonly Flag[], args: readonly string[]) {
  if (args.length === 0) return [];
  const options = Object.fromEntries(flags.map((flag) => [flag.name, shape(flag)]));
  return util.parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

const shape = ({ value, short, optional }: Flag) => ({
  type: value === undefined || optional === true ? ('boolean' as const) : ('string' as const),
  ...defined({ short }),
});

function takeFlag(word: Word, flags: readonly Flag[], token: Option, values: Record<string, Value>): Failure | null {
  const flag = flags.find((candidate) => candidate.name === token.name);
  if (flag === undefined)
    return unknownFlag(
      word,
      flags.map(({ name }) => name),
      token.rawName,
    );
  if (flag.value === undefined) {
    if (token.value !== undefined) return usage(`\`--${flag.name}\` takes no value.`, word);
    values[flag.alias ?? flag.name] = true;
    return null;
  }
  if (flag.optional === true && token.value === undefined) {
    values[flag.name] = '';
    return null;
  }
  if (token.value === undefined || (token.inlineValue !== true && looksLikeFlag(token.value)))
    return usage(`\`--${flag.name}\` needs a value.`, word);
  return takeValue(word, flag, token.value, values);
}

/** `-` alone and negative numbers are values. */
const looksLikeFlag = (value: string): boolean => /^-[^\d]/.test(value);

function takeValue(word: Word, flag: Flag, value: string, values: Record<string, Value>): Failure | null {
  const name = flag.alias ?? flag.name;
  const before = values[name];
  if (flag.choices !== undefined && !flag.choices.includes(value))
    return wrongChoice(word, `--${flag.name}`, value, flag.choices);
  if (flag.list === true) {
    const parts = value.split(',').map((part) => part.trim());
    const said = parts.filter(Boolean);
    // Of a variable of a shell that is empty: nothing would be as it was meant.
    if (said.length === 0) return usage(`\`--${flag.name}\` needs a value.`, word);
    values[name] = [...(Array.isArray(before) ? before : []), ...said];
    return null;
  }
  if (flag.repeated === true) {
    values[name] = [...(Array.isArray(before) ? before : []), value];
    return null;
  }
  if (before !== undefined) return usage(`\`--${flag.name}\` was given twice.`, word);
  if (flag.number === true && !isNumberFor(flag, value)) {
    const wanted = flag.within === undefined ? 'number from 0 on' : `whole number from ${flag.within.join(' to ')}`;
    return usage(`\`--${flag.name}\` needs a ${wanted}, not \`${value}\`.`, word);
  }
  values[name] = flag.number === true ? Number(value) : value;
  return null;
}

function isNumberFor({ within }: Flag, value: string): boolean {
  if (within === undefined) return /^\d+(\.\d+)?$/.test(value);
  const [least, most] = within;
  return /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
}

// Positionals to their names.

/** Fills `values`; says what is missing or too much. */
function placePositionals(word: Word, given: readonly string[], values: Record<string, Value>): Failure | null {
  let used = 0;
  for (const { name, required, rest, first, each, choices } of word.positionals) {
    const value = rest === true && used < given.length ? given.slice(used).join(' ') : given[used];
    if (value === undefined && required === true)
      return usage(`\`drover ${word.name}\` needs ${name.toUpperCase()}.`, word);
    if (value === undefined) break;
    if (choices !== undefined && !choices.includes(value)) return wrongChoice(word, name.toUpperCase(), value, choices);
    if (first !== undefined && given[used + 1] !== undefined) values[first] = given[used] ?? '';
    values[name] = each === true ? given.slice(used) : value;
    used = rest === true ? given.length : used + 1;
  }
  const extra = given[used];
  return extra === undefined ? null : usage(`\`drover ${word.name}\` does not take \`${extra}\`.`, word);
}
