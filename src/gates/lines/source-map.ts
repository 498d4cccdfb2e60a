// Where pieces of a transformed script come from in its source: source maps of version 3, as far as lines go.
import { isObject, parseObject } from '../detect/package-json.ts';

/** A piece begins in this column of the transformed line and comes from this line of the source, from 1; null: from nowhere. */
export type Piece = { readonly column: number; readonly line: number | null };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits: ReadonlyMap<string, number> = new Map([...letters].map((letter, at) => [letter, at]));

/** By line of the transformed text. Of several sources only the one that `isSource` knows counts. null: this is no such map. */
export function readSourceMap(text: string, isSource: (path: string) => boolean): readonly (readonly Piece[])[] | null {
  const map = parseObject(text);
  if (!isObject(map) || typeof map.mappings !== 'string' || !Array.isArray(map.sources)) return null;
  const sources: readonly unknown[] = map.sources;
  const [only] = sources.length === 1 ? [0] : [sources.findIndex((each) => typeof each === 'string' && isSource(each))];
  const at = { source: 0, line: 0 };
  const lines: Piece[][] = [];
  for (const row of map.mappings.split(';')) {
    let column = 0;
    const pieces: Piece[] = [];
    for (const segment of row.split(',')) {
      const [moved, source, line] = readNumbers(segment);
      if (moved === undefined) continue;
      column += moved;
      at.source += source ?? 0;
      at.line += line ?? 0;
      pieces.push({ column, line: source !== undefined && at.source === only ? at.line + 1 : null });
    }
    lines.push(pieces);
  }
  return lines;
}

function readNumbers(segment: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of segment) {
    const digit = digits.get(letter);
    if (digit === undefined) return [];
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** The map that a script carries in its last comment of that kind; null: it carries none. */
export function inlineMap(text: string): string | null {
  const mark = 'sourceMappingURL=data:application/json';
  const at = text.lastIndexOf(mark);
  const comma = at < 0 ? -1 : text.indexOf(',', at);
  if (comma < 0 || comma - at > 100) return null;
  const end = text.slice(comma + 1).search(/[\s*]/);
  const data = text.slice(comma + 1, end < 0 ? undefined : comma + 1 + end);
  const isCoded = text.slice(at, comma).endsWith(';base64');
  try {
    return isCoded ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data);
  } catch {
    return null;
  }
}
