// The configuration file as it is written, valid or not, to be edited.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const textOfConfig: Command<'config.text'> = async ({ config }) => ({
  path: config.path,
  text: orFail(await config.text()),
});
