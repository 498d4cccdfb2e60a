// Long lists of rows stand once, each under the hash of its text, and a row names them: what a run said of thousands of tests is written, read and parsed once, however many rows tell it.
// They stand in parts: of one that has changed since another row told it, only the parts that have changed are written and parsed.
import { createHash } from 'node:crypto';
import { type Failed, failed } from '../domain/error.ts';
import type { List } from './cache.ts';
import { cutList } from './cut-list.ts';
import type { Handle } from './handle.ts';
import { fromJson, toJson } from './json.ts';
import { partsOf } from './parts-of.ts';

/** Shorter ones stand in their row. In entries. */
const long = 100;

/** The text of a row's column; its long lists are on record when it returns. */
export async function writeRow(handle: Handle, value: unknown): Promise<string> {
  if (!hasLong(value)) return toJson(value);
  const named: [string, List][] = [];
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (isLong(each)) {
      const { hash, isCommitted } = handle.cache.origins.get(each) ?? {
        hash: hashOf(JSON.stringify(each)),
        isCommitted: false,
      };
      if (!isCommitted) named.push([hash, each]);
      return { $list: hash };
    }
    return isRecord(each) && hasNameKey(each) ? renamed(each, (key) => `$${key}`) : each;
  });
  await keepLists(handle, named);
  return text;
}

/** In the order of their hashes, so that two who write the same wait for one another and never in a ring. Parts that are known to be there are not written again. */
async function keepLists(handle: Handle, named: readonly (readonly [string, List])[]): Promise<void> {
  const { db, cache, listed } = handle;
  const bodies = new Map<string, string>();
  for (const [hash, list] of named) {
    const parts = cutList(list.map((each) => JSON.stringify(each) ?? 'null')).map((part) => `[${part.join(',')}]`);
    const names = parts.map(hashOf);
    for (const [at, part] of parts.entries()) {
      const name = names[at] ?? '';
      if (!isOnRecord(handle, name)) bodies.set(name, part);
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (parts.length > 1) bodies.set(hash, JSON.stringify({ length, parts: names } satisfies Cut));
  }
  const rows = [...bodies]
    .map(([hash, body]) => ({ hash, body }))
    .sort((one, other) => (one.hash < other.hash ? -1 : 1));
  for (const some of partsOf(rows))
    await db
      .insertInto('lists')
      .values([...some])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const [, list] of named) {
    const origin = cache.origins.get(list);
    if (origin !== undefined) listed.push(origin);
  }
}

function isOnRecord({ cache }: Handle, hash: string): boolean {
  const list = cache.lists.get(hash);
  return list !== null && cache.origins.get(list)?.isCommitted === true;
}

/** What these texts of rows hold, each in its place; `where` names a text for the person. Throws `Failed(STATE_CORRUPT)`. */
export async function readRows(
  handle: Handle,
  texts: readonly { readonly text: string; readonly where: string }[],
): Promise<readonly unknown[]> {
  const found = await findLists(handle, new Set(texts.flatMap(({ text }) => namesIn(text))));
  return texts.map(({ text, where }) => {
    const value = fromJson(text, where);
    return text.includes('$list"') ? withLists(value, found, where) : value;
  });
}

/** Shorter ones are parsed about as soon as they are compared. In characters. */
const worthKeeping = 4096;

/** The same of one text, where it is likely to be read again before it changes. What it says follows from it alone, so it is never stale. */
export async function readOften(
  handle: Handle,
  each: { readonly text: string; readonly where: string },
): Promise<unknown> {
  const { text, where } = each;
  const { texts } = handle.cache;
  const before = text.length < worthKeeping ? null : texts.get(where);
  if (before?.text === text) return before.value;
  const [value] = await readRows(handle, [each]);
  if (text.length >= worthKeeping) texts.put(where, { text, value }, text.length);
  return value;
}

/** In place: it was made of its text just now. A reviver of the parser would be asked of each value, and is slower by far. */
function withLists(value: unknown, found: ReadonlyMap<string, List>, where: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const [key, each] of Object.entries(value)) {
    const filled = withLists(each, found, where);
    // As the parser does, whatever the key is called.
    if (filled !== each)
      Object.defineProperty(value, key, { value: filled, configurable: true, enumerable: true, writable: true });
  }
  if (!isRecord(value) || !hasNameKey(value)) return value;
  if (value.$list === undefined) return renamed(value, (key) => key.slice(1));
  const list = found.get(String(value.$list));
  if (list === undefined) throw missing(where);
  return list;
}

const missing = (where: string): Failed =>
  failed('STATE_CORRUPT', `${where} names a list that is not there.`, { where });

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{"\$list":"([0-9a-f]{64})"\}/g)].map(([, hash = '']) => hash);

/** What a list is made of; `length`: of all their texts. One of a single part, or of an older version, stands as it is. */
type Cut = { readonly length: number; readonly parts: readonly string[] };

async function findLists(handle: Handle, hashes: ReadonlySet<string>): Promise<ReadonlyMap<string, List>> {
  const found = new Map<string, List>();
  const unread: string[] = [];
  for (const hash of hashes) {
    const list = handle.cache.lists.get(hash);
    if (list === null) unread.push(hash);
    else found.set(hash, list);
  }
  const cut: [string, Cut][] = [];
  for (const asked of partsOf(unread)) {
    const rows = await handle.db.selectFrom('lists').selectAll().where('hash', 'in', asked).execute();
    for (const { hash, body } of rows) {
      const read = fromJson<List | Cut>(body, `The list ${hash}`);
      if ('parts' in read) cut.push([hash, read]);
      else found.set(hash, keepList(handle, hash, read, body.length));
    }
  }
  if (cut.length === 0) return found;
  const parts = await findLists(handle, new Set(cut.flatMap(([, each]) => each.parts)));
  for (const [hash, each] of cut) {
    const its = each.parts.map((name) => parts.get(name)).filter((part) => part !== undefined);
    if (its.length === each.parts.length) found.set(hash, keepList(handle, hash, its.flat(), each.length));
  }
  return found;
}

/** The one list for all who read it. A transaction also sees what it has itself written, and what may be rolled back. */
function keepList({ cache, writes }: Handle, hash: string, read: List, length: number): List {
  const there = cache.lists.get(hash);
  if (there !== null) return there;
  const list = Object.freeze(read);
  cache.origins.set(list, { hash, isCommitted: !writes });
  cache.lists.add(hash, list, length);
  return list;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const isLong = (value: unknown): value is List => Array.isArray(value) && value.length >= long;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is named like the name of a list stands in a row with one `$` more. */
const nameKey = /^\$+list$/;

function hasNameKey(value: Readonly<Record<string, unknown>>): boolean {
  for (const key in value) if (key.startsWith('$') && nameKey.test(key)) return true;
  return false;
}

const renamed = (value: object, name: (key: string) => string): object =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [nameKey.test(key) ? name(key) : key, each]));

/** Nearly all rows have nothing of this, and are written faster without a look at each entry. */
function hasLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isLong(value) || (isRecord(value) && hasNameKey(value))) return true;
  for (const each of Object.values(value)) if (hasLong(each)) return true;
  return false;
}
