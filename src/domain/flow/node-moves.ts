// How nodes came to stand as they do: each change once, with the status that there truly was before, along the table.
import type { FlowRecord } from './flow.ts';
import type { NodeStatus } from './node.ts';
import { moveStatus, resetStatus } from './status.ts';

export type NodeMove = {
  readonly node: string;
  readonly from: NodeStatus;
  readonly to: NodeStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** As their files said, then as they moved. */
export function statusesAfter({ nodes }: FlowRecord, moves: readonly NodeMove[] = []): ReadonlyMap<string, NodeStatus> {
  const now = new Map(nodes.map(({ id, status }) => [id, status]));
  for (const { node, to } of moves) now.set(node, to);
  return now;
}

/** All that has changed; what the table does not know as one move is made of several. */
export function movesTo(
  before: ReadonlyMap<string, NodeStatus>,
  now: ReadonlyMap<string, NodeStatus>,
  at: number,
): readonly NodeMove[] {
  return [...now].flatMap(([node, to]) => {
    const from = before.get(node) ?? 'pending';
    return from === to ? [] : wayTo(from, to).map((step) => ({ node, ...step, at }));
  });
}

/** A person's word is a move like any. */
export const resetsIn = (reset: Readonly<Record<string, NodeStatus>>, at: number): readonly NodeMove[] =>
  Object.entries(reset).map(([node, from]) => ({ node, from, to: 'pending', at }));

type Way = readonly Pick<NodeMove, 'from' | 'to'>[];

/** Nothing comes to an end but from work; out of an end leads only the way to the beginning. */
function wayTo(from: NodeStatus, to: NodeStatus): Way {
  if (moveStatus(from, to, '').ok) return [{ from, to }];
  const through = moveStatus(from, 'in_progress', '').ok;
  if (to !== 'pending' && through) return [{ from, to: 'in_progress' }, ...wayTo('in_progress', to)];
  const reset = { from, to: resetStatus(from, '').to as NodeStatus };
  return to === 'pending' ? [reset] : [reset, ...wayTo('pending', to)];
}
