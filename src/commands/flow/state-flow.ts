// A flow as the statement of a task: its files are read once more, its paths must lie in the workspace, and something must be left to do.

import { readFlow } from '../../contract/flow/read-flow.ts';
import type { Input } from '../../contract/read-input.ts';
import { defined } from '../../domain/defined.ts';
import { failed } from '../../domain/error.ts';
import {
  type FlowRun,
  isGivenUp,
  isSettled,
  leavesOf,
  namingOthers,
  sharingFiles,
} from '../../domain/flow/flow-run.ts';
import type { NodeRecord } from '../../domain/flow/node.ts';
import { planOfFlow } from '../../domain/flow/plan-of-flow.ts';
import { pathBelow } from '../../domain/place/within.ts';
import type { TaskSpec } from '../../domain/task/task.ts';
import { shorten } from '../../domain/text/shorten.ts';
import type { Transaction } from '../../ports/store.ts';
import { unwrap } from '../shared/request.ts';

type Given = Input<'task.create'>;
type Files = NonNullable<Given['flow']>;

/** As `Stated` of a task is, with more. */
export type StatedFlow = {
  readonly base?: string;
  readonly plan: string;
  readonly spec: Pick<TaskSpec, 'text' | 'continues' | 'issue' | 'pull'> & { readonly flow: FlowRun };
  readonly notes: readonly string[];
};

/** `checkout`: of its workspace, links resolved. */
export function stateFlow(given: Given, files: Files, checkout: string): StatedFlow {
  refuseBeside(given);
  const [below, inside] = [pathBelow(files.root, checkout), pathBelow(files.folder, checkout)];
  if (below === null || inside === null)
    throw failed('FLOW_INVALID', `${files.folder} is not in the checkout of its workspace, ${checkout}.`, {
      hint: 'Name the workspace that it belongs to (`-w`), or put the folder there.',
    });
  refusePutAway(inside, checkout);
  const { alone, reset, given: _, ...texts } = files;
  const read = readFlow({ ...texts, alone: alone !== undefined });
  if (read.kind === 'wrong') return unwrap({ ok: false, failure: read.failure });
  const nodes = resetIn(read.flow.nodes, reset);
  const stood = read.flow.nodes.filter(({ id, status }) => reset.includes(id) && status !== 'pending');
  const begunAnew = Object.fromEntries(stood.map(({ id, status }) => [id, status]));
  const flow: FlowRun = {
    ...read.flow,
    nodes,
    folder: files.folder,
    below,
    ...defined({ alone }),
    ...(stood.length > 0 && { reset: begunAnew }),
  };
  refuseUnready(flow);
  const done = leavesOf(flow).flatMap(({ id, status }) => (status === 'completed' ? [id] : []));
  const said = read.session?.description ?? read.session?.project ?? read.overview?.summary ?? titleOf(flow);
  const plan = planOfFlow(flow);
  return {
    plan: plan.text,
    spec: {
      text: `${flow.name}: ${shorten(said, longestSaid)}`,
      flow,
      ...(done.length > 0 && { continues: { session: flow.name, done } }),
    },
    notes: [
      ...read.warnings.map(({ path, line, column, what }) => `${path}:${line}:${column} ${what}`),
      ...read.unknown.map(({ field, path }) => `${path} has a field that nobody knows: ${field}`),
      ...(done.length > 0 ? [`Not done again, for their files say that they are completed: ${done.join(', ')}.`] : []),
    ],
  };
}

/** Each turn of each of its nodes is told it. */
const longestSaid = 8192;

/** What would state something else besides. */
const others = ['text', 'issue', 'pr', 'plan', 'plan_file', 'continues', 'best_of', 'env'] as const;

function refuseBeside(given: Given): void {
  const other = others.find((name) => given[name] !== undefined);
  if (other !== undefined) throw failed('USAGE', `A flow is stated by its files alone, without \`${other}\`.`);
}

/** What is written of a flow would stand where nobody looks for it. */
function refusePutAway(folder: string, checkout: string): void {
  const [path, name] = /^(?:.*\/)?\.workflow\/archives\/([^/]+)/.exec(folder) ?? [];
  if (path !== undefined)
    throw failed('FLOW_INVALID', `${name} was put away.`, {
      path,
      hint: `Bring it back first: \`drover flow reopen ${checkout}/${path}\`.`,
    });
}

function resetIn(nodes: readonly NodeRecord[], reset: readonly string[]): readonly NodeRecord[] {
  const unknown = reset.find((id) => !nodes.some((node) => node.id === id));
  if (unknown !== undefined) throw failed('NODE_NOT_FOUND', `There is no node ${unknown}.`, { node: unknown });
  return nodes.map((node) => (reset.includes(node.id) ? { ...node, status: 'pending' } : node));
}

function refuseUnready(flow: FlowRun): void {
  const leaves = leavesOf(flow);
  const given = leaves.filter(isGivenUp).map(({ id }) => id);
  if (given.length > 0)
    throw failed('FLOW_INVALID', `Their files say that they have failed or were cancelled: ${given.join(', ')}.`, {
      nodes: given,
      hint: `\`--reset ${given.join(',')}\` begins them anew.`,
    });
  if (leaves.every(isSettled))
    throw failed('FLOW_INVALID', 'Nothing is left to do: its files say that all its nodes are completed or skipped.', {
      hint: '`--reset NODE` begins one anew.',
    });
}

const titleOf = ({ nodes }: FlowRun): string => {
  const [only, ...more] = nodes;
  return only !== undefined && more.length === 0 ? only.title : `${nodes.length} nodes`;
};

/** As configured, or as a flag says, goes before what a file says. */
export const otherAgents = (flow: FlowRun, agents: readonly string[]): readonly string[] =>
  namingOthers(flow, agents).map(
    ({ id, execution: { tool } }) =>
      `${id} names ${tool}, which does not develop here: ${agents.join(', ')} may do it.`,
  );

/** Inside the transaction that states it: one at a time works on a folder. */
export async function refuseTakenFlow(tx: Transaction, { folder, name }: FlowRun): Promise<void> {
  for (const flow of sharingFiles(folder)) {
    const task = await tx.atWorkOn({ flow });
    if (task !== null) throw failed('PLAN_TAKEN', `${task} works on ${name}.`, { task, flow: name });
  }
}
