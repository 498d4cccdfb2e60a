// One key of the person's file, named by its path: `limits.attempts`, `workspaces.shop.gates.test`, `forges."git.example.org".kind`.
import { type Document, isMap, isNode } from 'yaml';
import { fail, ok, type Result } from '../domain/error.ts';
import { grow, isName, meant, notFound, setPath } from './change-entry.ts';
import type { Source } from './document.ts';
import { personSchema } from './schema.ts';
import { nearestSaid, sayUnknownKey } from './unknown-key.ts';

/** What stands in the file; undefined: nothing does. Fails with `UNKNOWN_KEY` for a section that there is not. */
export function readKey({ document }: Source, key: string): Result<unknown> {
  const path = pathOf(document, key);
  if (!path.ok) return path;
  const found: unknown = document.getIn(path.value, true);
  return ok(isNode(found) ? (found.toJS(document, { maxAliasCount: 100 }) as unknown) : undefined);
}

/** The value is the first of text, YAML, list of one and list of many that the key takes. */
export function changeKey(source: Source, key: string, value: string): Result<void> {
  const path = pathOf(source.document, key);
  if (!path.ok) return path;
  const [section = '', entry, ...rest] = path.value;
  if (section !== 'workspaces' && section !== 'environments') return setPath(source, path.value, value);
  if (entry === undefined) return fail('USAGE', `Say which of the ${section}: ${section}.shop`);
  const isThere = source.document.hasIn([section, entry]);
  if (rest.length > 0 && !isThere) return notFound(source.document, section, entry);
  if (!isThere && !isName(entry))
    return fail('CONFIG_INVALID', `"${entry}" is no name: expected letters, digits, dots, - and _`, { name: entry });
  if (rest.length > 0) grow(source.document, section, entry);
  return setPath(source, [section, entry, ...meant(section, rest.join('.')).split('.').filter(Boolean)], value);
}

/** Says whether it was there. */
export function unsetKey(source: Source, key: string): Result<boolean> {
  const path = pathOf(source.document, key);
  if (!path.ok) return path;
  const wasSet = source.document.hasIn(path.value);
  if (wasSet) source.document.deleteIn(path.value);
  return ok(wasSet);
}

/** Names may hold dots: what stands in the file is taken whole, and what is quoted. */
function pathOf(document: Document, key: string): Result<string[]> {
  const parts = key.match(/"[^"]*"|[^."]+/g)?.map((part) => part.replace(/^"(.*)"$/, '$1')) ?? [];
  const [section = ''] = parts;
  const known = Object.keys(personSchema.entries);
  if (!known.includes(section)) {
    const said = sayUnknownKey(section, known);
    return fail('UNKNOWN_KEY', said, { key, nearest: nearestSaid(said) });
  }
  const path: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    const longest = isMap(node)
      ? lengths(parts.length - at).find((n) => node.has(parts.slice(at, at + n).join('.')))
      : 1;
    path.push(parts.slice(at, at + (longest ?? 1)).join('.'));
    at += longest ?? 1;
  }
  return ok(path);
}

const lengths = (most: number): number[] => Array.from({ length: most }, (_, index) => most - index);
