// The port `Search` in a file of its own beside the database: trigrams, so that words of every script and parts of words are found.
import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Failed } from '../domain/error.ts';
import type { Found, Search } from '../ports/search.ts';
import { sqliteFailure } from './sqlite/failure.ts';

const schema = 1;
/** Shorter ones have no trigram. */
const shortest = 3;
/** Characters of a text that are looked through. */
const longest = 256 * 1024;

/** Opened when it is first used. A file that is no index of ours, or is damaged, is begun anew. Throws `Failed(DISK_FULL | STATE_READ_ONLY | STORE_FAILED)`. */
export function openSearchIndex(path: string): Search {
  let index: Search | null = null;
  const use = <T>(act: (search: Search) => T): T => {
    try {
      index ??= openOrBegin(path);
      return act(index);
    } catch (error) {
      throw sqliteFailure(error, path, () => null);
    }
  };
  return {
    position: () => use((search) => search.position()),
    put: (passages, position) => use((search) => search.put(passages, position)),
    find: (words, limit) => use((search) => search.find(words, limit)),
    close: () => index?.close(),
  };
}

function openOrBegin(path: string): Search {
  try {
    return over(opened(path));
  } catch (error) {
    if (!isDamaged(error)) throw error;
    // What is left beside it is no matter: beside an empty file sqlite throws a log or a journal away.
    rmSync(path, { force: true });
    return over(opened(path));
  }
}

/** Neither a full disk nor a file that may not be written. */
function isDamaged(error: unknown): boolean {
  const failure = sqliteFailure(error, '', () => null);
  return !(failure instanceof Failed) || ['STATE_CORRUPT', 'STORE_FAILED'].includes(failure.failure.error_code);
}

function opened(path: string): DatabaseSync {
  // Nobody else may read it, from its first byte on.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const db = new DatabaseSync(path);
  try {
    const { user_version } = db.prepare('pragma user_version').get() as { user_version: number };
    if (user_version === schema) {
      db.prepare('select count(*) from told').get();
      return db;
    }
    if (user_version !== 0) throw new Error('another schema');
    db.exec(`begin;
      create table told (position integer not null);
      insert into told values (0);
      create table passages (id integer primary key, key text not null unique, thing text not null, task text not null, part text not null, at integer not null);
      create virtual table words using fts5(text, tokenize = 'trigram');
      pragma user_version = ${schema};
      commit`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function over(db: DatabaseSync): Search {
  const idOf = db.prepare('select id from passages where key = ?');
  const remove = db.prepare('delete from words where rowid = ?');
  const replace = db.prepare(
    'insert into passages (key, thing, task, part, at) values (?, ?, ?, ?, ?) on conflict (key) do update set at = excluded.at returning id',
  );
  const add = db.prepare('insert into words (rowid, text) values (?, ?)');
  return {
    position: () => (db.prepare('select position from told').get() as { position: number }).position,
    put(passages, position) {
      db.exec('begin immediate');
      try {
        for (const { key, thing, task, part, at, text } of passages) {
          const before = idOf.get(key) as { id: number } | undefined;
          if (before !== undefined) remove.run(before.id);
          const { id } = replace.get(key, thing, task, part, at) as { id: number };
          add.run(id, text.slice(0, longest));
        }
        db.prepare('update told set position = ?').run(position);
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    find: (words, limit) =>
      find(
        db,
        words.split(/\s+/).filter((word) => word !== ''),
        limit,
      ),
    close: () => db.close(),
  };
}

function find(db: DatabaseSync, words: readonly string[], limit: number): readonly Found[] {
  if (words.length === 0) return [];
  const long = words.filter((word) => [...word].length >= shortest);
  const short = words.filter((word) => !long.includes(word));
  const match = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
  const where = [
    ...(match === '' ? [] : ['words match ?']),
    ...short.map(() => String.raw`words.text like ? escape '\'`),
  ];
  const sql = `select thing, task, part, at, ${match === '' ? 'substr(text, 1, 200)' : "snippet(words, 0, '', '', '…', 48)"} as text
    from words join passages on passages.id = words.rowid where ${where.join(' and ')} order by ${match === '' ? 'at desc' : 'rank'} limit ?`;
  const like = short.map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  const rows = db.prepare(sql).all(...(match === '' ? [] : [match]), ...like, limit);
  return rows as unknown as readonly Found[];
}
