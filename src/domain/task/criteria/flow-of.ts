// The flow of a task as it stands: as it was begun, and with what agents added since.
import type { FlowRun } from '../../flow/flow-run.ts';
import { compareNodes } from '../../flow/node.ts';
import type { Task } from '../task.ts';

/** Undefined: it is none. */
export function flowOf({ spec: { flow }, state: { grown = [] } }: Pick<Task, 'spec' | 'state'>): FlowRun | undefined {
  if (flow === undefined || grown.length === 0) return flow;
  const nodes = [...flow.nodes, ...grown.map(({ node }) => node)];
  return { ...flow, nodes: nodes.sort(compareNodes) };
}
