// Those who do the same task, each for itself: how each stands, how it was judged, what it cost, and which was taken by whom.
import type { RivalView, TaskDetail } from '../../contract/task.ts';
import { defined } from '../../domain/defined.ts';
import { sayWorker } from '../../domain/feature/part.ts';
import { reviewOf, rivalsAmong, sizeOf } from '../../domain/task/features/rivals.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Reads } from '../../ports/store.ts';
import { viewTask } from './list.ts';
import { lookAtTasks, type TaskSnapshot } from './load.ts';

export async function viewRivals(
  reads: Reads,
  { id, spec }: Task,
  tasks: readonly Task[],
): Promise<Pick<TaskDetail, 'rivals'>> {
  if (spec.rivals === undefined) return {};
  const [took] = (await reads.facts({ thing: id, kind: 'rival_taken', limit: Number.MAX_SAFE_INTEGER })).toReversed();
  const seen = await lookAtTasks(reads, rivalsAmong(tasks));
  return { rivals: seen.map((one) => viewRival(one, took?.data)) };
}

function viewRival(seen: TaskSnapshot, took: { readonly task?: unknown; readonly by?: unknown } = {}): RivalView {
  const { id, spec, state } = seen.task;
  const { work } = state.known;
  const { spend, outcome, weaker, state: words } = viewTask(seen);
  const { files, added, removed } = sizeOf(work);
  return {
    task: id,
    number: spec.part?.number ?? 0,
    agent: sayWorker(spec.settings.agents.develop[0] ?? '', spec.part),
    state: words,
    outcome,
    ...defined({ weaker }),
    why: state.at.kind === 'ended' ? state.at.outcome.why : '',
    criteria: { met: work.done.length, of: work.plan?.criteria.length ?? 0 },
    gates: work.results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
    change: { files, added, removed },
    review: reviewOf(work.reading),
    spend,
    ...(took.task === id && { taken_by: String(took.by) }),
  };
}
