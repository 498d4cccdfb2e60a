// A whole change as far as it fits into a prompt: file by file, the small ones first; what does not fit is named.
import { fence } from './safe/fence.ts';

const most = 96 * 1024;

type Part = { readonly path: string; readonly text: string };

/** `diff` is a unified one of git, `paths` are all that it should hold. A file is shown whole or named; never cut in the middle. */
export function boundDiff(diff: string, paths: readonly string[], limit: number = most): string {
  const found = split(diff);
  const parts = [...found, ...missing(paths, found)];
  if (parts.length === 0) return 'Nothing differs from the base.';
  const shown = new Set<Part>();
  let room = limit;
  for (const part of found.toSorted((a, b) => a.text.length - b.text.length)) {
    if (part.text.length > room) break;
    shown.add(part);
    room -= part.text.length;
  }
  const whole = parts.filter((part) => shown.has(part)).map(({ text }) => text);
  const named = parts
    .filter((part) => !shown.has(part))
    .map(({ path, text }) => `- ${path}${text === '' ? '' : ` (${linesOf(text)} lines)`}`);
  return [
    ...(whole.length === 0 ? [] : [`The whole change:\n\n${fence(whole.join('\n'), 'diff')}`]),
    ...(named.length === 0 ? [] : [`Too large to be shown here; read these files in the folder:\n${named.join('\n')}`]),
  ].join('\n\n');
}

const missing = (paths: readonly string[], found: readonly Part[]): readonly Part[] =>
  paths.filter((path) => !found.some((part) => part.path === path)).map((path) => ({ path, text: '' }));

const linesOf = (text: string): number => text.split('\n').length;

function split(diff: string): readonly Part[] {
  return diff
    .split(/^(?=diff --git )/m)
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .map((text) => ({ path: / b\/(.+)$/m.exec(text.split('\n')[0] ?? '')?.[1] ?? 'a file', text }));
}
