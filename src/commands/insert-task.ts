// The row of a new task, with its first fact and its wake, inside the transaction that makes it.
import { type Instant, taskId } from '../domain/ids.ts';
import { firstTaskState, type Task, type TaskSpec } from '../domain/task/task.ts';
import type { CheckoutState } from '../ports/git.ts';
import type { Transaction } from '../ports/store.ts';
import type { CommandPorts } from './ports.ts';
import { firstLine } from './view-task.ts';

export async function insertTask(
  { queue, host }: Pick<CommandPorts, 'queue' | 'host'>,
  tx: Transaction,
  draft: Omit<TaskSpec, 'number'>,
  at: Instant,
): Promise<Task> {
  const workspace = draft.settings.workspace.name;
  const number = await tx.next(`task:${workspace}`);
  const id = taskId(workspace, number);
  const task: Task = {
    ...{ id, kind: 'task', task: id, parent: null, key: '', host },
    ...{ version: 1, fence: 1, effects: 0, ended: false },
    spec: { ...draft, number },
    state: firstTaskState(draft.driven),
    createdAt: at,
    updatedAt: at,
  };
  await tx.insert(task);
  const { by, driven, settings } = draft;
  await tx.say(id, id, at, [
    {
      kind: 'task_created',
      data: { text: firstLine(draft.text), by, preset: settings.preset, driven, agents: settings.agents.develop },
    },
  ]);
  await queue.add(tx, [{ thing: id, at, host }]);
  return task;
}

/** Of uncommitted files; a row holds no long lists. */
const mostDirty = 100;

/** The task need not look again at what was looked at while it was stated. */
export function seenOf({ ahead: _, behind: __, ...checkout }: CheckoutState, at: Instant): Pick<TaskSpec, 'seen'> {
  return checkout.dirty.length > mostDirty ? {} : { seen: { at, checkout } };
}
