// The folder of plans that executors share, `.pilot/plan`: which plan is next, and what is taken leaves those that wait.
import { existsSync, linkSync, mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathIn, plansFolder } from '../../../contract/typed/read-plan.ts';

export type CandidatePlan = {
  /** Where it stands now, absolute. */
  readonly path: string;
  /** Where it stands while it is worked on; null: it is none of that folder and stays where it is. */
  readonly taken: string | null;
};

export type WaitingPlan = CandidatePlan & { readonly taken: string };

/** Of the nearest folder upwards that has plans, those that wait by their names, which begin with their times; then those that were begun and did not end. */
export function waitingPlans(cwd: string): readonly WaitingPlan[] {
  const root = rootAbove(cwd);
  if (root === null) return [];
  return (['pending', 'in_progress'] as const).flatMap((folder) =>
    namesIn(join(root, pathIn(folder, ''))).map((name) => ({
      path: join(root, pathIn(folder, name)),
      taken: join(root, pathIn('in_progress', name)),
    })),
  );
}

/** This very file, whether it waits or is worked on there or stands elsewhere. */
export const candidatePlan = (path: string): CandidatePlan =>
  waitingPlans(dirname(path)).find((plan) => plan.path === path) ?? { path, taken: null };

/** So long after somebody has taken it and it waits still, they were ended in the middle of that. */
const longMs = 10_000;

/** It leaves those that wait, before anybody works on it: of several who take it at once one has it. Replaces nothing. */
export function takePlan({ path, taken }: WaitingPlan, now: number): boolean {
  mkdirSync(dirname(taken), { recursive: true });
  try {
    linkSync(path, taken);
  } catch (error) {
    const [waits, there] = [path, taken].map((each) => statSync(each, { throwIfNoEntry: false }));
    if (waits === undefined) return false;
    if (there === undefined) throw error;
    if (waits.ino !== there.ino || now - there.ctimeMs < longMs) return false;
  }
  unlinkSync(path);
  return true;
}

/** It waits again, where nothing came of it. */
export function giveBackPlan({ path, taken }: WaitingPlan): void {
  linkSync(taken, path);
  unlinkSync(taken);
}

function rootAbove(cwd: string): string | null {
  if (existsSync(join(cwd, plansFolder))) return cwd;
  return dirname(cwd) === cwd ? null : rootAbove(dirname(cwd));
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
