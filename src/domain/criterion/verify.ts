// What the plan says a criterion is checked by: a gate of this criterion alone, run like all others.
import type { GateDefinition } from '../evidence/gate-plan.ts';
import { howToInstall, missingTool } from '../evidence/missing-tool.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { asLine } from '../text/as-line.ts';
import type { CriterionSpec } from './criterion.ts';

const mostMs = 15 * 60_000;

/** Null: the plan says nothing, or what another gate runs already. */
export function verifyGate(spec: Pick<CriterionSpec, 'verify' | 'label' | 'gatePlan'>): GateDefinition | null {
  const { verify, label, gatePlan } = spec;
  const { gates } = gatePlan;
  const line = verify?.trim() ?? '';
  if (line === '' || gateThatVerifies(spec) !== undefined) return null;
  return {
    gate: gates.some(({ gate }) => gate === 'verify') ? `verify ${label}` : 'verify',
    source: 'plan',
    argv: ['/bin/sh', '-c', line],
    runner: null,
    deadlineMs: mostMs,
    absent: null,
  };
}

export const gateThatVerifies = ({
  verify,
  gatePlan: { gates },
}: Pick<CriterionSpec, 'verify' | 'gatePlan'>): GateDefinition | undefined =>
  gates.find(({ argv, absent }) => absent === null && asLine(argv) === verify?.trim());

/** A sentence where a command should stand. */
const unreadable = /(?:syntax error|unexpected EOF|unterminated quoted string)/i;

/** What cannot be run tells nothing of the tree, and that it does not is said. */
export function judgeVerify(result: GateResult): GateResult {
  const tool = missingTool(result);
  if (tool !== null) {
    const why = `the plan's ${tool} was not found on this machine: ${howToInstall(tool)}`;
    return { ...result, verdict: 'not_configured', why };
  }
  if (result.exit === 2 && unreadable.test(result.tail))
    return { ...result, verdict: 'not_configured', why: 'what the plan says to check it by is no command' };
  return result;
}

/** It passes whether the change is there or not. */
export const notRed = (result: GateResult): GateResult => ({
  ...result,
  why: `${result.why}; without the change as well`,
  findings: [
    ...result.findings,
    { gate: result.gate, what: 'passes without the change as well', file: null, line: null, weight: 'note' },
  ],
});
