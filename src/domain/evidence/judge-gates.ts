// All gates of one tree together.

import type { GateResult } from './verdict.ts';

export type GatesVerdict = 'passed' | 'failed' | 'not_verified';

/** One failure or time-out fails all. Nothing failed, but no test was proven to pass: `not_verified`; what is skipped or not configured is never a pass. */
export function judgeGates(results: readonly Pick<GateResult, 'gate' | 'verdict' | 'findings'>[]): GatesVerdict {
  if (results.some(stops)) return 'failed';
  const proven = results.some(({ gate, verdict }) => gate === 'test' && verdict === 'passed');
  return proven ? 'passed' : 'not_verified';
}

const stops = ({ verdict, findings }: Pick<GateResult, 'verdict' | 'findings'>): boolean =>
  verdict === 'failed' || verdict === 'timeout' || findings.some(({ weight }) => weight === 'fail');
