// Everything about tasks that views are made from, read in one snapshot.
import type { Criterion } from '../../domain/criterion/criterion.ts';
import type { Instant, TaskId } from '../../domain/ids.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Fact } from '../../domain/thing.ts';
import type { Reads, SlotPlace } from '../../ports/store.ts';

export type TaskSnapshot = {
  readonly task: Task;
  /** Oldest first. */
  readonly criteria: readonly Criterion[];
  readonly runs: readonly Run[];
  /** Open ones, oldest first; those of its features after its own. */
  readonly questions: readonly Question[];
  readonly slot: SlotPlace;
  /** The task's own facts, in order. */
  readonly facts: readonly Fact[];
};

const mostFacts = 20_000;

export async function lookAtTask(reads: Reads, task: Task): Promise<TaskSnapshot> {
  const things = (await reads.things({ task: task.task })).toReversed();
  return {
    task,
    criteria: [
      ...(await criteriaTaken(reads, task)),
      ...(things.filter(({ kind }) => kind === 'criterion') as readonly Criterion[]),
    ],
    runs: things.filter(({ kind }) => kind === 'run') as readonly Run[],
    questions: await questionsOf(reads, task),
    slot: waits(task) ? await reads.slot(task.spec.settings.workspace.name, task.task) : none,
    facts: await reads.facts({ thing: task.id, limit: mostFacts }),
  };
}

/** Those of the one that it took from several that did it. */
async function criteriaTaken(reads: Reads, { state }: Task): Promise<readonly Criterion[]> {
  const { taken } = state.known.work;
  return taken === undefined ? [] : (await reads.things({ kind: 'criterion', task: taken })).toReversed();
}

/** Its own, then those of its features: who waits for the whole waits for them. */
async function questionsOf(reads: Reads, { id, task, state }: Task): Promise<readonly Question[]> {
  const own = await reads.questions({ task, open: true });
  if (state.known.work.features === undefined) return own;
  const features = (await reads.things({ kind: 'task', parent: id, ended: false })).toReversed();
  const all = [...own];
  for (const feature of features) all.push(...(await reads.questions({ task: feature.task, open: true })));
  return all;
}

/** For lists: what lives is read once for all. A task without a copy has paid no agent and never left its first phase. */
export async function lookAtTasks(reads: Reads, tasks: readonly Task[]): Promise<readonly TaskSnapshot[]> {
  const questions = Map.groupBy(await reads.questions({ open: true }), ({ task }) => task);
  const living = { ended: false } as const;
  const criteria = Map.groupBy(await reads.things({ kind: 'criterion', ...living }), ({ task }) => task);
  const runs = Map.groupBy(await reads.things({ kind: 'run', ...living }), ({ task }) => task);
  const slots = tasks.some(waits) ? await reads.slots() : new Map<TaskId, SlotPlace>();
  const seen: TaskSnapshot[] = [];
  for (const task of tasks) {
    const began = task.state.known.place.copy !== null;
    const all = began ? await reads.things({ kind: 'run', task: task.task }) : (runs.get(task.task) ?? []);
    seen.push({
      task,
      criteria: (criteria.get(task.task) ?? []) as readonly Criterion[],
      runs: all.toReversed() as readonly Run[],
      questions: questions.get(task.task) ?? [],
      slot: (waits(task) ? slots.get(task.task) : undefined) ?? none,
      facts: began ? await reads.facts({ thing: task.id, limit: mostFacts }) : [],
    });
  }
  return seen;
}

const none: SlotPlace = { kind: 'none' };

const waits = ({ ended, state }: Task): boolean => !ended && state.slot === 'waiting';

/** Since when it is in its phase. */
export const inPhaseSince = ({ task, facts }: TaskSnapshot): Instant =>
  facts.findLast(({ kind }) => kind === 'phase_entered')?.at ?? task.createdAt;
