// What must hold of a workspace before it is written down: its path is a git checkout, and its `default_env` is known.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { PersonConfig } from '../ports/config.ts';
import type { Section } from './change-entry.ts';

export async function usable(
  config: PersonConfig,
  expand: (path: string) => string,
  section: Section,
  name: string,
): Promise<Result<void>> {
  const entry = section === 'workspaces' ? config.workspaces[name] : undefined;
  if (entry === undefined) return ok(undefined);
  const environments = Object.keys(config.environments);
  if (entry.default_env !== undefined && !environments.includes(entry.default_env)) {
    const near = nearest(entry.default_env, environments);
    const hint = near === null ? '' : `; the nearest is "${near}"`;
    return fail('ENVIRONMENT_NOT_FOUND', `environment "${entry.default_env}" is not found${hint}`, { nearest: near });
  }
  return await checkout(expand(entry.path), entry.path);
}

async function checkout(path: string, written: string): Promise<Result<void>> {
  if (!(await exists(path))) return fail('PATH_NOT_FOUND', `${written} does not exist`, { path });
  if (await exists(join(path, '.git'))) return ok(undefined);
  return fail('PATH_NOT_FOUND', `${written} is not the top folder of a git checkout`, { path });
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
