// One measured figure beside its floor: the least that anybody could need, measured in the same run.

export type Row = {
  readonly what: string;
  readonly unit: 'ms' | 's' | 'MB' | 'MB/s' | 'KB' | '%' | 'packages';
  readonly value: number;
  /** Smallest of all samples; null where there is one. */
  readonly min: number | null;
  /** null where there is nothing to compare with. */
  readonly floor: { readonly what: string; readonly value: number } | null;
  readonly target: string;
  readonly met: boolean;
};

export type Bench = {
  readonly name: string;
  readonly target: string;
  measure(): Promise<readonly Row[]>;
};
