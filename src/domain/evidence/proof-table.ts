// What a proof of a task consists of, row by row, in the order in which it is read: each criterion, then the change as a whole.
import type { Reading } from '../plan/assessment.ts';
import { type ProofName, rowOfCheck } from './proof-rows.ts';
import type { GateResult, Verdict } from './verdict.ts';

/** `row`: which row of the proof it is; null: none of them alone. */
export type ProofRow = ProofLine & { readonly row: ProofName | null };

/** As it is kept. */
export type ProofLine = {
  /** A criterion's label, or those of several with a comma between; null: the change as a whole. */
  readonly of: string | null;
  /** A gate's name, or what else looked at it. */
  readonly check: string;
  readonly verdict: Verdict;
  /** One sentence. */
  readonly seen: string;
};

/** Of a criterion the rows that speak of it alone; the gates as a whole run again at the end. */
export const proofOfCriterion = (label: string, results: readonly GateResult[]): readonly ProofLine[] =>
  results
    .filter(({ gate }) => gate === 'red-first' || gate.startsWith('verify'))
    .map(({ gate, verdict, why }) => ({ of: label, check: gate, verdict, seen: why }));

/** Of several that were worked on at once, what was said of all of them in one tree. */
export const proofTogether = (labels: string, results: readonly GateResult[]): ProofLine => ({
  of: labels,
  check: 'put together',
  verdict: 'passed',
  seen: results.map(({ gate, verdict }) => `${gate} ${verdict}`).join('; '),
});

/** Rows of the change as a whole beside its gates, in this order. What found nothing to look at has no row. */
const whole = ['expectations', 'guarded', 'silenced', 'hunks', 'values', 'canary', 'stable', 'answers', 'reader'];

/** A list of gates need not repeat them. */
export const isProof = (gate: string): boolean => whole.includes(gate);

export function proofTable({
  proofs = [],
  results,
  reading,
}: {
  readonly proofs?: readonly ProofLine[];
  readonly results: readonly GateResult[];
  readonly reading?: Reading;
}): readonly ProofRow[] {
  const ofWhole = whole.flatMap((gate) => results.filter((result) => result.gate === gate));
  const lines: readonly ProofLine[] = [
    ...proofs,
    ...ofWhole.map(({ gate, verdict, why }) => ({ of: null, check: gate, verdict, seen: why })),
    ...(reading === undefined ? [] : [readRow(reading)]),
  ];
  return lines.map((line) => ({ ...line, row: rowOfCheck(line.check) }));
}

/** Labels of all that it is of; none: the change as a whole. */
export const labelsOfLine = ({ of }: Pick<ProofLine, 'of'>): readonly string[] => of?.split(', ') ?? [];

function readRow({ outcome, accepted }: Reading): ProofLine {
  const row = { of: null, check: 'read by another' };
  if (outcome.kind === 'not_reviewed') return { ...row, verdict: 'not_configured', seen: outcome.why };
  const { by, findings } = outcome;
  const grave = findings.filter(({ severity }) => severity === 'P1').length;
  const stands = accepted === undefined ? '' : `; ${accepted} lets what is grave stand`;
  const verdict = grave > 0 ? 'failed' : 'passed';
  const found = findings.length === 0 ? 'nothing found' : `${findings.length} found, ${grave} of them grave`;
  return { ...row, verdict, seen: `${by} read it: ${found}${stands}` };
}
