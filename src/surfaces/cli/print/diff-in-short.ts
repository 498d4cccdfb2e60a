// A change before a person says yes to it: a short one whole, a long one by file.
import type { TaskDiff } from '../../../contract/task.ts';
import { columns, oneLine } from './columns.ts';
import { type Look, paint } from './look.ts';
import { diff } from './task.ts';

/** Lines of a diff that still fit beside the question. */
const shortest = 40;
const mostFiles = 30;

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
