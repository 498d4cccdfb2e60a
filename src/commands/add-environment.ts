// Registers a place where the software runs.
import { fromFolder } from './from-folder.ts';
import { viewEnvironment } from './list-environments.ts';
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const addEnvironment: Command<'env.add'> = async ({ config }, { name, connect, cwd }) => {
  const written = connect.includes(':') ? connect : fromFolder(connect, cwd);
  orFail(await config.add('environments', name, written));
  const entry = orFail(await config.read()).environments[name];
  if (entry === undefined) throw new Error(`${name} was added and is not there`);
  return viewEnvironment(name, entry);
};
