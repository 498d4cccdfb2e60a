// A change before a person says yes to it: a short one whole, a long one by file.
import type { TaskDiff } from '../../../contract/task.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';
import { diff } from './task.ts';

/** Lines of a diff that still fit beside the question. */
const shortest = 40;
const mostFiles = 30;

export function diffInShort(look: Look, change: TaskDiff, task: string): string {
  if (change.diff.trimEnd().split('\n').length <= shortest) return diff(change, look);
  const files = filesOf(change.diff);
  const more = change.files - Math.min(files.length, mostFiles);
  return [
    columns(
      look,
      files
        .slice(0, mostFiles)
        .map(({ path, added, removed }) => [
          path,
          paint(look, 'green', `+${added}`),
          paint(look, 'red', `-${removed}`),
        ]),
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    `${change.files} files, +${change.added} -${change.removed}. All of it: type \`diff\` here, or drover task diff ${task}`,
  ].join('\n');
}

function filesOf(text: string) {
  const files: { path: string; added: number; removed: number }[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    // A line of a file's own begins with a blank, a plus or a minus.
    const path = /^diff --git (?:"?a\/.*"?) "?b\/(.*?)"?$/.exec(line)?.[1];
    if (path !== undefined) files.push({ path, added: 0, removed: 0 });
    inside = line.startsWith('@@') || (inside && path === undefined);
    const last = files.at(-1);
    if (last === undefined || !inside) continue;
    if (line.startsWith('+')) last.added += 1;
    if (line.startsWith('-')) last.removed += 1;
  }
  return files;
}
