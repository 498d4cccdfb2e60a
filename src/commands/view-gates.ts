// Results of gates as they are told.
import type { EvidenceLine, GateView } from '../contract/task.ts';
import type { Evidence, GateResult } from '../domain/evidence/verdict.ts';
import type { Task } from '../domain/task/task.ts';

export const viewGate = (result: GateResult): GateView => ({
  gate: result.gate,
  verdict: result.verdict,
  why: result.why,
  command: result.argv.join(' '),
  source: result.source,
  duration_ms: result.durationMs,
  counts: result.counts,
});

export const viewEvidence = (evidence: Evidence): EvidenceLine => ({
  ...viewGate(evidence.result),
  number: evidence.number,
  at: evidence.at,
  criterion: evidence.criterion,
  attempt: evidence.attempt,
  base: evidence.base,
  tree: evidence.tree,
  hash: evidence.hash,
});

/** The newest result of each gate; what is known before there is evidence, otherwise. */
export function newestGates(task: Task, chain: readonly Evidence[]): readonly GateView[] {
  const { baseline, results } = task.state.known;
  const newest = new Map([...baseline, ...results].map((result) => [result.gate, result]));
  for (const { result } of chain) newest.set(result.gate, result);
  return [...newest.values()].map(viewGate);
}
