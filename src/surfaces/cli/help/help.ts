// Help, from the words: the whole program, a group, or one command with usage, one example and exit codes.
import { exitCodes, type Flag, groups, type Word } from '../../../contract/cli/word.ts';
import { wordNamed, words } from '../../../contract/cli/words.ts';
import { flagsOf } from '../parse/flags.ts';
import { indent } from '../print/cells.ts';

/** null where there is no such command or group. */
export function helpOf(names: readonly string[]): string | null {
  if (names.length === 0) return overview();
  const name = names.join(' ');
  const word = wordNamed(name);
  if (word !== undefined) return helpOfWord(word);
  const group = words.filter((candidate) => candidate.name.startsWith(`${name} `));
  return group.length === 0 ? null : `Usage: drover ${name} COMMAND\n\n${listing(group)}\n`;
}

function overview(): string {
  const parts = Object.entries(groups).map(
    ([group, title]) => `${title}\n${listing(words.filter((word) => word.group === group))}`,
  );
  return `Drover takes a coding task from its statement to a proven branch.

Usage: drover [COMMAND] [--json]

${parts.join('\n\n')}

One command: drover help do
`;
}

function listing(shown: readonly Word[]): string {
  const width = Math.max(...shown.map(({ name }) => name.length));
  return indent(
    shown
      .map(({ name, help }) => `${(name === '' ? '(nothing)' : name).padEnd(Math.max(width, 9))}  ${help}`)
      .join('\n'),
  );
}

function helpOfWord(word: Word): string {
  const exits = [...new Set([0, 1, 2, 3, 4, ...(word.exits ?? []), 8])].sort((one, other) => one - other);
  return `${sentence(word.help)}

Usage: ${usageOf(word)}

Example
  ${word.example}

Flags
${flagLines(flagsOf(word))}

Exit codes
${indent(exits.map((exit) => `${String(exit).padStart(3)}  ${exitCodes[exit] ?? ''}`).join('\n'))}
`;
}

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;

export function usageOf(word: Word): string {
  const positionals = word.positionals.map(({ name, required, rest, choices }) => {
    const shown = choices?.join('|') ?? `${name.toUpperCase()}${rest === true ? '...' : ''}`;
    return required === true ? shown : `[${shown}]`;
  });
  return ['drover', ...word.name.split(' ').filter(Boolean), ...positionals, '[FLAGS]'].join(' ');
}

function flagLines(flags: readonly Flag[]): string {
  const heads = flags.map(({ name, short, value, choices }) => {
    const shown = choices?.join('|') ?? value;
    return `${short === undefined ? '    ' : `-${short}, `}--${name}${shown === undefined ? '' : ` ${shown}`}`;
  });
  const width = Math.max(...heads.map((head) => head.length));
  return indent(flags.map(({ help }, index) => `${(heads[index] ?? '').padEnd(width)}  ${help}`).join('\n'));
}
