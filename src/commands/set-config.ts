// Sets a key of the configuration.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const setConfig: Command<'config.set'> = async ({ config }, { key, value }) => {
  orFail(await config.change(key, value));
  return { key, value };
};
