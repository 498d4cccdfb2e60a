// The window of a terminal. One of nothing is none: programs divide by it.
export type Window = { readonly columns: number; readonly rows: number };

const fallback: Window = { columns: 80, rows: 24 };
const longest = 10_000;

const isSide = (side: number): boolean => Number.isInteger(side) && side > 0;

/** For a start: what cannot be is 80 or 24. */
export const windowOf = ({ columns, rows }: Window): Window => ({
  columns: isSide(columns) ? Math.min(columns, longest) : fallback.columns,
  rows: isSide(rows) ? Math.min(rows, longest) : fallback.rows,
});

/** null: not a window at all. */
export const asWindow = (columns: number | undefined, rows: number | undefined): Window | null =>
  columns !== undefined && rows !== undefined && isSide(columns) && isSide(rows) ? windowOf({ columns, rows }) : null;

/** Each side the smallest of all; null where there are none. */
export const smallest = (windows: readonly Window[]): Window | null =>
  windows.length === 0
    ? null
    : {
        columns: Math.min(...windows.map(({ columns }) => columns)),
        rows: Math.min(...windows.map(({ rows }) => rows)),
      };
