// The row of a child, inside the transaction in which its parent decided to have it: so it is there once, whatever happens.
import type { ChildDraft } from '../domain/decision.ts';
import { criterionId, type Instant, runId, type TaskId, taskId } from '../domain/ids.ts';
import { newRow } from '../domain/new-row.ts';
import type { TaskSpec } from '../domain/task/task.ts';
import type { Thing } from '../domain/thing.ts';
import type { Transaction } from '../ports/store.ts';

export async function createChild(tx: Transaction, parent: Thing, draft: ChildDraft, now: Instant): Promise<Thing> {
  const child = { ...common(parent, draft, now), ...(await own(tx, parent, draft)) };
  await tx.insert(child);
  if (child.kind === 'task') await tellBirth(tx, child, now);
  return child;
}

const common = (parent: Thing, draft: ChildDraft, now: Instant) => ({
  ...newRow(parent.host, now),
  kind: draft.kind,
  parent: parent.id,
  key: draft.key,
  state: draft.state,
});

/** A task of its own has the next number of its workspace. */
async function own(tx: Transaction, parent: Thing, draft: ChildDraft): Promise<Pick<Thing, 'id' | 'task' | 'spec'>> {
  if (draft.kind === 'run') return { id: runId(await tx.next('run')), task: parent.task, spec: draft.spec };
  if (draft.kind === 'criterion')
    return { id: criterionId(parent.id as TaskId, draft.key), task: parent.task, spec: draft.spec };
  const spec = draft.spec as TaskSpec;
  const { name } = spec.settings.workspace;
  const number = await tx.next(`task:${name}`);
  const id = taskId(name, number);
  return { id, task: id, spec: { ...spec, number } };
}

async function tellBirth(tx: Transaction, { id, task, spec, parent }: Thing, now: Instant): Promise<void> {
  const { text, by, driven, settings } = spec as TaskSpec;
  const data = {
    text: text.slice(0, 200),
    by,
    preset: settings.preset,
    driven,
    agents: settings.agents.develop,
    parent,
  };
  await tx.say(id, task, now, [{ kind: 'task_created', data }]);
}
