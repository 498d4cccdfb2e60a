// The words of one command, by its name.
import { type Word, words } from '../../contract/words.ts';

export function wordOf(name: string): Word {
  const word = words.find((candidate) => candidate.name === name);
  if (word === undefined) throw new Error(`there is no command ${name}`);
  return word;
}
