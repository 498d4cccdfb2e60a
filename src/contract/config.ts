// The person's configuration as it stands.
import * as v from 'valibot';

export const listConfig = v.strictObject({});
export const pathConfig = v.strictObject({});

/** null takes it away. `old`: the one that is set now. */
export const pinConfig = v.strictObject({
  pin: v.nullable(
    v.pipe(v.string(), v.minLength(4, 'must have at least 4 characters'), v.maxLength(64, 'is too long')),
  ),
  old: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

export type PinSet = { readonly set: boolean };
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
  readonly step_up?: string;
  readonly store: string;
};
export type ConfigPath = { readonly path: string; readonly exists: boolean };
