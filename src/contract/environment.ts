// Environments: places where the software runs; the registry.
import * as v from 'valibot';
import { absolutePath, line, name } from './fields.ts';

export const addEnvironment = v.strictObject({
  name: name(),
  /** A folder or `user@host:/path`. */
  connect: v.pipe(
    line(4096),
    v.check((value) => !value.startsWith('-'), 'must not start with a dash'),
  ),
  cwd: absolutePath(),
});
export const listEnvironments = v.strictObject({});
export const setEnvironment = v.strictObject({ env: name(), key: line(), value: line(4096) });
export const removeEnvironment = v.strictObject({ env: name() });

export type EnvironmentView = {
  readonly name: string;
  /** As written. */
  readonly connect: string;
  readonly type: 'local' | 'ssh';
  readonly user_host: string | null;
  readonly path: string;
  readonly tier: 'prod' | 'staging' | 'local' | null;
};
export type EnvironmentList = { readonly environments: readonly EnvironmentView[] };
export type EnvironmentAdded = EnvironmentView;
export type EnvironmentChanged = { readonly name: string; readonly key: string; readonly value: string };
export type EnvironmentRemoved = { readonly name: string };
