// Forgets an environment.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const removeEnvironment: Command<'env.remove'> = async ({ config }, { env }) => {
  orFail(await config.remove('environments', env));
  return { name: env };
};
