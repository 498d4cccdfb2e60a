// Comments on lines of a change, collected until they are sent as one. Each holds to the tree it was made on: where that has moved, its line is looked for by what it said.
import type { DiffFile, DiffLine } from '../parts/read-diff.ts';
import { draft } from './drafts.ts';

export type LineComment = {
  readonly tree: string;
  readonly path: string;
  /** A line that was taken away is named by its number before. */
  readonly side: 'before' | 'after';
  readonly line: number;
  /** What the line said. */
  readonly quote: string;
  readonly text: string;
};

/** `line`: where it stands now; null: nowhere. */
export type PlacedComment = {
  readonly comment: LineComment;
  readonly moved: boolean;
  readonly line: number | null;
};

const sideOf = ({ kind }: DiffLine): LineComment['side'] => (kind === 'removed' ? 'before' : 'after');

export const numberOf = (line: DiffLine): number | null => line[sideOf(line)];

export const isAt = (comment: PlacedComment, path: string, line: DiffLine): boolean =>
  comment.line !== null &&
  comment.comment.path === path &&
  comment.comment.side === sideOf(line) &&
  comment.line === numberOf(line);

/** null: there is no such line to speak of. */
export function commentOn(tree: string, path: string, line: DiffLine, text: string): LineComment | null {
  const number = numberOf(line);
  return number === null ? null : { tree, path, side: sideOf(line), line: number, quote: line.text, text };
}

export function place(
  comments: readonly LineComment[],
  files: readonly DiffFile[],
  tree: string,
): readonly PlacedComment[] {
  return comments.map((comment) =>
    comment.tree === tree
      ? { comment, moved: false, line: comment.line }
      : { comment, moved: true, line: find(comment, files) },
  );
}

/** Of lines that say the same the nearest. */
function find({ path, side, line, quote }: LineComment, files: readonly DiffFile[]): number | null {
  const lines = files.filter((file) => file.path === path).flatMap(({ parts }) => parts.flatMap((part) => part.lines));
  const same = lines
    .filter((each) => sideOf(each) === side && each.text === quote)
    .flatMap((each) => numberOf(each) ?? []);
  return same.toSorted((one, other) => Math.abs(one - line) - Math.abs(other - line))[0] ?? null;
}

const longestQuote = 200;

/** For the agent, in one message: file by file, in the order of lines, with what each line said. */
export function toWords(placed: readonly PlacedComment[]): string {
  const byFile = Map.groupBy(placed, ({ comment }) => comment.path);
  const files = [...byFile].map(([path, each]) =>
    each
      .toSorted((one, other) => one.comment.line - other.comment.line)
      .map(
        (one) =>
          `${path}:${one.line ?? one.comment.line}${whereabouts(one)}\n    ${short(one.comment.quote)}\n${one.comment.text.trim()}`,
      )
      .join('\n\n'),
  );
  const trees = [...new Set(placed.map(({ comment }) => comment.tree.slice(0, 12)))].join(', ');
  return [`Comments on lines of the change (tree ${trees}):`, ...files].join('\n\n');
}

function whereabouts({ comment, moved, line }: PlacedComment): string {
  if (moved && line === null) return ' (this line is gone since)';
  return comment.side === 'before' ? ' (a line that was removed)' : '';
}

const short = (quote: string): string => {
  const text = quote.trim();
  return text.length > longestQuote ? `${text.slice(0, longestQuote - 1)}…` : text;
};

// Kept like all that is typed.

export function readComments(task: string): readonly LineComment[] {
  try {
    const kept: unknown = JSON.parse(draft(`comments.${task}`).value || '[]');
    return Array.isArray(kept) ? kept.filter(isComment) : [];
  } catch {
    return [];
  }
}

export function keepComments(task: string, comments: readonly LineComment[]): void {
  draft(`comments.${task}`).value = comments.length === 0 ? '' : JSON.stringify(comments);
}

function isComment(value: unknown): value is LineComment {
  const { tree, path, line, quote, text } = (value ?? {}) as Record<string, unknown>;
  return [tree, path, quote, text].every((each) => typeof each === 'string') && typeof line === 'number';
}
