// Changes of one entry in a document: comments, order and foreign sections stay as they are. Nothing is written here.
import { type Document, isMap, isNode, isScalar, type Node, parse, YAMLMap } from 'yaml';
import { type Failure, fail, ok, type Result } from '../domain/error.ts';
import { nearest } from '../domain/text/nearest.ts';
import { checkSource, type Source } from './document.ts';
import { personSchema } from './schema.ts';
import { movedKeys } from './unknown-key.ts';

export type Section = 'workspaces' | 'environments';

const noun = { workspaces: 'workspace', environments: 'environment' } as const;
const shortKey = { workspaces: 'path', environments: 'connect' } as const;
/** Never the form of a run or question id: one name space. */
const name = /^(?![rq]\d+$)[a-z0-9][\w.-]{0,63}$/i;

export function addEntry(source: Source, section: Section, entry: string, value: string): Result<void> {
  if (!name.test(entry))
    return fail('CONFIG_INVALID', `"${entry}" is no name: expected letters, digits, dots, - and _`, { name: entry });
  if (source.document.hasIn([section, entry]))
    return fail('ALREADY_EXISTS', `there is a ${noun[section]} "${entry}" already`, { name: entry });
  sectionOf(source.document, section).set(entry, value);
  return accepted(source, [section, entry]);
}

/** `key` may name a part: `gates.test`. The value is the first of text, YAML, list of one and list of many that the key takes; YAML comes first where it is a map or a list. */
export function setKey(source: Source, section: Section, entry: string, key: string, value: string): Result<void> {
  if (!source.document.hasIn([section, entry])) return notFound(source.document, section, entry);
  grow(source.document, section, entry);
  return setPath(source, [section, entry, ...meant(section, key).split('.')], value);
}

export const isName = (text: string): boolean => name.test(text);

export const setPath = (source: Source, path: readonly string[], value: string): Result<void> =>
  firstAccepted(candidates(value).map((candidate) => () => put(source, path, candidate)));

/** `test_command` of older tools is `gates.test`. */
export const meant = (section: Section, key: string): string =>
  section === 'workspaces' && Object.hasOwn(movedKeys, key) ? (movedKeys[key] ?? key) : key;

export function removeEntry(source: Source, section: Section, entry: string): Result<void> {
  if (!source.document.hasIn([section, entry])) return notFound(source.document, section, entry);
  source.document.deleteIn([section, entry]);
  return ok(undefined);
}

export function notFound(document: Document, section: Section, entry: string) {
  const node = document.get(section);
  const known = isMap(node) ? node.items.map(({ key }) => String(key)) : [];
  const near = nearest(entry, known);
  const hint = near === null ? '' : `; the nearest is "${near}"`;
  const code = section === 'workspaces' ? 'WORKSPACE_NOT_FOUND' : 'ENVIRONMENT_NOT_FOUND';
  return fail(code, `${noun[section]} "${entry}" is not found${hint}`, {
    name: entry,
    [noun[section]]: entry,
    nearest: near,
  });
}

/** An empty section (`workspaces:`) becomes a map; its comment stays. */
function sectionOf(document: Document, section: Section): YAMLMap {
  const found = document.get(section, true);
  if (isMap(found)) return found;
  const fresh = new YAMLMap(document.schema);
  if (isScalar(found)) takeComments(found, fresh);
  document.set(section, fresh);
  return fresh;
}

/** `shop: ~/dev/shop` becomes `shop: { path: ~/dev/shop }`. */
export function grow(document: Document, section: Section, entry: string): void {
  const short = document.getIn([section, entry], true);
  if (!isScalar(short)) return;
  const long = new YAMLMap(document.schema);
  long.set(shortKey[section], short);
  document.setIn([section, entry], long);
}

function takeComments(from: Node, to: Node): void {
  if (from.comment != null) to.comment = from.comment;
  if (from.commentBefore != null) to.commentBefore = from.commentBefore;
}

/** The most likely first; a map or a list that was written as one is meant as one. */
function candidates(value: string): readonly unknown[] {
  const words = value.split(',').map((word) => word.trim());
  const read = plain(value);
  const either = typeof read === 'object' && read !== null ? [read, value] : [value, read];
  return [...either, [value], words];
}

function plain(value: string): unknown {
  try {
    return parse(value, { maxAliasCount: 0 }) as unknown;
  } catch {
    return value;
  }
}

function put(source: Source, path: readonly string[], value: unknown): Result<void> {
  try {
    const fresh = source.document.createNode(value);
    const old: unknown = source.document.getIn(path, true);
    if (isNode(old)) takeComments(old, fresh);
    source.document.setIn(path, fresh);
  } catch {
    return fail('UNKNOWN_KEY', `unknown key "${path.slice(2).join('.')}": ${path.at(-2)} has no parts`, { path });
  }
  return accepted(source, path);
}

/** The first failure is the one about the value as it was meant. */
function firstAccepted(tries: readonly (() => Result<void>)[]): Result<void> {
  let refused: Failure | null = null;
  for (const attempt of tries) {
    const result = attempt();
    if (result.ok) return result;
    refused ??= result.failure;
  }
  return refused === null ? ok(undefined) : { ok: false, failure: refused };
}

function accepted(source: Source, path: readonly string[]): Result<void> {
  const checked = checkSource(source, personSchema);
  if (checked.ok) return ok(undefined);
  const { error_code, details } = checked.failure;
  const expected = String(details?.expected);
  const key = error_code === 'UNKNOWN_KEY' ? path.join('.') : String(details?.key);
  const words = error_code === 'UNKNOWN_KEY' ? expected : `expected ${expected}`;
  const near = error_code === 'UNKNOWN_KEY' ? { nearest: details?.nearest } : {};
  return fail(error_code, `${key}: ${words}`, { key, expected, ...near });
}
