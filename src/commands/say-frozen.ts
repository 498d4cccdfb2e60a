// That tasks keep what was frozen at their beginning, and how a person has it taken anew.
import { overlayOf } from '../domain/task/settings-from.ts';
import type { Task } from '../domain/task/task.ts';
import type { PersonConfig } from '../ports/config.ts';

/** Keys of a workspace that decide what is checked and set up. */
export const frozenKeys = /^(?:gates|setup|copy|tests|protect|tdd|run|teardown|large_files)(?:\.|$)/;

export const sayFrozen = (tasks: readonly string[]): string =>
  `${tasks.join(', ')} ${tasks.length === 1 ? 'goes' : 'go'} on with what was frozen when the task was stated. Where set-up or base do not work, the answer "mend" takes set-up and gates anew; else state the task anew.`;

/** Of a task that is started again: configuration says something else now. */
export function saysElse(task: Task, { workspaces }: PersonConfig): readonly string[] {
  const { name } = task.spec.settings.workspace;
  const entry = Object.hasOwn(workspaces, name) ? workspaces[name] : undefined;
  const held = task.state.known.overlay ?? task.spec.settings.overlay;
  return task.state.known.gatePlan === null || JSON.stringify(overlayOf(entry ?? {})) === JSON.stringify(held)
    ? []
    : [`Configuration of ${name} has changed. ${sayFrozen([task.id])}`];
}
