// A change in lines: as a diff in colour, or by file where a person is to say yes to it.
import type { TaskDiff } from '../../../contract/task.ts';
import { oneLine } from './cells.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const lineColours = { '+': 'green', '-': 'red', '@': 'cyan' } as const;

export const diffLines = (look: Look, lines: readonly string[]): readonly string[] =>
  lines.map((line) => {
    if (/^(diff|index|---|\+\+\+) ?/.test(line)) return paint(look, 'bold', line);
    const first = line[0];
    return first === '+' || first === '-' || first === '@' ? paint(look, lineColours[first], line) : line;
  });

export function diff({ task, diff: text, files, cut }: TaskDiff, look: Look): string {
  if (text === '') return 'No changes.';
  const lines = text.trimEnd().split('\n');
  if (!cut) return diffLines(look, lines).join('\n');
  const shown = lines.filter((line) => line.startsWith('diff --git ')).length;
  const which =
    files === 1
      ? 'not all of the file is shown; more of it'
      : `${shown} of ${files} files are shown, the last may be only begun; one of them`;
  const rest = `\`drover task diff ${task} --file\` and its path; all is in the copy, see \`drover task path ${task}\``;
  return [...diffLines(look, lines), `(cut: ${which}: ${rest})`].join('\n');
}

/** Lines of a diff that still fit beside the question. */
const shortest = 40;
const mostFiles = 30;

/** Before a person says yes to it: a short one whole, a long one by file. */
export function diffInShort(look: Look, change: TaskDiff): string {
  if (change.diff.trimEnd().split('\n').length <= shortest) return diff(change, look);
  const shown = change.by_file.slice(0, mostFiles);
  const more = change.files - shown.length;
  return [
    columns(
      look,
      shown.map(({ path, added, removed }) => [
        oneLine(path),
        paint(look, 'green', `+${added}`),
        paint(look, 'red', `-${removed}`),
      ]),
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    `${change.files} files, +${change.added} -${change.removed}. All of it: type \`diff\` here, or drover task diff ${change.task}`,
  ].join('\n');
}
