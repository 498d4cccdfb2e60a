// Positionals to their names.
import type { Failure } from '../../contract/to-reply.ts';
import type { Word } from '../../contract/words.ts';
import { usage, wrongChoice } from './refusals.ts';
import type { Value } from './value.ts';

/** Fills `values`; says what is missing or too much. */
export function placePositionals(word: Word, given: readonly string[], values: Record<string, Value>): Failure | null {
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
