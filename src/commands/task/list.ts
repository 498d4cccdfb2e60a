// Tasks, those that wait for a person first.

import type { TaskSummary } from '../../contract/task.ts';
import { defined } from '../../domain/defined.ts';
import type { Task } from '../../domain/task/task.ts';
import { stripControl } from '../../domain/text/safe/strip-control.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { spendOf } from '../record/spend.ts';
import { describeState } from './describe-state.ts';
import { inPhaseSince, lookAtTasks, type TaskSnapshot } from './load.ts';

export const listTasks: Command<'task.list'> = async ({ store }, { workspace, all }) => {
  const filter = { kind: 'task', ...defined({ workspace }) } as const;
  const list = async (reads: Reads, more: { readonly ended?: false }) =>
    inOrder((await lookAtTasks(reads, await reads.things({ ...filter, ...more }))).map(viewTask));
  return store.read(async (reads) => ({
    // Those that have ended become ever more, and are not kept.
    tasks: await (all ? list(reads, {}) : reads.made(`tasks ${workspace ?? ''}`, () => list(reads, { ended: false }))),
  }));
};

// A task as it is told in lists.

export function viewTask(seen: TaskSnapshot): TaskSummary {
  const { task, questions, runs } = seen;
  const { state, spec } = task;
  return {
    id: task.id,
    workspace: spec.settings.workspace.name,
    text: firstLine(spec.text),
    phase: state.phase,
    state: describeState(seen),
    ...outcomeIn(state),
    questions: questions.map(({ id }) => id),
    paused: state.paused,
    since: inPhaseSince(seen),
    created_at: task.createdAt,
    spend: spendOf(runs),
    ...partOf(spec),
  };
}

/** What it came to, and on what that rests. */
function outcomeIn({ at }: Task['state']): Pick<TaskSummary, 'outcome' | 'weaker'> {
  if (at.kind !== 'ended') return { outcome: null };
  const { kind, weaker } = at.outcome;
  return { outcome: kind, ...defined({ weaker }) };
}

/** Of a text of any length, at most 200 characters. */
export function firstLine(text: string): string {
  const line = stripControl(text.trim()).split('\n')[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function partOf({ part }: TaskSnapshot['task']['spec']): Pick<TaskSummary, 'part'> {
  if (part === undefined) return {};
  const { parent, id: feature, number, of, rival } = part;
  return { part: { parent, feature, number, of, ...defined({ rival }) } };
}

/** What waits for a person first, then what is at work, then paused ones, then what has ended; newest first in each. Features stand below the task they are of, in their order, and what is true of one of them counts for the whole. */
export function inOrder(tasks: readonly TaskSummary[]): readonly TaskSummary[] {
  const there = new Set(tasks.map(({ id }) => id));
  const rootOf = ({ id, part }: TaskSummary) => (part !== undefined && there.has(part.parent) ? part.parent : id);
  const families = Map.groupBy(tasks, rootOf);
  const isRoot = (task: TaskSummary) => rootOf(task) === task.id;
  const rankOf = (task: TaskSummary) => Math.min(...(families.get(task.id) ?? []).map(rank));
  return tasks
    .filter(isRoot)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.created_at - one.created_at)
    .flatMap((root) => [root, ...byNumber((families.get(root.id) ?? []).filter(({ id }) => id !== root.id))]);
}

const byNumber = (features: readonly TaskSummary[]): readonly TaskSummary[] =>
  features.toSorted(
    (one, other) => (one.part?.number ?? 0) - (other.part?.number ?? 0) || one.created_at - other.created_at,
  );

function rank(task: TaskSummary): number {
  if (task.questions.length > 0) return 0;
  if (task.outcome !== null) return 3;
  return task.paused ? 2 : 1;
}
