// What of a proof can be run again: its gates by the definitions that its chain is bound to, and the proof that its tests were red.

import { verifyGate } from '../criterion/verify.ts';
import { fail, ok, type Result } from '../error.ts';
import type { GateDefinition, GatePlan } from '../evidence/gate-plan.ts';
import type { Evidence, GateResult } from '../evidence/verdict.ts';
import { programGates } from '../parts/check.ts';
import type { CarriedPlan } from './forms.ts';
import type { BorneProof } from './judge-bundle.ts';

/** One gate on one tree, and what it said there. */
export type GateAgain = {
  readonly tree: string;
  /** null: it is of the whole. */
  readonly criterion: string | null;
  readonly definition: GateDefinition;
  readonly recorded: GateResult;
};

/** The tests of one criterion, which failed on `start` with nothing but themselves added, and pass on `tree`. */
export type RedAgain = {
  readonly label: string;
  readonly text: string;
  readonly start: string;
  readonly tree: string;
  readonly red: readonly string[];
  readonly green: readonly string[];
  /** The newest word of the tests on `start`; null: there is none. */
  readonly before: GateResult | null;
};

export type Rerun = {
  readonly plan: GatePlan;
  /** The proven tree, then those that its criteria were proven on. */
  readonly trees: readonly string[];
  readonly gates: readonly GateAgain[];
  readonly reds: readonly RedAgain[];
  /** What the base's own gates said: failures of it are excused as they were. */
  readonly baseline: readonly GateResult[];
};

const cannot = (why: string) => fail('PROOF_NOT_RERUN', `It cannot be run again: ${why}.`);

/** `base`: the tree of the commit that it names. */
export function planRerun({ proof, chain }: BorneProof, base: string): Result<Rerun> {
  const { definitions, gitTree, criteria } = proof;
  if (definitions.plan === undefined)
    return cannot('its gates are not in it whole, for an older version made it, or they are defined otherwise by now');
  if (!isPlan(definitions.plan)) return cannot('its gates cannot be read');
  const plan: GatePlan = { ...definitions.plan, definitions: definitions.sha256 };
  const reds: RedAgain[] = [];
  for (const { label, text, start, red, green } of criteria) {
    const proven = newest(chain, (link) => link.criterion === label && link.result.gate === 'red-first');
    if (proven?.result.verdict !== 'passed') continue;
    if (start === undefined) return cannot(`it does not say from which tree ${label} began`);
    // Whoever chose a tree of their own could have anything fail on it.
    if (start !== base && !chain.some(({ tree, number }) => tree === start && number < proven.number))
      return cannot(`${label} is said to have begun from ${start.slice(0, 12)}, which is neither its base nor proven`);
    reds.push({ label, text, start, tree: proven.tree, red, green, before: testOn(chain, start) });
  }
  const trees = [...new Set([gitTree, ...reds.map(({ tree }) => tree)])];
  const gates = trees.flatMap((tree) => gatesOn(chain, tree, plan));
  if (gates.length === 0) return cannot('no gate of it was run by a program');
  return ok({ plan, trees, gates, reds, baseline: newestOf(chain, base) });
}

function gatesOn(chain: readonly Evidence[], tree: string, plan: GatePlan): readonly GateAgain[] {
  const there = newestOf(chain, tree);
  const own = programGates(plan.gates).flatMap((definition): GateAgain[] => {
    const recorded = there.find(({ gate }) => gate === definition.gate);
    return definition.absent !== null || recorded === undefined
      ? []
      : [{ tree, criterion: null, definition, recorded }];
  });
  return [...own, ...ofThePlan(chain, tree, plan)];
}

/** What the agreed plan says to check a criterion by stands in the chain alone. */
function ofThePlan(chain: readonly Evidence[], tree: string, plan: GatePlan): readonly GateAgain[] {
  const newest = new Map(
    chain
      .filter((link) => link.tree === tree && link.criterion !== null && link.result.source === 'plan')
      .map((link) => [`${link.criterion} ${link.result.gate}`, link]),
  );
  return [...newest.values()].flatMap(({ criterion, result }): GateAgain[] => {
    const definition = verifyGate({ gatePlan: plan }, { verify: result.argv[2] ?? null, label: criterion ?? '' });
    return definition === null
      ? []
      : [{ tree, criterion, definition: { ...definition, gate: result.gate }, recorded: result }];
  });
}

const newest = (chain: readonly Evidence[], is: (link: Evidence) => boolean) => chain.findLast(is);

const newestOf = (chain: readonly Evidence[], on: string): readonly GateResult[] => [
  ...new Map(chain.filter(({ tree }) => tree === on).map(({ result }) => [result.gate, result])).values(),
];

const testOn = (chain: readonly Evidence[], tree: string): GateResult | null =>
  newest(chain, (link) => link.tree === tree && link.result.gate === 'test')?.result ?? null;

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

function isPlan({ gates, setup, dependencyFolders, tests, guarded }: CarriedPlan): boolean {
  const defined = (each: GateDefinition) =>
    typeof each?.gate === 'string' && areTexts(each.argv) && typeof each.deadlineMs === 'number' && 'absent' in each;
  const listed = [dependencyFolders, tests, guarded].every(areTexts);
  return listed && Array.isArray(setup) && setup.every(areTexts) && Array.isArray(gates) && gates.every(defined);
}
