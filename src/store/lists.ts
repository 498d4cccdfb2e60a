// Long lists of rows stand once, each under the hash of its text, and a row names them: what a run said of thousands of tests is written, read and parsed once, however many rows tell it.
import { createHash } from 'node:crypto';
import { type Failed, failed } from '../domain/error.ts';
import type { List } from './cache.ts';
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
      const { hash, isCommitted } = handle.cache.origins.get(each) ?? { hash: hashOf(each), isCommitted: false };
      if (!isCommitted) named.push([hash, each]);
      return { $list: hash };
    }
    return isRecord(each) && hasNameKey(each) ? renamed(each, (key) => `$${key}`) : each;
  });
  await keepLists(handle, named);
  return text;
}

/** In the order of their hashes, so that two who write the same wait for one another and never in a ring. */
async function keepLists({ db, cache, listed }: Handle, named: readonly (readonly [string, List])[]): Promise<void> {
  for (const [hash, list] of named.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await db
      .insertInto('lists')
      .values({ hash, body: JSON.stringify(list) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const origin = cache.origins.get(list);
    if (origin !== undefined) listed.push(origin);
  }
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

async function findLists(handle: Handle, hashes: ReadonlySet<string>): Promise<ReadonlyMap<string, List>> {
  const found = new Map<string, List>();
  const unread: string[] = [];
  for (const hash of hashes) {
    const list = handle.cache.lists.get(hash);
    if (list === null) unread.push(hash);
    else found.set(hash, list);
  }
  for (const asked of partsOf(unread)) {
    const rows = await handle.db.selectFrom('lists').selectAll().where('hash', 'in', asked).execute();
    for (const { hash, body } of rows) found.set(hash, keepList(handle, hash, body));
  }
  return found;
}

/** The one list for all who read it. A transaction also sees what it has itself written, and what may be rolled back. */
function keepList({ cache, writes }: Handle, hash: string, body: string): List {
  const there = cache.lists.get(hash);
  if (there !== null) return there;
  const list = Object.freeze(fromJson<List>(body, `The list ${hash}`));
  cache.origins.set(list, { hash, isCommitted: !writes });
  cache.lists.add(hash, list, body.length);
  return list;
}

const hashOf = (list: List): string => createHash('sha256').update(JSON.stringify(list)).digest('hex');

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
