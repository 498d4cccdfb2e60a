// This machine.
import { stat } from 'node:fs/promises';
import { fail, ok } from '../domain/error.ts';
import { type Host, usualLimits } from './host.ts';
import { runPrograms, type Setting } from './run-programs.ts';

export function localHost(setting: Setting): Host {
  return {
    async exec(programs, limits = {}) {
      const found = await stat(setting.cwd).catch(() => null);
      if (found?.isDirectory() !== true) return fail('PATH_NOT_FOUND', `${setting.cwd} is no folder.`);
      return ok(await runPrograms(programs, { ...usualLimits, ...limits }, setting));
    },
  };
}
