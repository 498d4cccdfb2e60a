// A program as a person named it: by its path, or on PATH.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { findProgram } from '../drivers/launch.ts';
import type { Environment } from '../drivers/plain/profile.ts';

export function locate(name: string, env: Environment): Promise<string | null> {
  if (!isAbsolute(name)) return findProgram(name, env);
  return access(name, constants.X_OK).then(
    () => name,
    () => null,
  );
}
