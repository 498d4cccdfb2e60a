// The text of a task or session file with another status: all else in it stays, byte by byte.
import { applyEdits, getNodeValue, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';
import type { ProjectedNode } from '../../domain/flow/projected.ts';

/** Null: it is no JSON object any more. */
export function taskTextWith(text: string, { status, moves }: Pick<ProjectedNode, 'status' | 'moves'>): string | null {
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
export function sessionTextWith(text: string, status: string, at: number | null): string | null {
  const read = objectIn(text);
  if (read === null) return null;
  const told = read.status === status ? text : put(text, ['status'], status);
  const updated = at === null ? null : new Date(at).toISOString();
  return updated === null || read.updated_at === updated ? told : put(told, ['updated_at'], updated);
}

export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const errors: unknown[] = [];
  const tree: Node | undefined = parseTree(text, errors as never[], { disallowComments: true });
  return tree?.type === 'object' && errors.length === 0 ? (getNodeValue(tree) as Record<string, unknown>) : null;
}

/** What stands in one line stays in it. */
function put(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  const [, indent] = /\n([ \t]+)"/.exec(text) ?? [];
  if (indent === undefined) return applyEdits(text, modify(text, path, value, { isArrayInsertion }));
  const tabs = indent.startsWith('\t');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: !tabs, tabSize: tabs ? 1 : indent.length, eol };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
}
