// Which file an argv names, looked up as a shell would, so that a missing program is told before anything is started.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program } from '../../domain/run/program.ts';

export type Found =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly reason: string };

const missing = (reason: string): Found => ({ kind: 'missing', reason });

export function findProgram(program: Program): Found {
  const [name] = program.argv;
  if (name === undefined || name === '') return missing('no program was named');
  if (!isFolder(program.cwd)) return missing(`no such folder: ${program.cwd}`);
  if (name.includes('/')) return judge(resolve(program.cwd, name), name);
  const path = findOnPath(name, program.env.PATH ?? '', program.cwd);
  return path === null ? missing(`no such program on PATH: ${name}`) : { kind: 'found', path };
}

export function findOnPath(name: string, searchPath: string, cwd = '/'): string | null {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  const paths = folders.map((folder) => resolve(cwd, join(folder, name)));
  return paths.find((candidate) => judge(candidate, name).kind === 'found') ?? null;
}

function judge(path: string, name: string): Found {
  if (!isFile(path)) return missing(`no such program: ${name}`);
  try {
    accessSync(path, constants.X_OK);
    return { kind: 'found', path };
  } catch {
    return missing(`not executable: ${name}`);
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};
