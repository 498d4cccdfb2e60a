// A YAML text as a document that remembers comments, order and where each value stands; and its check against a schema.
import * as v from 'valibot';
import { type Document, isMap, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { fail, ok, type Result } from '../domain/error.ts';
import { nearestSaid } from './unknown-key.ts';

export type Source = { readonly path: string; readonly document: Document.Parsed; readonly lines: LineCounter };

/** Fails with `CONFIG_INVALID` at the first place that is not YAML. */
export function parseSource(path: string, text: string): Result<Source> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) return ok({ path, document, lines });
  return invalid(path, place(lines, error.pos[0]), `valid YAML: ${error.message}`);
}

/** Fails with `CONFIG_INVALID` (a value of the wrong kind) or `UNKNOWN_KEY`, with the place. An empty text is an empty map. */
export function checkSource<S extends v.GenericSchema>(source: Source, schema: S): Result<v.InferOutput<S>> {
  const plain = plainOf(source);
  if (!plain.ok) return plain;
  if (Array.isArray(plain.value)) return invalid(source.path, { line: 1, column: 1 }, 'a map');
  const checked = v.safeParse(schema, plain.value ?? {}, { abortEarly: true, message: expected });
  return checked.success ? ok(checked.output) : refusal(source, checked.issues[0]);
}

const inWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'a map',
  Array: 'a list',
};

/** Of a value whose schema says nothing itself; a key that is missing stands in quotes. */
const expected = ({ expected: what }: v.BaseIssue<unknown>): string => inWords[what ?? ''] ?? what ?? 'another value';

function plainOf(source: Source): Result<unknown> {
  try {
    return ok(source.document.toJS({ maxAliasCount: 100 }) as unknown);
  } catch (error) {
    return invalid(
      source.path,
      { line: 1, column: 1 },
      `valid YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function refusal(source: Source, issue: v.BaseIssue<unknown>) {
  const keys = (issue.path ?? []).map((item) => item.key as string | number);
  const unknown = issue.expected === 'never';
  const at = place(source.lines, offset(source, keys, unknown));
  const name = keys.join('.');
  if (!unknown) return invalid(source.path, at, issue.message, name);
  const message = `${source.path}:${at.line}:${at.column}: ${issue.message}`;
  const nearest = nearestSaid(issue.message);
  return fail('UNKNOWN_KEY', message, { path: source.path, ...at, key: name, expected: issue.message, nearest });
}

function invalid(path: string, at: Place, expected: string, key = '') {
  const where = key === '' ? '' : `${key}: `;
  const details = { path, ...at, key, expected };
  return fail('CONFIG_INVALID', `${path}:${at.line}:${at.column}: ${where}expected ${expected}`, details);
}

type Place = { readonly line: number; readonly column: number };

function place(lines: LineCounter, position: number): Place {
  const { line, col } = lines.linePos(position);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Of the key itself, or of the value; of the nearest parent that stands in the text where it does not. */
function offset(source: Source, keys: readonly (string | number)[], ofKey: boolean): number {
  for (let length = keys.length; length > 0; length--) {
    const path = keys.slice(0, length);
    const node = ofKey ? keyNode(source, path) : source.document.getIn(path, true);
    if (isNode(node) && node.range != null) return node.range[0];
  }
  return 0;
}

function keyNode({ document }: Source, path: readonly (string | number)[]): Node | null {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return null;
  const pair = parent.items.find(({ key }) => isNode(key) && key.toJS(document) === path.at(-1));
  return isNode(pair?.key) ? pair.key : null;
}
