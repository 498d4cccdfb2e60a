// One environment as configured, and which workspaces it belongs to.
import { findEntry } from './find-site.ts';
import { viewEnvironment } from './list-environments.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const showEnvironment: Command<'env.show'> = async ({ config }, { env }) => {
  const person = orFail(await config.read());
  const entry = findEntry(person, env);
  const { type: _, user_host: __, path: ___, ...written } = entry;
  const belongs = (workspace: string) => config.environmentsOf(person, workspace).some(({ name }) => name === env);
  return {
    ...viewEnvironment(env, entry),
    entry: written,
    workspaces: Object.keys(person.workspaces).filter(belongs),
  };
};
