// Refusals of the command line, each with the nearest known word or the way to help.

import { nearest } from '../../contract/nearest.ts';
import type { Failure } from '../../contract/to-reply.ts';
import type { Word } from '../../contract/words.ts';

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
  const near = nearest(word, known);
  const full = before === '' ? word : `${before} ${word}`;
  const hint = near === null ? `${seeHelp(before)}.` : `Did you mean \`${called(before)} ${near}\`?`;
  return { error_code: 'UNKNOWN_WORD', message: `Drover does not know \`${full}\`.`, details: { hint, nearest: near } };
}

export const incomplete = (group: string, known: readonly string[]): Failure => ({
  error_code: 'USAGE',
  message: `\`drover ${group}\` needs one of: ${known.join(', ')}.`,
  details: { hint: `${seeHelp(group)}.` },
});
