// Whose conversation a node goes on with: as its file says, else as the graph does.
import { containersIn, conversationsIn, type FlowRecord, namedParents, startsAnew } from './flow.ts';
import type { NodeRecord, Strategy } from './node.ts';

export type Carry = {
  readonly strategy: Strategy;
  /** Ids of nodes, in the order they are named. */
  readonly parents: readonly string[];
};

/** No parent: new. One with this child alone: its conversation goes on. One with several: each forks it. Several: what they came to is brought together. What the graph says is looked up once for all that are asked for. */
export function carriesIn(flow: FlowRecord): (node: NodeRecord) => Carry {
  const nodeCalled = conversationsIn(flow);
  const containers = containersIn(flow.nodes);
  const children = childrenIn(flow);
  return (node) => {
    const { strategy } = node.execution;
    const named = namedParents(node).flatMap((called) => nodeCalled(called)?.id ?? []);
    const parents = [...new Set(named.length > 0 ? named : node.dependsOn)].filter((id) => !containers.has(id));
    const [only] = parents;
    if (only === undefined || startsAnew(node)) return { strategy: 'new', parents: [] };
    if (strategy !== null) return { strategy, parents };
    if (parents.length > 1) return { strategy: 'merge_fork', parents };
    return { strategy: children.get(only) === 1 ? 'resume' : 'fork', parents };
  };
}

/** How many depend on each. */
function childrenIn({ nodes }: FlowRecord): ReadonlyMap<string, number> {
  const children = new Map<string, number>();
  for (const { dependsOn } of nodes) for (const id of new Set(dependsOn)) children.set(id, (children.get(id) ?? 0) + 1);
  return children;
}
