// One numbered change of the schema: SQL that both dialects take. `int` is the dialect's 64-bit integer; `integer` is sqlite's.

export type Migration = {
  readonly schema: number;
  readonly statements: (int: 'integer' | 'bigint') => readonly string[];
};
