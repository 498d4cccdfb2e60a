// What the next prompt shows first: tests, then types, coverage, lint, limits, then all else.

import type { GateResult } from './verdict.ts';

const order = ['test', 'red-first', 'types', 'coverage', 'lint', 'limits', 'build'];

const rank = (gate: string): number => {
  const at = order.indexOf(gate);
  return at < 0 ? order.length : at;
};

/** The failed and timed-out ones alone; gates of the same rank keep their order. */
export function orderFailures(results: readonly GateResult[]): readonly GateResult[] {
  const failures = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'timeout');
  return [...failures].sort((a, b) => rank(a.gate) - rank(b.gate));
}
