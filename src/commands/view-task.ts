// A task as it is told in lists.
import type { TaskSummary } from '../contract/task.ts';
import { stripControl } from '../domain/text/strip-control.ts';
import { inPhaseSince, type Seen } from './look-at-task.ts';
import { sayState } from './say-state.ts';
import { spendOf } from './spend-of.ts';

export function viewTask(seen: Seen): TaskSummary {
  const { task, questions, runs } = seen;
  const { state, spec } = task;
  return {
    id: task.id,
    workspace: spec.settings.workspace.name,
    text: firstLine(spec.text),
    phase: state.phase,
    state: sayState(seen),
    outcome: state.at.kind === 'ended' ? state.at.outcome.kind : null,
    questions: questions.map(({ id }) => id),
    paused: state.paused,
    since: inPhaseSince(seen),
    created_at: task.createdAt,
    spend: spendOf(runs),
  };
}

/** Of a text of any length, at most 200 characters. */
export function firstLine(text: string): string {
  const line = stripControl(text.trim()).split('\n')[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** What waits for a person first, then what is at work, then paused ones, then what has ended; newest first in each. */
export function inOrder(tasks: readonly TaskSummary[]): readonly TaskSummary[] {
  const rank = (task: TaskSummary): number => {
    if (task.questions.length > 0) return 0;
    if (task.outcome !== null) return 3;
    return task.paused ? 2 : 1;
  };
  return tasks.toSorted((one, other) => rank(one) - rank(other) || other.created_at - one.created_at);
}
