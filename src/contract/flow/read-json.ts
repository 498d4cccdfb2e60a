// JSON text with the place of everything in it: what is wrong in a file is told by line and column.
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** From 1. */
export type Place = { readonly line: number; readonly column: number };
export type Keys = readonly (string | number)[];
export type JsonProblem = Place & { readonly what: string };

export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown; placeOf(keys: Keys): Place }
  | { readonly kind: 'broken'; readonly problems: readonly JsonProblem[] };

/** Of one file. */
export const fileLimit = 1024 * 1024;
const start: Place = { line: 1, column: 1 };

/** A mark of byte order at its beginning is no part of it. A key said twice, NUL and half a character are refused: of two values one would be lost, NUL ends names early, and a half is kept nowhere as it is. */
export function readJson(given: string): ReadJson {
  const text = given.replace(/^\uFEFF/, '');
  const broken = (what: string, place: Place = start): ReadJson => ({ kind: 'broken', problems: [{ ...place, what }] });
  if (text.trim() === '') return broken('it is empty');
  const linesOf = lineFinder(text);
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    const [first] = errors;
    if (first !== undefined) return broken(wordsOf(first), linesOf(first.offset));
    const value: unknown = JSON.parse(text);
    const odd = root === undefined ? [] : oddIn(root).map(({ at, what }) => ({ ...linesOf(at), what }));
    if (odd.length > 0) return { kind: 'broken', problems: odd };
    return { kind: 'read', value, placeOf: (keys) => linesOf(offsetOf(root, keys)) };
  } catch (error) {
    if (error instanceof RangeError) return broken('it is nested too deep');
    if (error instanceof SyntaxError) return broken('it is no JSON');
    throw error;
  }
}

/** `UnexpectedEndOfString` in small words. */
const wordsOf = ({ error }: ParseError): string =>
  `it is no JSON: ${printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()}`;

/** Where a value stands; of a key that is missing, what should hold it. */
function offsetOf(root: Node | undefined, keys: Keys): number {
  for (let length = keys.length; root !== undefined && length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, [...keys.slice(0, length)]);
    if (node !== undefined) return node.offset;
  }
  return 0;
}

type Odd = { readonly at: number; readonly what: string };

function oddIn(root: Node): readonly Odd[] {
  const found: Odd[] = [];
  const left = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const why = node.type === 'string' ? oddText(String(node.value)) : null;
    if (why !== null) found.push({ at: node.offset, what: why });
    if (node.type === 'object') found.push(...repeatedIn(node));
    left.push(...(node.children ?? []));
  }
  return found.sort((one, other) => one.at - other.at);
}

/** Null: it can be kept as it is. */
function oddText(text: string): string | null {
  if (text.includes('\0')) return 'holds NUL';
  return text.isWellFormed() ? null : 'holds half a character';
}

function repeatedIn({ children = [] }: Node): readonly Odd[] {
  const met = new Set<string>();
  return children.flatMap(({ children: [key] = [] }) => {
    if (key === undefined) return [];
    const name = String(key.value);
    const again = met.has(name);
    met.add(name);
    return again ? [{ at: key.offset, what: `says "${name}" twice` }] : [];
  });
}

function lineFinder(text: string): (offset: number) => Place {
  let starts: readonly number[] | null = null;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
