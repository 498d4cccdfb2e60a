// A plan of a flow that has got more nodes while it was worked on: they come before all that is still to be done, and who needs their container needs them.
import { inOrder } from '../dependencies.ts';
import type { Plan, PlannedCriterion } from '../plan/plan.ts';
import type { GrownNode } from './added.ts';
import type { FlowRun } from './flow-run.ts';
import { planOfFlow } from './plan-of-flow.ts';

/** `flow`: with them; `index`: of the criterion that is at hand. What stands up to it keeps its place. */
export function growPlan(
  { text, criteria, ...rest }: Plan,
  flow: FlowRun,
  grown: readonly GrownNode[],
  index: number,
): Plan {
  const fresh = new Map(planOfFlow(flow).criteria.map((each) => [each.label, each]));
  const added = grown.flatMap(({ node, by }): readonly PlannedCriterion[] => {
    const made = fresh.get(node.id);
    return made === undefined ? [] : [needing(made, [by])];
  });
  const old = criteria.map((each) => needing(each, fresh.get(each.label)?.dependsOn ?? []));
  const next = inOrder(
    [...added, ...old.slice(index + 1)].map((each) => ({ ...each, id: each.label, dependsOn: each.dependsOn ?? [] })),
  );
  const lines = grown.map(({ node, by }) => `- ${node.id} ${node.title} (by ${by})`);
  return {
    ...rest,
    text: [text, '', 'Added meanwhile:', ...lines].join('\n'),
    criteria: [...old.slice(0, index + 1), ...next.map(({ id: _, ...each }) => needing(each, []))],
  };
}

function needing({ dependsOn = [], ...criterion }: PlannedCriterion, more: readonly string[]): PlannedCriterion {
  const needs = [...new Set([...dependsOn, ...more])];
  return needs.length === 0 ? criterion : { ...criterion, dependsOn: needs };
}
