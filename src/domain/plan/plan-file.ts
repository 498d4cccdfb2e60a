// A plan as a file of `.pilot/plan`: it waits in `pending`, is worked on in `in_progress`, and ends in `done`.

export type PlanFile = {
  /** The folder that `.pilot` is in, absolute. */
  readonly root: string;
  /** `plan.md` */
  readonly name: string;
};

export type PlanFolder = 'pending' | 'in_progress' | 'done';

/** Of what says beside a plan in progress which Drover took it, as long as it waits as well. */
export const markName = (plan: string): string => `.${plan}.taken`;

/** Relative to the root. */
export const plansFolder = '.pilot/plan';

export const pathIn = (folder: PlanFolder, name: string): string => `${plansFolder}/${folder}/${name}`;

/** null: that is no place for a plan that is worked on. */
export function planFileAt(path: string): PlanFile | null {
  const [, root, name] = /^(\/.*)\/\.pilot\/plan\/in_progress\/([^/]+)$/s.exec(path) ?? [];
  if (root === undefined || name === undefined || path.split('/').some((each) => each === '..' || each === '.'))
    return null;
  return { root, name };
}

/** Of one that ends where another of its name has ended before. */
export const nameOfSecond = (name: string, task: string): string => name.replace(/(\.[^.]*)?$/, `_closed_${task}$1`);
