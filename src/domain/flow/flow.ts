// Nodes that belong together, as they were read; and what is wrong with them as a graph.
import { findCircle } from '../dependencies.ts';
import { type NodeRecord, parentOf } from './node.ts';

export type FlowRecord = {
  /** `WFS-login`; of a single file, its node's. */
  readonly name: string;
  readonly nodes: readonly NodeRecord[];
  /** Programs that are switched on, for nodes whose files name none: the first that may do it. Absent: nothing is said of them. */
  readonly tools?: readonly string[];
  /** Programs that are switched off: nobody may name them. Absent: none is. */
  readonly off?: readonly string[];
};

export type GraphFault =
  | { readonly kind: 'unknown'; readonly node: string; readonly needs: string; readonly as: Need }
  /** `node`: the one whose parts they are; null: they are nodes. */
  | { readonly kind: 'circle'; readonly node: string | null; readonly circle: readonly string[] };

type Need = 'dependency' | 'container' | 'conversation' | 'part';

/** A node with sub-tasks is no work of its own: it is done when they are. */
export const isContainer = (id: string, nodes: readonly Pick<NodeRecord, 'id'>[]): boolean =>
  nodes.some((other) => parentOf(other.id) === id);

/** All that have sub-tasks: asked once for many. */
export const containersIn = (nodes: readonly Pick<NodeRecord, 'id'>[]): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ id }) => parentOf(id) ?? []));

/** Whose conversations it says that it goes on with, by what they are called. */
export const namedParents = ({ execution }: NodeRecord): readonly string[] => [
  ...(execution.resumeFrom === null ? [] : [execution.resumeFrom]),
  ...execution.mergeFrom,
];

type Conversations = (called: string) => NodeRecord | null;

/** Each by the name of its conversation, which is by custom its own behind that of the flow. Made once for all that are asked for. */
export function conversationsIn({ name, nodes }: FlowRecord): Conversations {
  const named = new Map<string, NodeRecord>();
  const add = (called: string, node: NodeRecord) => named.has(called) || named.set(called, node);
  for (const node of nodes) if (node.execution.id !== null) add(node.execution.id, node);
  for (const node of nodes) for (const called of [`${name}-${node.id}`, node.id]) add(called, node);
  return (called) => named.get(called) ?? null;
}

/** All that lets it not be done as it stands; a circle where all that is named is there. */
export function faultsIn(flow: FlowRecord): readonly GraphFault[] {
  const ids = new Set(flow.nodes.map(({ id }) => id));
  const nodeCalled = conversationsIn(flow);
  const unknown = flow.nodes.flatMap((node) => unknownOf(node, nodeCalled, ids));
  if (unknown.length > 0) return unknown;
  const inParts = flow.nodes.flatMap(({ id, parts }): readonly GraphFault[] => {
    const circle = findCircle(parts.map(({ step, dependsOn }) => ({ id: step, dependsOn })));
    return circle === null ? [] : [{ kind: 'circle', node: id, circle }];
  });
  const circle = findCircle(graphOf(flow));
  return circle === null ? inParts : [...inParts, { kind: 'circle', node: null, circle }];
}

function unknownOf(node: NodeRecord, nodeCalled: Conversations, ids: ReadonlySet<string>): readonly GraphFault[] {
  const steps = new Set(node.parts.map(({ step }) => step));
  const container = parentOf(node.id);
  const missing: Readonly<Record<Need, readonly string[]>> = {
    dependency: node.dependsOn.filter((id) => !ids.has(id)),
    container: container === null || ids.has(container) ? [] : [container],
    conversation: [
      ...namedParents(node).filter((called) => nodeCalled(called) === null),
      ...(needsParent(node) ? ['nobody'] : []),
    ],
    part: node.parts.flatMap(({ dependsOn }) => dependsOn.filter((step) => !steps.has(step))),
  };
  return Object.entries(missing).flatMap(([as, all]) =>
    all.map((needs): GraphFault => ({ kind: 'unknown', node: node.id, needs, as: as as Need })),
  );
}

/** It is to go on with a conversation, and says in no way with which. */
const needsParent = (node: NodeRecord): boolean =>
  (node.execution.strategy ?? 'new') !== 'new' && namedParents(node).length + node.dependsOn.length === 0;

/** It begins a conversation of its own, whatever else it says of one. */
export const startsAnew = ({ execution: { strategy, enableResume } }: NodeRecord): boolean =>
  strategy === 'new' || (strategy === null && enableResume === false);

/** What each must wait for: what it says, with whose conversation it says that it goes on, what its container says, and a container its own sub-tasks. */
export function graphOf(flow: FlowRecord): readonly { readonly id: string; readonly dependsOn: readonly string[] }[] {
  const { nodes } = flow;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = Map.groupBy(nodes, ({ id }) => parentOf(id) ?? '');
  const nodeCalled = conversationsIn(flow);
  const spoken = (node: NodeRecord): readonly string[] =>
    startsAnew(node)
      ? []
      : namedParents(node)
          .flatMap((called) => nodeCalled(called)?.id ?? [])
          .filter((id) => !parts.has(id));
  const above = ({ id, dependsOn }: NodeRecord): readonly string[] => {
    const container = byId.get(parentOf(id) ?? '');
    return container === undefined ? dependsOn : [...dependsOn, ...above(container)];
  };
  return nodes.map((node) => ({
    id: node.id,
    dependsOn: [...new Set([...above(node), ...spoken(node), ...(parts.get(node.id) ?? []).map(({ id }) => id)])],
  }));
}
