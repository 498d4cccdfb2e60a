// The adapter's door: foreign errors become failures here, once, and a transaction in which a statement failed cannot be committed.
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';

/** Gives what is to be thrown instead: a `Failed` for the database's own errors, anything else as it is. */
export type ToFailure = (error: unknown) => unknown;

export const guardDialect = (dialect: Dialect, toFailure: ToFailure): Dialect => ({
  createDriver: () => new GuardedDriver(dialect.createDriver(), toFailure),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

class GuardedDriver implements Driver {
  readonly #inner: Driver;
  readonly #toFailure: ToFailure;

  constructor(inner: Driver, toFailure: ToFailure) {
    this.#inner = inner;
    this.#toFailure = toFailure;
  }

  init(): Promise<void> {
    return this.#guard(() => this.#inner.init());
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#guard(() => this.#inner.acquireConnection());
    return new GuardedConnection(inner, this.#toFailure);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#guard(() => this.#inner.beginTransaction(guarded(connection).inner, settings));
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { inner, broken } = guarded(connection);
    if (broken !== null) return Promise.reject(broken.error);
    return this.#guard(() => this.#inner.commitTransaction(inner));
  }

  /** The connection may be gone: what went wrong before is what counts. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#inner.rollbackTransaction(guarded(connection).inner).catch(() => {});
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(guarded(connection).inner);
  }

  destroy(): Promise<void> {
    return this.#guard(() => this.#inner.destroy());
  }

  async #guard<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw this.#toFailure(error);
    }
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #toFailure: ToFailure;
  broken: { readonly error: unknown } | null = null;

  constructor(inner: DatabaseConnection, toFailure: ToFailure) {
    this.inner = inner;
    this.#toFailure = toFailure;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.inner.executeQuery<R>(query);
    } catch (error) {
      this.broken ??= { error: this.#toFailure(error) };
      throw this.broken.error;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

function guarded(connection: DatabaseConnection): GuardedConnection {
  if (connection instanceof GuardedConnection) return connection;
  throw new Error('a connection of another driver');
}
