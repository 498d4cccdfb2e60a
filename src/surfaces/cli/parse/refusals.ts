// Refusals of the command line, each with the nearest known word or the way to help.

import type { Word } from '../../../contract/cli/word.ts';
import { shellWord } from '../../../contract/errors/fill-hint.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import { nearest } from '../../../contract/typed/typed-words.ts';
import { insteadOfText, synonyms, verbs } from './synonyms.ts';

const seeHelp = (name: string): string => `See \`drover help${name === '' ? '' : ` ${name}`}\``;
const called = (name: string): string => (name === '' ? 'drover' : `drover ${name}`);

export const usage = (message: string, word: Word): Failure => ({
  error_code: 'USAGE',
  message,
  details: { hint: `${seeHelp(word.name)}.` },
});

export function wrongChoice(word: Word, what: string, value: string, choices: readonly string[]): Failure {
  const near = nearest(value, choices);
  const failure = usage(`\`${what}\` is one of: ${choices.join(', ')}; not \`${value}\`.`, word);
  return near === null ? failure : { ...failure, details: { hint: `Did you mean \`${near}\`?`, nearest: near } };
}

/** `rawName` as typed, with its dashes. */
export function unknownFlag(word: Word, known: readonly string[], rawName: string): Failure {
  const found = nearest(rawName.replace(/^-+/, ''), known);
  const near = found === null ? null : `--${found}`;
  const hint =
    near === null
      ? `${seeHelp(word.name)}; text that begins with a dash goes after \`--\`.`
      : `Did you mean \`${near}\`?`;
  return {
    error_code: 'UNKNOWN_WORD',
    message: `\`${called(word.name)}\` does not know \`${rawName}\`.`,
    details: { hint, nearest: near },
  };
}

/** `before`: the group it was looked for in, '' for none. */
export function unknownWord(before: string, word: string, known: readonly string[]): Failure {
  const full = before === '' ? word : `${before} ${word}`;
  const [near = null, ...more] = meant(before, word, known);
  const shown = [near, ...more].map((each) => `\`${`${called(before)} ${each}`.trimEnd()}\``);
  const hint = near === null ? `${seeHelp(before)}.` : `Did you mean ${shown.join(' or ')}?`;
  return { error_code: 'UNKNOWN_WORD', message: `Drover does not know \`${full}\`.`, details: { hint, nearest: near } };
}

/** What was probably meant: by the table of other programs' words, a whole sentence, a slip of the finger. */
function meant(before: string, word: string, known: readonly string[]): readonly string[] {
  if (before === '' && /\S\s+\S/.test(word)) return [`do ${shellWord(word)}`];
  const table = before === '' ? synonyms : verbs;
  const asked = word.toLowerCase();
  const others = Object.hasOwn(table, asked) ? (table[asked] ?? []) : [];
  const fitting = before === '' ? others : others.filter((each) => known.includes(each)).slice(0, 2);
  if (fitting.length > 0) return fitting;
  const near = nearest(word, known);
  return near === null ? [] : [near];
}

export const incomplete = (group: string, known: readonly string[]): Failure => ({
  error_code: 'USAGE',
  message: `\`drover ${group}\` needs one of: ${known.join(', ')}.`,
  details: { hint: `${seeHelp(group)}.` },
});

/** `given`: what stands where this command has its text. Null: it is one. */
export function noText(word: Word, given: readonly string[]): Failure | null {
  const [first = '', ...more] = given;
  const asked = first.toLowerCase();
  const table = insteadOfText[word.name] ?? {};
  const meant = Object.hasOwn(table, asked) ? (table[asked] ?? []) : [];
  if (meant.length === 0 || more.length > 1 || more.some((each) => !isId(each))) return null;
  const said = `${called(word.name)} ${given.join(' ')}`;
  const hint = `Did you mean ${meant.map((name) => `\`${called(name)}\``).join(' or ')}?`;
  return {
    error_code: 'UNKNOWN_WORD',
    message: `\`${said}\` looks like a command and is none.`,
    details: { hint: `${hint} As a text: \`${called(word.name)} -- ${given.join(' ')}\`.`, nearest: meant[0] ?? null },
  };
}

/** Of a run or a task. */
const isId = (text: string): boolean => /^(?:r|[a-z][\w.-]*-)\d+$/i.test(text);
