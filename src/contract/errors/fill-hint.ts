// A hint with real words in it: the objects at hand. `[with {task}|without]`: the first where all that it names are known, else the second (or nothing).
import { shellWord } from '../../domain/text/shell-word.ts';

export { shellWord };

/** Names and ids by what they are: `task`, `session`, `command`. What is no text is not known. */
export type AtHand = Readonly<Record<string, unknown>>;

export const fillHint = (hint: string, atHand: AtHand): string =>
  hint.replace(/\[([^[\]]*)\]/g, (_, choice: string) => {
    const [filled = '', otherwise = ''] = choice.split('|');
    return fill(filled, atHand) ?? otherwise;
  });

/** null where something is not known. A command name has several words; all else is one word for a shell. */
function fill(text: string, atHand: AtHand): string | null {
  const names = [...text.matchAll(named)].map(([, name = '']) => name);
  if (names.some((name) => wordOf(name, atHand[name]) === null)) return null;
  return text.replace(named, (_, name: string) => {
    const word = wordOf(name, atHand[name]) ?? '';
    return name === 'command' ? word : shellWord(word);
  });
}

const named = /\{(\w+)\}/g;
/** Of one line, and short enough to be read. What stands in a task's place (a run by itself, a session) is none. */
const wordOf = (name: string, value: unknown): string | null =>
  typeof value !== 'string' || !/^[^\p{Cc}]{1,200}$/u.test(value) || (name === 'task' && !/-\d+$/.test(value))
    ? null
    : value;

/** For documents: the placeholders as usage writes them. */
export const usageOfHint = (hint: string): string =>
  hint
    .replace(/\[([^[\]]*)\]/g, (_, choice: string) => choice.split('|')[0] ?? '')
    .replace(named, (_, name: string) => name.toUpperCase());
