// Takes a key out of the configuration: what holds without it holds again.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const unsetConfig: Command<'config.unset'> = async ({ config }, { key }) => ({
  key,
  was_set: orFail(await config.unset(key)),
});
