// What an earlier run of a flow left of the nodes that are not done again: those that need them are told of it as if they had been done here.
import { type FlowRecord, graphOf } from './flow.ts';
import { isSettled, leavesOf } from './flow-run.ts';
import { parentOf } from './node.ts';
import { carriesIn } from './strategy.ts';

/** Of each node that is worked on those it needs, or goes on with, that are settled already. */
export function settledNeeds(flow: FlowRecord): ReadonlyMap<string, readonly string[]> {
  const parts = Map.groupBy(flow.nodes, ({ id }) => parentOf(id));
  const worked = (id: string): readonly string[] => parts.get(id)?.flatMap((part) => worked(part.id)) ?? [id];
  const needs = new Map(graphOf(flow).map(({ id, dependsOn }) => [id, dependsOn]));
  const carryOf = carriesIn(flow);
  const leaves = leavesOf(flow);
  const settled = new Set(leaves.flatMap((node) => (isSettled(node) ? [node.id] : [])));
  return new Map(
    leaves
      .filter((node) => !isSettled(node))
      .map((node) => {
        const all = [...(needs.get(node.id) ?? []), ...carryOf(node).parents].flatMap(worked);
        return [node.id, [...new Set(all)].filter((id) => settled.has(id))];
      }),
  );
}
