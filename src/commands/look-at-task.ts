// Everything about one task that views are made from, read in one snapshot.
import type { Criterion } from '../domain/criterion/criterion.ts';
import type { Instant } from '../domain/ids.ts';
import type { Question } from '../domain/question/question.ts';
import type { Run } from '../domain/run/run.ts';
import type { Task } from '../domain/task/task.ts';
import type { Fact } from '../domain/thing.ts';
import type { Reads, SlotPlace } from '../ports/store.ts';

export type Seen = {
  readonly task: Task;
  /** Oldest first. */
  readonly criteria: readonly Criterion[];
  readonly runs: readonly Run[];
  /** Open ones, oldest first. */
  readonly questions: readonly Question[];
  readonly slot: SlotPlace;
  /** The task's own facts, in order. */
  readonly facts: readonly Fact[];
};

const mostFacts = 20_000;

/** `open`: the open questions of all tasks, where they were read already. */
export async function lookAtTask(reads: Reads, task: Task, open?: readonly Question[]): Promise<Seen> {
  const things = (await reads.things({ task: task.task })).toReversed();
  const questions = open ?? (await reads.questions({ task: task.task, open: true }));
  const waits = !task.ended && task.state.known.slot === 'waiting';
  return {
    task,
    criteria: things.filter(({ kind }) => kind === 'criterion') as readonly Criterion[],
    runs: things.filter(({ kind }) => kind === 'run') as readonly Run[],
    questions: questions.filter((question) => question.task === task.task),
    slot: waits ? await reads.slot(task.spec.settings.workspace.name, task.task) : { kind: 'none' },
    facts: await reads.facts({ thing: task.id, limit: mostFacts }),
  };
}

/** Since when it is in its phase. */
export const inPhaseSince = ({ task, facts }: Seen): Instant =>
  facts.findLast(({ kind }) => kind === 'phase_entered')?.at ?? task.createdAt;
