// Where a task is, in words a person reads at a glance.

import { isBeside } from '../../domain/run/beside.ts';
import { limitOf } from '../../domain/task/budget/budget-of-task.ts';
import { sayOutcome } from '../../domain/task/outcome.ts';
import { standingBeside } from '../../domain/task/phases/beside-question.ts';
import { progressOf, sayProgress } from '../../domain/task/phases/hunks.ts';
import { sayStep } from '../../domain/task/steps.ts';
import { sayMore } from '../../domain/text/counted.ts';
import type { TaskSnapshot } from './load.ts';

/** `waits for you: plan`, `develops SC-2, attempt 3`, `waits for a slot after shop-11`. */
export function describeState(seen: TaskSnapshot): string {
  const { task, questions, slot } = seen;
  const { state } = task;
  if (state.at.kind === 'ended') return `${sayOutcome(state.at.outcome)}: ${state.at.outcome.why}`;
  if (questions.length > 0)
    return `waits for you: ${[...new Set(questions.map(({ kind }) => kind))].join(', ')}${sayBeside(task)}`;
  if (state.stopping !== null && state.at.kind !== 'releasing') return 'ends what runs';
  // It rests there all the same, and going on is theirs.
  if (state.paused && state.at.kind !== 'in_hand') return busy(seen) ? 'pauses at the next safe point' : 'paused';
  if (slot.kind === 'waiting') return sayPlace(slot);
  return sayLimit(seen) ?? sayStep(seen);
}

/** What is worked on meanwhile. */
function sayBeside(task: TaskSnapshot['task']): string {
  const beside = standingBeside(task);
  const progress = beside === null ? null : progressOf(beside.state.at);
  return progress === null ? '' : `; ${sayProgress(progress)}`;
}

function sayPlace({ ahead, more, atMost }: TaskSnapshot['slot'] & { readonly kind: 'waiting' }): string {
  const line = sayLine(ahead, more);
  if (atMost !== undefined) return `waits for one of the ${atMost} at work here (limits.tasks): ${line}`;
  return line === '' ? 'waits for a slot' : `waits for a slot after ${line}`;
}

/** `shop-1, shop-2, shop-3 and 40 more`: `task show` names others. */
const sayLine = (named: readonly string[], more = 0): string =>
  `${named.slice(0, mostNamed).join(', ')}${sayMore(more + named.length - Math.min(named.length, mostNamed))}`;

/** A list has a row for each of those behind. */
const mostNamed = 3;

/** Its service refuses the agent; it goes on by itself. */
function sayLimit({ task, criteria, runs }: TaskSnapshot): string | null {
  const limit = limitOf({ thing: task, children: [...criteria, ...runs.filter(({ parent }) => parent === task.id)] });
  if (limit === null) return null;
  const { at } = task.state;
  const keys =
    at.kind === 'developing' ? [at.key] : at.kind === 'developing_group' ? at.members.map((each) => each.key) : [];
  const living = criteria.filter(({ key, ended }) => keys.includes(key) && !ended);
  const where =
    living.length === 0
      ? 'the analysis'
      : living.map(({ spec, state }) => `${spec.label}, attempt ${state.attempt}`).join('; ');
  const time = `${new Date(limit.until).toISOString().slice(0, 16).replace('T', ' ')}Z`;
  return `waits for the limit of ${limit.agent} until ${time}: ${where}`;
}

/** Something of it runs at this moment. */
export const busy = ({ runs }: TaskSnapshot): boolean =>
  runs.some(({ ended, spec }) => !ended && !isBeside(spec.purpose));
