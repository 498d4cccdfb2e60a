// The rows of which a proof consists, by the names under which they are told everywhere.

export type ProofName = 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8' | 'P9' | 'P10' | 'P11' | 'P12' | 'P13';

/** `checks`: those that speak of it by themselves; without any it is part of what others say (a red test that reaches nothing is no red one), or of how all of them are run. */
export const proofRows: Readonly<Record<ProofName, { readonly holds: string; readonly checks: readonly string[] }>> = {
  P1: { holds: 'what is new was red, and is green', checks: ['red-first'] },
  P2: { holds: 'the red tests reach the change', checks: [] },
  P3: { holds: 'each part of the change is needed', checks: ['hunks'] },
  P4: { holds: 'the old tests still hold', checks: ['expectations'] },
  P5: { holds: 'no test is lost', checks: [] },
  P6: { holds: 'what decides is from the start', checks: ['guarded'] },
  P7: { holds: 'who judges can still say no', checks: ['canary', 'values'] },
  P8: { holds: 'nothing is silenced', checks: ['silenced'] },
  P9: { holds: 'only reports count', checks: [] },
  P10: { holds: "the plan's own check is run", checks: ['verify'] },
  P11: { holds: 'tests are stable', checks: ['stable'] },
  P12: { holds: 'somebody else reads it', checks: ['answers', 'reader', 'read by another'] },
  P13: { holds: 'the proof travels', checks: [] },
};

const named = new Map(
  Object.entries(proofRows).flatMap(([name, { checks }]) => checks.map((check) => [check, name as ProofName])),
);

/** Null: it is no row of the proof, or speaks of several. Where a gate has the plan's usual name, its criterion's label follows (`verify SC-2`). */
export const rowOfCheck = (check: string): ProofName | null =>
  named.get(check.replace(/^verify .*$/, 'verify')) ?? null;
