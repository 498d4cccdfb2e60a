// Kysely over node:sqlite: one connection, which kysely's own mutex gives to one user at a time, and its prepared statements.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { KeptTexts } from '../kept-texts.ts';
import { pack } from '../pack.ts';

/** The database is closed with the kysely instance. */
export const nodeSqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => new NodeSqliteDriver(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
});

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    this.#connection.run(accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run('commit');
  }

  /** A full disk makes sqlite roll back by itself. */
  async rollbackTransaction(): Promise<void> {
    if (this.#database.isTransaction) this.#connection.run('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}

type Prepared = { readonly statement: StatementSync; readonly returnsRows: boolean; readonly packs: boolean };
type Cells = Record<string, unknown>;

/** Where texts are long and rows are read one thing at a time. Sessions and messages are looked at by the hundred. */
const packing = /^(insert into|update) "(tasks|criteria|runs|intents|questions|evidence|copies|conversations)"/;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #texts = new KeptTexts();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows, packs } = this.#prepare(sql);
    const given = parameters as readonly SQLInputValue[];
    const values = packs ? given.map((each) => (typeof each === 'string' ? pack(each) : each)) : given;
    if (returnsRows) return { rows: statement.all(...values).map((row) => this.#unpack(row)) as R[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed, every list is bounded
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed');
  }

  /** No column has bytes of its own. */
  #unpack(row: Cells): Cells {
    for (const name in row) if (row[name] instanceof Uint8Array) row[name] = this.#texts.unpack(row[name]);
    return row;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= 500) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0, packs: packing.test(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
