// The newest conversation that an agent of a task left behind.
import type { TaskTaken } from '../contract/task.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Run } from '../domain/run/run.ts';
import type { Reads } from '../ports/store.ts';

export async function lastTurnOf(reads: Reads, task: TaskId): Promise<TaskTaken['conversation']> {
  for (const { spec, state } of (await reads.things({ kind: 'run', task })) as readonly Run[]) {
    if (spec.purpose.kind !== 'agent' || state.kind !== 'ended' || state.result.kind !== 'turn') continue;
    const { conversation } = state.result.turn;
    if (conversation !== null) return { agent: spec.purpose.agent, id: conversation };
  }
  return null;
}
