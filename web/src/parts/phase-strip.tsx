// The phases of a task as a row of marks: how far it is, at a glance.
import type { Phase, TaskSummary } from '../../../src/contract/task.ts';
import { say } from '../words/words.ts';

/** In their order; each has its word. */
export const phases = Object.keys({
  confirm: 0,
  probe: 0,
  analyze: 0,
  plan: 0,
  develop: 0,
  test: 0,
  submit: 0,
  review: 0,
  deploy: 0,
  verify: 0,
  release: 0,
} satisfies Record<Phase, 0>) as readonly Phase[];

/** One element that its style divides: a board has hundreds. */
export function PhaseStrip({ task }: { readonly task: Pick<TaskSummary, 'phase' | 'outcome'> }) {
  const { phases: words, phaseOf } = say();
  const at = phases.indexOf(task.phase);
  const over = task.outcome === 'released' || task.outcome === 'proven';
  return (
    <span
      class="strip"
      role="img"
      aria-label={phaseOf(words[task.phase] ?? task.phase, at + 1, phases.length)}
      style={{ '--done': over ? phases.length : at }}
    />
  );
}
