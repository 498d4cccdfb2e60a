// Flows: their files as others see them, and what a node of one came to.
import type { GatePlan } from '../evidence/gate-plan.ts';
import type { NodeStatus } from '../flow/node.ts';
import type { NodeSummary } from '../flow/summary.ts';
import type { Hub } from '../place/hub.ts';

export type ProjectedNode = {
  readonly id: string;
  readonly status: NodeStatus;
  /** Of this run, in their order; what its file has of earlier ones stays before them. */
  readonly moves: readonly { readonly from: NodeStatus; readonly to: NodeStatus; readonly at: number }[];
  readonly summary: NodeSummary | null;
  /** An agent wrote it, working on another node: its file is made. */
  readonly made?: { readonly by: string; readonly path: string; readonly title: string };
};

export type ProjectedFlow = {
  /** Absolute. */
  readonly folder: string;
  /** A task file by itself, by its name; absent: all of the folder. */
  readonly alone?: string;
  readonly name: string;
  readonly state: 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly nodes: readonly ProjectedNode[];
};

export type FlowEffects = {
  /** Only what differs is written. */
  'write-flow-files': {
    input: ProjectedFlow;
    output: {
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
