// Flows: their files as others see them, and what a node of one came to.
import type { GatePlan } from '../evidence/gate-plan.ts';
import type { ShownSoFar } from '../flow/projected.ts';
import type { NodeSummary } from '../flow/summary.ts';
import type { Hub } from '../place/hub.ts';

export type FlowEffects = {
  /** They are made of the task's own row, as it stands when they are written. Only what differs is. */
  'write-flow-files': {
    /** So much they say already. */
    input: ShownSoFar;
    output: {
      /** Of the row that they were made of. */
      shown: ShownSoFar & { readonly key: string };
      /** The folder where they stand instead, for this one cannot be written; null: in it. */
      elsewhere: string | null;
      /** Written by somebody else since they were written last; what was said there of a status does not count. */
      edited: readonly string[];
      /** Task files that are gone; they are not made again. */
      missing: readonly string[];
      /** Task files that are no node's. */
      added: readonly string[];
    };
  };
  /** Between two trees. */
  'read-summary': {
    input: { hub: Hub; from: string; tree: string; plan: Pick<GatePlan, 'tests'> };
    output: NodeSummary;
  };
};
