// Kysely over node:sqlite: one connection, which kysely's own mutex gives to one user at a time, and its prepared statements.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  type OperationNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
  ValueNode,
} from 'kysely';

/** The database is closed with the kysely instance. */
export const nodeSqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => new NodeSqliteDriver(database),
  createQueryCompiler: () => new NodeSqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
});

/**
 * In comparisons and limits 0 and 1 are written out. sqlite plans by a bound value where there is an index of some rows alone (`where ended = 0`) and where there is a limit,
 * and makes a new plan each time it is bound: that takes ten times as long as most of these statements.
 */
class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation({ ...node, rightOperand: writtenOut(node.rightOperand) });
  }

  protected override visitLimit(node: LimitNode): void {
    super.visitLimit({ ...node, limit: writtenOut(node.limit) });
  }
}

const writtenOut = (node: OperationNode): OperationNode =>
  ValueNode.is(node) && (node.value === 0 || node.value === 1) ? ValueNode.createImmediate(node.value) : node;

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

type Prepared = { readonly statement: StatementSync; readonly returnsRows: boolean };

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) as R[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed, every list is bounded
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed');
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= 500) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
