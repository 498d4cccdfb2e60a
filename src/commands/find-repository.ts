// Which repository a folder belongs to: the top level of its git checkout, links resolved; the folder itself where there is none.
import { dirname, join } from 'node:path';
import { failed } from '../domain/error.ts';
import type { Machine } from './ports.ts';

/** Throws `PATH_NOT_FOUND`. No program is asked: `ps` must be quick. */
export async function findRepository({ realPath }: Pick<Machine, 'realPath'>, folder: string): Promise<string> {
  const real = await realPath(folder);
  if (real === null) throw failed('PATH_NOT_FOUND', `There is no folder ${folder}.`, { path: folder });
  for (let at = real; ; at = dirname(at)) {
    if ((await realPath(join(at, '.git'))) !== null) return at;
    if (dirname(at) === at) return real;
  }
}

/** Of the folder one stands in, which may have been removed: then nothing belongs to it. */
export const repositoryHere = (machine: Pick<Machine, 'realPath'>, cwd: string): Promise<string> =>
  findRepository(machine, cwd).catch(() => cwd);
