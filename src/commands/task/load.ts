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
  /** The facts of its phases, in order. */
  readonly entered: readonly Fact[];
};

const enteredPhases = { kind: 'phase_entered', limit: Number.MAX_SAFE_INTEGER } as const;

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
    entered: await reads.facts({ thing: task.id, ...enteredPhases }),
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

/** For lists: all is read at once, whatever their number. A task without a copy has paid no agent and never left its first phase. */
export async function lookAtTasks(reads: Reads, tasks: readonly Task[]): Promise<readonly TaskSnapshot[]> {
  const questions = Map.groupBy(await reads.questions({ open: true }), taskOf);
  const living = { ended: false } as const;
  const criteria = Map.groupBy(await reads.things({ kind: 'criterion', ...living }), taskOf);
  const begun = new Map(tasks.flatMap(({ id, task, state }) => (state.known.place.copy === null ? [] : [[task, id]])));
  const setUps = (await reads.things({ kind: 'run', ...living })).filter(({ task }) => !begun.has(task));
  const runs = Map.groupBy([...setUps, ...(await reads.things({ kind: 'run', tasks: [...begun.keys()] }))], taskOf);
  const entered = Map.groupBy(await reads.facts({ things: [...begun.values()], ...enteredPhases }), taskOf);
  const slots = tasks.some(waits) ? await reads.slots() : new Map<TaskId, SlotPlace>();
  return tasks.map((task) => ({
    task,
    criteria: (criteria.get(task.task) ?? []) as readonly Criterion[],
    runs: (runs.get(task.task) ?? []).toReversed(),
    questions: questions.get(task.task) ?? [],
    slot: (waits(task) ? slots.get(task.task) : undefined) ?? none,
    entered: entered.get(task.task) ?? [],
  }));
}

const taskOf = ({ task }: { readonly task: TaskId }): TaskId => task;

const none: SlotPlace = { kind: 'none' };

const waits = ({ ended, state }: Task): boolean => !ended && state.slot === 'waiting';

/** Since when it is in its phase. */
export const inPhaseSince = ({ task, entered }: TaskSnapshot): Instant => entered.at(-1)?.at ?? task.createdAt;
