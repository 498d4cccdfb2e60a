// Which folders outside the system must be seen so that the program, Node and what is on PATH can be started inside.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { isWithin } from '../domain/place/within.ts';
import type { Program } from '../domain/run/program.ts';
import type { Mount } from './mount.ts';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';
import { emptied } from './system-mounts.ts';
import { targetsOfLinks } from './tool-managers.ts';

/**
 * Never a folder that holds what is hidden, nor one of Drover's state: a program that stands in a home itself is seen alone. What lies in a named path is left to that name: there the program itself
 * may have put links, and none of them is followed.
 */
export function findTools(
  place: Place,
  program: Program,
  file: string,
  named: readonly Mount[],
  managed: readonly string[],
): Mount[] {
  const trusted = (path: string) => !named.some((mount) => isWithin(path, mount.path));
  const onPath = foldersOf(program.env.PATH ?? '').filter((folder) => trusted(folder) && isFolder(folder));
  const started = [place.node, file].filter((path) => trusted(path));
  const folders = [
    ...onPath.flatMap((folder) => [folder, realPath(folder), join(folder, '../lib/node_modules')]),
    ...started.flatMap((path) => [dirname(path), packageOf(realPath(path))]),
    ...[...managed, ...targetsOfLinks(place, onPath)].flatMap((path) => [path, realPath(path)]),
  ];
  const hidden = [place.home, place.stateFolder, ...emptied].flatMap((folder) => [folder, realPath(folder)]);
  const state = realPath(place.stateFolder);
  const opens = (path: string) =>
    existsSync(path) && trusted(path) && !isWithin(path, state) && !hidden.some((one) => isWithin(one, path));
  const open = folders.map((folder) => normalize(folder)).filter(opens);
  const alone = started.flatMap((path) => [path, realPath(path)]).filter((path) => !isBelow(path, open) && opens(path));
  return [...open, ...alone].map((path) => ({ kind: 'readable', path }));
}

const isBelow = (path: string, folders: readonly string[]): boolean => folders.some((one) => isWithin(path, one));

/** The file that argv[0] names on the program's own PATH; null: there is none. */
export function findFile(program: Program): string | null {
  const [name] = program.argv;
  if (name === undefined || name === '') return null;
  if (name.includes('/')) return isProgram(resolve(program.cwd, name)) ? resolve(program.cwd, name) : null;
  return findOnPath(name, program.env.PATH ?? '');
}

export const findOnPath = (name: string, path: string): string | null =>
  foldersOf(path)
    .map((folder) => join(folder, name))
    .find((file) => isProgram(file)) ?? null;

/** A program installed by npm needs its neighbours; any other one the folder it is in. */
function packageOf(file: string): string {
  const modules = file.indexOf('/node_modules/');
  return modules === -1 ? dirname(file) : join(file.slice(0, modules), 'node_modules');
}

const foldersOf = (path: string): string[] => path.split(':').filter((folder) => isAbsolute(folder));

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
