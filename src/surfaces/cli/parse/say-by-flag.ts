// What the daemon refuses of a field, said of the flag that gave it.
import type { Word } from '../../../contract/cli/word.ts';
import type { Refused } from '../output/reply.ts';

/** By what the value of a flag is called in help. */
const examples: Readonly<Record<string, string>> = { N: '5', TIME: '30m', DOLLARS: '2.50', BYTES: '32768' };

export function sayByFlag(word: Word, refused: Refused): Refused {
  const { error_code, error, details } = refused;
  const field = details?.field;
  if (error_code !== 'USAGE' || typeof field !== 'string') return refused;
  const flag = word.flags.find(({ name }) => name.replaceAll('-', '_') === field);
  const head = `${word.request}: ${field}: `;
  if (flag === undefined || !error.startsWith(head)) return refused;
  const example = examples[flag.value ?? ''];
  return {
    ...refused,
    error: `\`--${flag.name}\` ${error.slice(head.length)}.`,
    ...(example !== undefined && { hint: `For example: \`drover ${word.name} --${flag.name} ${example}\`.` }),
  };
}
