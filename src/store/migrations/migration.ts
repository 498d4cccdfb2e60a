// One numbered change of the schema: SQL that both dialects take. `int` is the dialect's 64-bit integer; `integer` is sqlite's.

export type Migration = {
  readonly schema: number;
  readonly statements: (int: 'integer' | 'bigint') => readonly string[];
  /** Once the statements are through: the state of each row of these tables as it is from now on. */
  readonly states?: Readonly<Partial<Record<'tasks' | 'chains', (state: unknown) => unknown>>>;
};
