// Whose conversation a node goes on with: as its file says, else as the graph does.
import { containersIn, type FlowRecord, namedParents, nodeCalled, startsAnew } from './flow.ts';
import type { NodeRecord, Strategy } from './node.ts';

export type Carry = {
  readonly strategy: Strategy;
  /** Ids of nodes, in the order they are named. */
  readonly parents: readonly string[];
};

/** No parent: new. One with this child alone: its conversation goes on. One with several: each forks it. Several: what they came to is brought together. */
export function carryOf(node: NodeRecord, flow: FlowRecord): Carry {
  const { strategy } = node.execution;
  const named = namedParents(node).flatMap((called) => nodeCalled(called, flow)?.id ?? []);
  const containers = containersIn(flow.nodes);
  const parents = [...new Set(named.length > 0 ? named : node.dependsOn)].filter((id) => !containers.has(id));
  const [only] = parents;
  if (only === undefined || startsAnew(node)) return { strategy: 'new', parents: [] };
  if (strategy !== null) return { strategy, parents };
  if (parents.length > 1) return { strategy: 'merge_fork', parents };
  return { strategy: childrenOf(only, flow) === 1 ? 'resume' : 'fork', parents };
}

const childrenOf = (id: string, { nodes }: FlowRecord): number =>
  nodes.filter(({ dependsOn }) => dependsOn.includes(id)).length;
