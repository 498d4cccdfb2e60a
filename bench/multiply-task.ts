// Copies of everything that a store keeps of one task, under other ids: thousands of tasks without running thousands.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

type Row = Readonly<Record<string, unknown>>;
type Value = string | number | null;

/** Parents before children. */
const ofTask = ['tasks', 'criteria', 'runs', 'questions', 'facts', 'conversations', 'copies', 'evidence', 'leases'];
const ofThing = ['intents', 'notices', 'wakes', 'timers'];

/** Of a store that nobody else has open: up to `count` tasks. Returns bytes on disk for each that was added. */
export function multiplyTask(path: string, task: string, count: number): number {
  const database = new DatabaseSync(path);
  try {
    const before = sizeOf(database, path);
    const have = numberOf(database, 'SELECT count(*) AS n FROM tasks');
    const original = readTask(database, task);
    database.exec('BEGIN');
    for (let extra = have; extra < count; extra++) addCopy(database, original, task, extra);
    database.exec(`UPDATE counters SET value = (SELECT max(position) FROM facts) WHERE name = 'position'`);
    database.exec('COMMIT');
    return (sizeOf(database, path) - before) / (count - have);
  } finally {
    database.close();
  }
}

function sizeOf(database: DatabaseSync, path: string): number {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return statSync(path).size;
}

const numberOf = (database: DatabaseSync, sql: string): number => Number(database.prepare(sql).get()?.n);

type Original = readonly { readonly table: string; readonly rows: readonly Row[] }[];

function readTask(database: DatabaseSync, task: string): Original {
  const things =
    '(SELECT id FROM tasks WHERE task = ?1 UNION SELECT id FROM criteria WHERE task = ?1 UNION SELECT id FROM runs WHERE task = ?1)';
  const read = (table: string, where: string) => ({
    table,
    rows: database.prepare(`SELECT * FROM ${table} WHERE ${where}`).all(task),
  });
  return [
    ...ofTask.map((table) => read(table, 'task = ?1')),
    ...ofThing.map((table) => read(table, `thing IN ${things}`)),
  ];
}

function addCopy(database: DatabaseSync, original: Original, task: string, extra: number): void {
  const rename = renaming(task, extra);
  for (const { table, rows } of original)
    for (const row of rows) {
      const cells = Object.entries(row).map(([name, value]) =>
        moved(`${table}.${name}`, value as Value, rename, extra),
      );
      const marks = cells.map(() => '?').join(', ');
      database.prepare(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks})`).run(...cells);
    }
}

/** Runs and questions are counted over all tasks, facts are in one order: the copy's come after the highest. */
function moved(column: string, value: Value, rename: (text: string) => string, extra: number): Value {
  if (typeof value === 'string') return rename(value);
  if (column === 'facts.position') return Number(value) + 100_000 * extra;
  return column === 'questions.number' ? Number(value) + 1000 * extra : value;
}

function renaming(task: string, extra: number): (text: string) => string {
  const ids = new RegExp(`\\b${task}\\b`, 'g');
  const other = task.replace(/\d+$/, String(100_000 + extra));
  return (text) =>
    text
      .replaceAll(ids, other)
      .replaceAll(/\b([rq])(\d{1,3})\b/g, (_, kind, number) => `${kind}${Number(number) + 1000 * extra}`);
}
