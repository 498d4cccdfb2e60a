// Where the configuration file is.
import { orFail } from './or-fail.ts';
import type { Command } from './ports.ts';

export const pathOfConfig: Command<'config.path'> = async ({ config }) => ({ ...orFail(await config.read()).file });
