// Sets a key of an environment.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const setEnvironment: Command<'env.set'> = async ({ config }, { env, key, value }) => {
  orFail(await config.set('environments', env, key, value));
  return { name: env, key, value };
};
