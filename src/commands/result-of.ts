// What a task came to that was to stop before the end: its analysis, its plan, or what its gates said.
import { planFrom } from '../domain/report/plan-from.ts';
import type { Task } from '../domain/task/task.ts';
import { tidy } from '../domain/text/tidy.ts';

/** null: it goes all the way, or has not come to where it was to stop. */
export function resultOf({ spec, state }: Task): string | null {
  if (state.at.kind !== 'ended' || state.at.outcome.kind === 'cancelled') return null;
  const { report, plan, results } = state.known;
  switch (spec.until) {
    case null:
      return null;
    case 'analyze':
      if (report === null) return null;
      return tidy(report.report === null ? report.text : planFrom(spec.text, spec.plan, report.report, null).text);
    case 'plan':
      return plan === null ? null : tidy(plan.text);
    case 'test':
      return results.length === 0
        ? null
        : tidy(
            results.map(({ gate, verdict, why }) => `${gate}: ${verdict}${why === '' ? '' : ` (${why})`}`).join('\n'),
          );
  }
}
