// How flows stand: each node with why, and what became of it so far.

import type { FlowStatus, FlowSummary, NodeView } from '../../contract/flow.ts';
import { defined } from '../../domain/defined.ts';
import { failed } from '../../domain/error.ts';
import { containersIn } from '../../domain/flow/flow.ts';
import type { FlowRun } from '../../domain/flow/flow-run.ts';
import type { NodeRecord, NodeStatus } from '../../domain/flow/node.ts';
import type { NodeMove } from '../../domain/flow/node-moves.ts';
import { flowOf } from '../../domain/task/criteria/flow-of.ts';
import { movesOf } from '../../domain/task/criteria/kept-pages.ts';
import { nodesIn } from '../../domain/task/criteria/nodes.ts';
import type { Task } from '../../domain/task/task.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command } from '../ports.ts';
import { findTask } from '../task/find.ts';
import { viewTask } from '../task/list.ts';
import { lookAtTask, type TaskSnapshot } from '../task/load.ts';

export const statusOfFlow: Command<'flow.status'> = async ({ store }, input) =>
  store.read(async (reads) => {
    const { task, flow } = await findFlowTask(reads, input);
    return viewFlow(await lookAtTask(reads, task), flow);
  });

export const listFlows: Command<'flow.list'> = async ({ store }, { workspace, all }) => {
  const filter = { kind: 'task', ...defined({ workspace }) } as const;
  const views = await store.read(async (reads) => {
    const tasks = await reads.things(all ? filter : { ...filter, ended: false });
    const found: FlowStatus[] = [];
    for (const task of tasks)
      if (task.spec.flow !== undefined) found.push(viewFlow(await lookAtTask(reads, task), task.spec.flow));
    return found;
  });
  return { flows: views.map(({ nodes: _, ...summary }) => summary) };
};

/** The one at work in it, else the last. */
export async function findByFolder(reads: Reads, folder: string): Promise<Task | undefined> {
  const tasks = await reads.things({ kind: 'task' });
  const stood = [folder, folder.replace(archived, '/.workflow/active/'), folder.replace(archived, '/.workflow/')];
  for (const place of stood) {
    const found = tasks.find(({ spec }) => spec.flow?.folder === place);
    if (found !== undefined) return found;
  }
  return undefined;
}

const archived = /\/\.workflow\/archives\/(?=[^/]+$)/;

type FlowTask = { readonly task: Task; readonly flow: FlowRun };

/** Of a folder the one at work, else the last; of one that was put away that which worked on it where it stood. */
async function findFlowTask(
  reads: Reads,
  { flow: id, folder }: { readonly flow?: string | undefined; readonly folder?: string | undefined },
): Promise<FlowTask> {
  const task = id === undefined ? await findByFolder(reads, folder ?? '') : await findTask(reads, id);
  const flow = task?.spec.flow;
  if (task !== undefined && flow !== undefined) return { task, flow };
  if (id !== undefined)
    throw failed('FLOW_NOT_FOUND', `${id} is a task without a flow.`, {
      hint: '`drover flow list --all` names those there are.',
    });
  throw failed('FLOW_NOT_FOUND', `${folder ?? 'This folder'} was not run yet.`, {
    hint: '`drover flow run` begins it; `drover flow list --all` names those there are.',
  });
}

function viewFlow(seen: TaskSnapshot, flow: FlowRun): FlowStatus {
  const { id, workspace, phase, state, outcome, weaker, questions, paused, created_at } = viewTask(seen);
  const { nodes: all } = flowOf(seen.task) ?? flow;
  const stands = nodesIn(seen);
  const containers = containersIn(all);
  const moves = Map.groupBy(movesOf(seen.task.state), ({ node }) => node);
  const rounds = Map.groupBy(seen.criteria, ({ spec }) => spec.label);
  const nodes = all.map((node): NodeView => {
    const { status, why } = stands.get(node.id) ?? { status: 'pending', why: '' };
    return {
      id: node.id,
      title: node.title,
      status,
      why,
      depends_on: node.dependsOn,
      container: containers.has(node.id),
      attempts: attemptsIn(rounds.get(node.id) ?? []),
      ...defined({ looked: seen.task.state.looked?.[node.id]?.held }),
      history: historyOf(node, moves.get(node.id) ?? []),
    };
  });
  return {
    id,
    name: flow.name,
    folder: flow.folder,
    workspace,
    phase,
    state,
    outcome,
    ...defined({ weaker }),
    questions,
    paused,
    created_at,
    ...defined({ files: filesOf(seen.task) }),
    counts: countsOf(nodes),
    nodes,
  };
}

function filesOf({ state: { shown } }: Task): FlowSummary['files'] {
  if (shown?.failed !== undefined) return { error_code: shown.failed.error_code, message: shown.failed.message };
  if (shown == null || shown.elsewhere === null) return undefined;
  return { error_code: 'STATE_READ_ONLY', message: `How it stands is written to ${shown.elsewhere}.` };
}

const attemptsIn = (rounds: TaskSnapshot['criteria']): number =>
  rounds.reduce((sum, { state }) => sum + state.history.length, 0);

const historyOf = ({ history }: NodeRecord, moves: readonly NodeMove[]): NodeView['history'] => [
  ...history.map(({ from, to, changedAt }) => ({ from, to, changed_at: changedAt })),
  ...moves.map(({ from, to, at }) => ({ from, to, changed_at: new Date(at).toISOString() })),
];

function countsOf(nodes: readonly NodeView[]): FlowSummary['counts'] {
  const leaves = nodes.filter(({ container }) => !container);
  const groups = Map.groupBy(leaves, ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length])) as Partial<
    Record<NodeStatus, number>
  >;
}
