// The folder of plans that executors share, `.pilot/plan`: which plan is next, and what is taken leaves those that wait.
import { existsSync, linkSync, mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type WaitingPlan = {
  /** Where it stands now, absolute. */
  readonly path: string;
  /** Where it stands while it is worked on. */
  readonly taken: string;
};

/** Of the nearest folder upwards that has plans, those that wait by their names, which begin with their times; then those that were begun and did not end. */
export function waitingPlans(cwd: string): readonly WaitingPlan[] {
  const folder = folderAbove(cwd);
  if (folder === null) return [];
  return ['pending', 'in_progress'].flatMap((state) =>
    namesIn(join(folder, state)).map((name) => ({
      path: join(folder, state, name),
      taken: join(folder, 'in_progress', name),
    })),
  );
}

/** Where this very file waits or is worked on there; null: it stands elsewhere. */
export const waitingPlan = (path: string): WaitingPlan | null =>
  waitingPlans(dirname(path)).find((plan) => plan.path === path) ?? null;

/** It leaves those that wait. Safe to repeat, and replaces nothing. */
export function takePlan({ path, taken }: WaitingPlan): void {
  if (path === taken) return;
  mkdirSync(dirname(taken), { recursive: true });
  try {
    linkSync(path, taken);
  } catch (error) {
    // Taken by somebody else, or another plan of that name is worked on.
    if (!existsSync(path)) return;
    if (!existsSync(taken)) throw error;
    if (statSync(path).ino !== statSync(taken).ino) return;
  }
  unlinkSync(path);
}

function folderAbove(cwd: string): string | null {
  const folder = join(cwd, '.pilot', 'plan');
  if (existsSync(folder)) return folder;
  return dirname(cwd) === cwd ? null : folderAbove(dirname(cwd));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
