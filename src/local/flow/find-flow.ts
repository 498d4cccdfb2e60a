// Which session folder, plan.json or task file is meant, and the folder that paths in it are relative to.
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';

export type FoundFlow = {
  /** Links resolved: it is the person's own word. */
  readonly folder: string;
  readonly root: string;
  /** A task file by itself, by its name in the folder; null: all of the folder. */
  readonly alone: string | null;
};

/** Of these the whole folder is meant. */
const ofFolder = ['workflow-session.json', 'plan.json', 'IMPL_PLAN.md', 'TODO_LIST.md'];

export function findFlow(given: string, cwd: string): Result<FoundFlow> {
  const path = realPath(resolve(cwd, given));
  if (path === null) return fail('FLOW_NOT_FOUND', `There is no ${given}.`, { path: given });
  if (!statSync(path).isDirectory()) {
    const folder = dirname(path);
    if (ofFolder.includes(basename(path))) return ok(whole(folder));
    if (path.endsWith('.json')) return ok({ folder, root: rootOf(folder), alone: basename(path) });
    return fail('FLOW_NOT_FOUND', `${given} is no task file: these are JSON.`, { path: given });
  }
  if (basename(path) === '.task') return ok(whole(dirname(path)));
  if (isSession(path)) return ok(whole(path));
  const [only, ...more] = sessionsIn(path);
  if (only === undefined)
    return fail('FLOW_NOT_FOUND', `${given} is no session folder, and there is none in its .workflow.`, {
      path: given,
    });
  if (more.length === 0) return ok(whole(only));
  const candidates = [only, ...more].map((each) => each.slice(path.length + 1));
  return fail('AMBIGUOUS', `There are several session folders here: ${candidates.join(', ')}.`, { candidates });
}

export type FlowFolders = {
  /** Of which one may be that of a flow at work, likeliest first. */
  readonly folders: readonly string[];
  /** Why there is no flow there now; null: there is. */
  readonly failure: Failure | null;
};

/** Where a path leads, and where it stood itself, should it have gone since or become a link: a flow that is at work there is found all the same. */
export function foldersOfFlow(given: string, cwd: string): FlowFolders {
  const found = findFlow(given, cwd);
  const path = resolve(cwd, given);
  const above = realPath(dirname(path));
  const stood = above === null || !isGone(path) ? [] : [join(above, basename(path))];
  return found.ok
    ? { folders: [found.value.folder, ...stood], failure: null }
    : { folders: stood, failure: found.failure };
}

/** Or is no folder that it could have been. */
const isGone = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== false;

/** It stands where it did, itself. */
export const standsItself = (folder: string): boolean => realPath(folder) === folder;

const whole = (folder: string): FoundFlow => ({ folder, root: rootOf(folder), alone: null });

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const isSession = (folder: string): boolean =>
  ['workflow-session.json', 'plan.json', '.task'].some((name) => existsSync(join(folder, name)));

/** Those at work; archived ones are named by their paths. */
function sessionsIn(folder: string): readonly string[] {
  const workflow = basename(folder) === '.workflow' ? folder : join(folder, '.workflow');
  return ['active', '', '.lite-plan', '.lite-fix']
    .map((each) => join(workflow, each))
    .flatMap((each) => foldersIn(each).filter(isSession));
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(folder, name))
      .sort();
  } catch {
    return [];
  }
}

/** The folder that `.workflow` is in, else the repository, else the folder itself. */
export function rootOf(folder: string): string {
  const [, root] = /^(.*?)\/\.workflow(?:\/|$)/.exec(folder) ?? [];
  if (root !== undefined) return root === '' ? '/' : root;
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  return folder;
}
