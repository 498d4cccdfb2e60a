// A flow as its files are to say it.
import type { NodeStatus } from './node.ts';
import type { NodeSummary } from './summary.ts';

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
  /** Nodes whose files may say something older; of all others they stand as they are to stand. */
  readonly fresh: ReadonlySet<string>;
};

/** Of what only grows in the row of a task, how much its files say. */
export type ShownSoFar = { readonly moves: number; readonly grown: number };
