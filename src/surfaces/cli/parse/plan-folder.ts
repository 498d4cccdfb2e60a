// The folder of plans that executors share, `.pilot/plan`: which plan is next, and what is taken leaves those that wait.
import { existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { markName, pathIn, plansFolder } from '../../../contract/typed/read-plan.ts';

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

/** So long after somebody has taken it and it waits still, they were ended before a task had it. */
const longMs = 60_000;

/** `again`: after one who was ended before a task had it. `busy`: somebody else takes it now. `another`: one of its name is in progress. `elsewhere`: another Drover took it, and may have a task that has it. */
export type Taking = 'first' | 'again' | 'busy' | 'another' | 'elsewhere';

/** It stands among those in progress as well until a task has it: of several who take it at once one does. Replaces nothing. `drover`: a line that says which one takes it. */
export function takePlan(plan: WaitingPlan, drover: string, now: number): Taking {
  mkdirSync(dirname(plan.taken), { recursive: true });
  if (!mark(plan, drover)) return 'elsewhere';
  const taking = put(plan, now);
  if (taking === 'another' || !existsSync(plan.path)) rmSync(markOf(plan), { force: true });
  // Who gave it back in between took their mark along.
  else if (taking === 'first' && !mark(plan, drover)) {
    giveBackPlan(plan, drover);
    return 'elsewhere';
  }
  return taking;
}

function put({ path, taken }: WaitingPlan, now: number): Exclude<Taking, 'elsewhere'> {
  try {
    linkSync(path, taken);
    return 'first';
  } catch (error) {
    const [waits, there] = [path, taken].map(seen);
    if (waits === undefined) return 'busy';
    if (there === undefined) throw error;
    if (waits.ino !== there.ino) return 'another';
    return now - there.ctimeMs >= longMs ? 'again' : 'busy';
  }
}

/** A task has it: it leaves those that wait. Another of its name that waits there stays. */
export function keepPlan(plan: WaitingPlan): void {
  if (isBoth(plan)) rmSync(plan.path, { force: true });
  rmSync(markOf(plan), { force: true });
}

/** It waits as before, where nothing came of it. */
export function giveBackPlan(plan: WaitingPlan, drover: string): void {
  if (markedBy(plan) === drover) rmSync(markOf(plan), { force: true });
  if (isBoth(plan)) rmSync(plan.taken, { force: true });
}

/** A link to nowhere: it is there with its words at once, or not at all. A daemon that died with a task that has the plan answers nobody; this does. */
export const markOf = ({ taken }: WaitingPlan): string => join(dirname(taken), markName(basename(taken)));

/** Which Drover takes it, or took it and did not say what became of it; null: none. */
export function markedBy(plan: WaitingPlan): string | null {
  try {
    return readlinkSync(markOf(plan));
  } catch {
    return null;
  }
}

/** False: it is another's. */
function mark(plan: WaitingPlan, drover: string): boolean {
  try {
    symlinkSync(drover, markOf(plan));
    return true;
  } catch (error) {
    const by = markedBy(plan);
    if (by === null) throw error;
    return by === drover;
  }
}

const seen = (path: string) => statSync(path, { throwIfNoEntry: false });

function isBoth({ path, taken }: WaitingPlan): boolean {
  const there = seen(taken);
  return there !== undefined && seen(path)?.ino === there.ino;
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
