// Why a flow is not taken: everything that is wrong, by file, line and column.
import { sayCircle } from '../../domain/dependencies.ts';
import { type ErrorCode, type Failure, fail } from '../../domain/error.ts';
import {
  containersIn,
  conversationsIn,
  type FlowRecord,
  faultsIn,
  type GraphFault,
  namedParents,
  startsAnew,
} from '../../domain/flow/flow.ts';
import type { Problem, ReadFile } from './read-file.ts';
import type { Keys } from './read-json.ts';
import type { ReadTask } from './read-node.ts';
import type { PlanOverview, TaskFile } from './task-file.ts';

const mostTold = 50;

export const sayProblem = ({ path, line, column, what }: Problem): string => `${path}:${line}:${column} ${what}`;

export const refuseFiles = (
  problems: readonly Problem[],
  code: ErrorCode = 'FLOW_INVALID',
  also: { readonly hint?: string } = {},
): Failure => {
  const told = problems.slice(0, mostTold);
  const more = problems.length > told.length ? [`and ${problems.length - told.length} more`] : [];
  return fail(code, [...told.map(sayProblem), ...more].join('\n'), { problems: told, ...also }).failure;
};

/** What names another that is not there goes before a circle. `alone`: one task file by itself is a part of nothing. */
export function refuseGraph(
  flow: FlowRecord,
  tasks: readonly ReadTask[],
  plan: Extract<ReadFile<PlanOverview>, { kind: 'read' }> | null,
  alone: boolean,
): Failure | null {
  const missing = (plan?.value.task_ids ?? []).flatMap((id, at) =>
    flow.nodes.some((node) => node.id === id)
      ? []
      : [plan?.problem(['task_ids', at], `names ${id}, of which there is no file`)],
  );
  const faults = faultsIn(flow);
  const unknown = faults
    .filter((fault) => fault.kind === 'unknown')
    .filter((fault) => !alone || fault.as !== 'container');
  const problems = [...missing, ...unknown.map((fault) => placed(fault, tasks))].filter((each) => each !== undefined);
  const onlyConversations = missing.length === 0 && unknown.every(({ as }) => as === 'conversation');
  if (problems.length > 0)
    return onlyConversations
      ? refuseFiles(problems, 'RESUME_NOT_FOUND', { hint: alone ? runWhole : nameParent })
      : refuseFiles(problems, 'NODE_NOT_FOUND');
  for (const fault of faults) if (fault.kind === 'circle') return circular(fault);
  return null;
}

const runWhole = 'Run the folder that it belongs to, or take the conversation out: a file by itself has no parents.';
const nameParent = 'Name a node, or the `id` of its `cli_execution`; `drover flow check` lists the nodes there are.';

type Unknown = Extract<GraphFault, { kind: 'unknown' }>;
type Circle = Extract<GraphFault, { kind: 'circle' }>;

function circular({ node, circle }: Circle): Failure {
  const whose = node === null ? '' : `The parts of ${node}: `;
  return fail('DEPENDENCY_CYCLE', `${whose}${sayCircle(circle)}`, { circle, node }).failure;
}

const complaints: Readonly<Record<Unknown['as'], string>> = {
  dependency: 'depends on',
  container: 'is a sub-task of',
  conversation: 'goes on with the conversation of',
  part: 'has a part that depends on its part',
};

function placed({ node, needs, as }: Unknown, tasks: readonly ReadTask[]): Problem | undefined {
  const file = tasks.find((task) => task.node?.id === node)?.file;
  if (file?.kind !== 'read') return undefined;
  const problem = file.problem(keysOf(as, needs, file.value), '');
  return { ...problem, what: `${node} ${complaints[as]} ${needs}, which is not there` };
}

/** What has sub-tasks has no conversation of its own: who names it begins anew, or goes on with the others alone. */
export function withoutConversation(flow: FlowRecord, tasks: readonly ReadTask[]): readonly Problem[] {
  const nodeCalled = conversationsIn(flow);
  const containers = containersIn(flow.nodes);
  return tasks.flatMap(({ file, node }) => {
    if (file.kind === 'wrong' || node === null || startsAnew(node)) return [];
    const named = namedParents(node).filter((called) => containers.has(nodeCalled(called)?.id ?? ''));
    return named.map((called) =>
      file.problem(
        keysOf('conversation', called, file.value),
        `names ${called}, which has sub-tasks and no conversation of its own: it is gone without`,
      ),
    );
  });
}

/** Where the file says so. */
function keysOf(as: Unknown['as'], needs: string, raw: TaskFile): Keys {
  switch (as) {
    case 'container':
      return ['id'];
    case 'conversation':
      if (raw.cli_execution?.resume_from === needs) return ['cli_execution', 'resume_from'];
      return ['cli_execution', raw.cli_execution?.merge_from?.includes(needs) === true ? 'merge_from' : 'strategy'];
    case 'dependency': {
      const at = raw.context?.depends_on?.indexOf(needs) ?? -1;
      return at === -1 ? ['depends_on', (raw.depends_on ?? []).indexOf(needs)] : ['context', 'depends_on', at];
    }
    case 'part':
      return raw.implementation == null ? ['flow_control', 'implementation_approach'] : ['implementation'];
  }
}
