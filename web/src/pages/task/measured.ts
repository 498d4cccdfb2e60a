// What was measured of an attempt at a criterion, beside what its agent claims of it.
import type { AttemptView, GateView } from '../../../../src/contract/task.ts';

type Verdict = GateView['verdict'];

export type Measured = {
  /** Its new tests without the change. */
  readonly red: Verdict | null;
  /** The tests with it. */
  readonly green: Verdict | null;
  /** Of those that said anything. */
  readonly gates: { readonly passed: number; readonly of: number };
};

/** null: nothing has looked at it yet. */
export function measure({ checks }: Pick<AttemptView, 'checks'>): Measured | null {
  if (checks.length === 0) return null;
  const verdictOf = (name: RegExp) => checks.find(({ gate }) => name.test(gate))?.verdict ?? null;
  const spoke = checks.filter(({ verdict }) => verdict !== 'skipped' && verdict !== 'not_configured');
  return {
    red: verdictOf(/^red-first$/),
    green: verdictOf(/^test$/) ?? verdictOf(/^verify\b/),
    gates: { passed: spoke.filter(({ verdict }) => verdict === 'passed').length, of: spoke.length },
  };
}
