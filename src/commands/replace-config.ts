// A configuration that was edited as a whole: checked, then put in the place of what it was made from.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const replaceConfig: Command<'config.replace'> = async ({ config }, { text, before }) => {
  orFail(await config.replace(text, before));
  return { path: config.path };
};
