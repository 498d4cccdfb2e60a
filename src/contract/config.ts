// The person's configuration as it stands.
import * as v from 'valibot';

export const listConfig = v.strictObject({});
export const pathConfig = v.strictObject({});

export type ConfigList = {
  readonly file: { readonly path: string; readonly exists: boolean };
  readonly workspaces: Readonly<Record<string, unknown>>;
  readonly environments: Readonly<Record<string, unknown>>;
  readonly agents: Readonly<Record<string, unknown>>;
  /** What works where nothing is configured: the first agent found (null: none), and its turns. */
  readonly defaults: { readonly agent: string | null; readonly turns: number };
  readonly policy: unknown;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly sandbox: string;
  readonly store: string;
};
export type ConfigPath = { readonly path: string; readonly exists: boolean };
