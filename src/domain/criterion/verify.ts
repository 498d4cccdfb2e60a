// What the plan says a criterion is checked by: a gate of this criterion alone, run like all others.
import type { GateDefinition } from '../evidence/gate-plan.ts';
import { howToInstall, missingTool } from '../evidence/missing-tool.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { asLine } from '../text/as-line.ts';
import type { Checked, CriterionSpec } from './criterion.ts';

const mostMs = 15 * 60_000;

type Verified = Pick<CriterionSpec, 'gatePlan' | 'together'>;

/** What the plan checks it by; of several, one after another. */
export const checkedBy = (spec: CriterionSpec): readonly Checked[] => spec.together ?? [spec];

/** Null: the plan says nothing, or what another gate runs already. */
export function verifyGate(
  spec: Verified,
  { verify, label }: Pick<Checked, 'verify' | 'label'>,
): GateDefinition | null {
  const { gates } = spec.gatePlan;
  const line = verify?.trim() ?? '';
  if (line === '' || gateThatVerifies(spec, verify) !== undefined) return null;
  const isOneOfMany = spec.together !== undefined || gates.some(({ gate }) => gate === 'verify');
  return {
    gate: isOneOfMany ? `verify ${label}` : 'verify',
    source: 'plan',
    argv: ['/bin/sh', '-c', line],
    runner: null,
    deadlineMs: mostMs,
    absent: null,
  };
}

export const gateThatVerifies = (
  { gatePlan: { gates } }: Pick<CriterionSpec, 'gatePlan'>,
  verify: string | null,
): GateDefinition | undefined => gates.find(({ argv, absent }) => absent === null && asLine(argv) === verify?.trim());

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
