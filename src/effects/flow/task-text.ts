// The text of a task or session file with another status: all else in it stays, byte by byte.
import { applyEdits, type Edit, getNodeValue, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';
import type { ProjectedNode } from '../../domain/flow/projected.ts';

/** Null: it is no JSON object any more. */
export const taskTextWith = (given: string, now: Pick<ProjectedNode, 'status' | 'moves'>): string | null =>
  behindMark(given, (text) => taskText(text, now));

function taskText(text: string, { status, moves }: Pick<ProjectedNode, 'status' | 'moves'>): string | null {
  const read = objectIn(text);
  if (read === null) return null;
  const history = Array.isArray(read.status_history) ? (read.status_history as readonly unknown[]) : [];
  const there = new Set(history.map((each) => keyOf(each as Entry)));
  const fresh = moves
    .map(({ from, to, at }): Entry => ({ from, to, changed_at: new Date(at).toISOString() }))
    .filter((entry) => !there.has(keyOf(entry)));
  const told = read.status === status ? text : put(text, ['status'], status);
  if (fresh.length === 0) return told;
  if (history.length === 0) return put(told, ['status_history'], fresh);
  return fresh.reduce((all, entry, at) => put(all, ['status_history', history.length + at], entry, true), told);
}

type Entry = { readonly from?: unknown; readonly to?: unknown; readonly changed_at?: unknown };
const keyOf = (entry: Entry | null): string => JSON.stringify([entry?.from, entry?.to, entry?.changed_at]);

/** `at`: the last time that anything of it changed; null: nothing has. */
export const sessionTextWith = (given: string, status: string, at: number | null): string | null =>
  behindMark(given, (text) => {
    const read = objectIn(text);
    if (read === null) return null;
    const told = read.status === status ? text : put(text, ['status'], status);
    const updated = at === null ? null : new Date(at).toISOString();
    return updated === null || read.updated_at === updated ? told : put(told, ['updated_at'], updated);
  });

const mark = '\uFEFF';

/** A mark of byte order at its beginning stays there, and is no part of what is read. */
function behindMark(given: string, change: (text: string) => string | null): string | null {
  if (!given.startsWith(mark)) return change(given);
  const told = change(given.slice(mark.length));
  return told === null ? null : `${mark}${told}`;
}

export function objectIn(given: string): Readonly<Record<string, unknown>> | null {
  const text = given.startsWith(mark) ? given.slice(mark.length) : given;
  const errors: unknown[] = [];
  const tree: Node | undefined = parseTree(text, errors as never[], { disallowComments: true });
  return tree?.type === 'object' && errors.length === 0 ? (getNodeValue(tree) as Record<string, unknown>) : null;
}

/** What stands in one line stays in it. The parser's own way to lay out what it puts in lays out what stands before it as well. */
function put(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  const edits = modify(text, path, value, { isArrayInsertion });
  const [, indent] = /\n([ \t]+)"/.exec(text) ?? [];
  if (indent === undefined) return applyEdits(text, edits);
  const line = `${text.includes('\r\n') ? '\r\n' : '\n'}${indent.repeat(path.length)}`;
  const laidOut = JSON.stringify(value, null, indent).replaceAll('\n', line);
  const named = isArrayInsertion ? laidOut : `${JSON.stringify(path.at(-1))}: ${laidOut}`;
  const contentOf = ({ length }: Edit): string => (length > 0 ? laidOut : `,${line}${named}`);
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: contentOf(edit) })),
  );
}
