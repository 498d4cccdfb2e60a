// A unified diff of git as files, parts and lines.

export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed' | 'note';
  readonly text: string;
  /** Its number before and after; null where it is not there. */
  readonly before: number | null;
  readonly after: number | null;
};
export type DiffPart = { readonly head: string; readonly lines: readonly DiffLine[] };
export type DiffFile = {
  readonly path: string;
  /** Where it was before; null: there. */
  readonly from: string | null;
  readonly state: 'changed' | 'new' | 'gone';
  readonly binary: boolean;
  readonly parts: readonly DiffPart[];
  readonly added: number;
  readonly removed: number;
};

export const linesOf = ({ parts }: DiffFile): number => parts.reduce((sum, { lines }) => sum + lines.length, 0);

/** Up to so many lines, in the parts in which they stand. */
export function firstLines(parts: readonly DiffPart[], most: number): readonly DiffPart[] {
  let left = most;
  return parts.flatMap((part) => {
    if (left <= 0) return [];
    const lines = part.lines.slice(0, left);
    left -= part.lines.length;
    return [{ ...part, lines }];
  });
}

export function readDiff(diff: string): readonly DiffFile[] {
  const blocks = diff.split(/^(?=diff --git )/m).filter((block) => block.startsWith('diff --git '));
  return blocks.map(readFile);
}

function readFile(block: string): DiffFile {
  const lines = block.replace(/\n$/, '').split('\n');
  const begin = lines.findIndex((line) => line.startsWith('@@'));
  const head = begin === -1 ? lines : lines.slice(0, begin);
  const parts = begin === -1 ? [] : readParts(lines.slice(begin));
  const all = parts.flatMap((part) => part.lines);
  const path = pathOf(head);
  const from = after(head, 'rename from ') ?? after(head, 'copy from ');
  return {
    path,
    from: from === null ? null : unquoted(from),
    parts,
    state: has(head, 'new file') ? 'new' : has(head, 'deleted file') ? 'gone' : 'changed',
    binary: head.some((line) => /^(Binary files |GIT binary patch)/.test(line)),
    added: all.filter(({ kind }) => kind === 'added').length,
    removed: all.filter(({ kind }) => kind === 'removed').length,
  };
}

const has = (head: readonly string[], words: string) => head.some((line) => line.startsWith(words));
const after = (head: readonly string[], words: string): string | null =>
  head.find((line) => line.startsWith(words))?.slice(words.length) ?? null;

function pathOf(head: readonly string[]): string {
  const named = [after(head, 'rename to '), side(after(head, '+++ ')), side(after(head, '--- '))];
  const found = named.find((path) => path !== null && path !== '/dev/null');
  if (found != null) return unquoted(found);
  // Of an empty or binary file git names it here alone, twice the same.
  const twice = (head[0] ?? '').slice('diff --git '.length);
  const half = twice.slice(twice.length / 2 + 1);
  return unquoted(side(half) ?? half);
}

/** `a/x` and `b/x` -> `x`, with or without the quotes of a name that has odd characters. */
const side = (path: string | null): string | null =>
  path === null ? null : path.replace(/^("?)[ab]\//, '$1').replace(/\t$/, '');

/** Names with a quote or control character are quoted by git, other bytes in octal. */
function unquoted(path: string): string {
  const [, inside] = /^"(.*)"$/s.exec(path) ?? [];
  if (inside === undefined) return path;
  const bytes: number[] = [];
  for (const [, octal, escaped, plain] of inside.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu))
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...new TextEncoder().encode(plain ?? letters[escaped ?? ''] ?? escaped ?? ''));
  return new TextDecoder().decode(new Uint8Array(bytes)).replace(/[\u0000-\u001f\u007f]/g, '�');
}
const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function readParts(lines: readonly string[]): readonly DiffPart[] {
  const parts: { head: string; lines: DiffLine[] }[] = [];
  let [before, now] = [0, 0];
  for (const line of lines) {
    const [, one, other, head = ''] = /^@@+ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@+ ?(.*)$/.exec(line) ?? [];
    if (one !== undefined) {
      [before, now] = [Number(one), Number(other)];
      parts.push({ head, lines: [] });
      continue;
    }
    const part = parts.at(-1);
    if (part === undefined) continue;
    const text = line.slice(1);
    if (line.startsWith('+')) part.lines.push({ kind: 'added', text, before: null, after: now++ });
    else if (line.startsWith('-')) part.lines.push({ kind: 'removed', text, before: before++, after: null });
    else if (line.startsWith(' ') || line === '')
      part.lines.push({ kind: 'same', text, before: before++, after: now++ });
    else part.lines.push({ kind: 'note', text: line.replace(/^\\ /, ''), before: null, after: null });
  }
  return parts;
}
