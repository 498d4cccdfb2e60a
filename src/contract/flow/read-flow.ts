// A session folder, a plan.json or a single task file as one flow; or all that is wrong with it, each by file, line and column.
import { defined } from '../../domain/defined.ts';
import { type Failure, fail } from '../../domain/error.ts';
import { type FlowRecord, namedParents } from '../../domain/flow/flow.ts';
import { switchedOffIn } from '../../domain/flow/named-tools.ts';
import { compareNodes, fileKey, isTakenId, type NodeRecord, parentOf } from '../../domain/flow/node.ts';
import { toolKeys } from './check-words.ts';
import { type Problem, type ReadFile, readFile, type SourceFile } from './read-file.ts';
import type { Keys } from './read-json.ts';
import { type Mention, type ReadTask, readTask } from './read-node.ts';
import { refuseFiles, refuseGraph, withoutConversation } from './refuse-flow.ts';
import { type PlanOverview, planFile, type SessionFile, sessionFile, type TaskFile } from './task-file.ts';
import type { Tool } from './tools-file.ts';

export type FlowFiles = {
  /** Of the folder, or of the file where it is one alone. */
  readonly name: string;
  /** That paths in them are relative to, absolute. */
  readonly root: string;
  /** One task file alone: what it depends on is not among them. */
  readonly alone: boolean;
  readonly plan: SourceFile | null;
  readonly session: SourceFile | null;
  readonly tasks: readonly SourceFile[];
  /** What is switched on, and what off. Absent: nothing is said of it. */
  readonly tools?: readonly Tool[];
};

export type ReadFlow =
  | {
      readonly kind: 'read';
      readonly flow: FlowRecord;
      readonly session: SessionFile | null;
      readonly overview: PlanOverview | null;
      /** Fields that nobody knows, each once, with the first file that has it. */
      readonly unknown: readonly UnknownField[];
      readonly warnings: readonly Problem[];
      readonly mentions: readonly Mention[];
    }
  | { readonly kind: 'wrong'; readonly failure: Failure };

type UnknownField = { readonly field: string; readonly path: string };

export const mostNodes = 1000;

const tooMany = fail('FLOW_INVALID', `A flow has at most ${mostNodes} nodes.`, {
  hint: 'Divide it among several folders; of issues `drover flow queue --only` lays some.',
}).failure;

export function readFlow(files: FlowFiles): ReadFlow {
  if (files.tasks.length > mostNodes) return { kind: 'wrong', failure: tooMany };
  const plan = files.plan === null ? null : readFile(planFile, files.plan);
  const session = files.session === null ? null : readFile(sessionFile, files.session);
  const tasks = files.tasks.map((file) => readTask(file, files.root));
  const wrong = [...problemsOf(plan), ...problemsOf(session), ...tasks.flatMap(({ problems }) => problems)];
  const refused = [
    ...wrong,
    ...tasks.flatMap(oddId),
    ...repeated(tasks, keysOfId),
    ...repeated(tasks, conversationsIn(tasks)),
    ...switchedOff(tasks, files.tools ?? []),
  ];
  if (refused.length > 0) return { kind: 'wrong', failure: refuseFiles(refused) };

  const overview = plan?.kind === 'read' ? plan.value : null;
  const flow = flowOf(files, tasks, overview, session?.kind === 'read' ? session.value : null);
  const failure = refuseGraph(flow, tasks, plan?.kind === 'read' ? plan : null, files.alone);
  if (failure !== null) return { kind: 'wrong', failure };
  return {
    kind: 'read',
    flow,
    overview,
    session: session?.kind === 'read' ? session.value : null,
    unknown: unknownIn([plan, session, ...tasks.map(({ file }) => file)]),
    warnings: [
      ...tasks.flatMap(warningsOf(files.alone)),
      ...leftOut(tasks, overview),
      ...withoutConversation(flow, tasks),
    ],
    mentions: tasks.flatMap(({ mentions }) => mentions),
  };
}

const problemsOf = (file: ReadFile<unknown> | null): readonly Problem[] =>
  file?.kind === 'wrong' ? file.problems : [];

const oddId = ({ file, node }: ReadTask): readonly Problem[] =>
  file.kind === 'read' && node !== null && isTakenId(node.id)
    ? [file.problem(['id'], `is none that a node can have here: ${node.id}`)]
    : [];

/** `key`: two of one are refused; absent: the name itself. */
type Named = (file: TaskFile) => {
  readonly name: string | null | undefined;
  readonly keys: Keys;
  readonly key?: string;
};

const keysOfId: Named = ({ id }) => ({ name: id, keys: ['id'], key: fileKey(id) });
/** Of those that somebody goes on with: what else two files call alike does no harm. */
function conversationsIn(tasks: readonly ReadTask[]): Named {
  const wanted = new Set(tasks.flatMap(({ node }) => (node === null ? [] : namedParents(node))));
  return ({ cli_execution: cli, cli_execution_id: id }) => {
    const name = cli?.id ?? id ?? '';
    return {
      name: wanted.has(name) ? name : null,
      keys: cli?.id == null ? ['cli_execution_id'] : ['cli_execution', 'id'],
    };
  };
}

const sayTwice = (path: string, name: string): string => `is that of ${path} too: ${name}`;
const sayAlike = (path: string, name: string): string =>
  `is that of ${path} but for case, and their files would be one where case does not count: ${name}`;

function repeated(tasks: readonly ReadTask[], named: Named): readonly Problem[] {
  const first = new Map<string, { readonly name: string; readonly path: string }>();
  return tasks.flatMap(({ file }) => {
    if (file.kind === 'wrong') return [];
    const { name, keys, key = name } = named(file.value);
    if (name == null || key == null) return [];
    const before = first.get(key);
    if (before !== undefined)
      return [file.problem(keys, before.name === name ? sayTwice(before.path, name) : sayAlike(before.path, name))];
    first.set(key, { name, path: file.path });
    return [];
  });
}

function switchedOff(tasks: readonly ReadTask[], tools: readonly Tool[]): readonly Problem[] {
  const off = namesOf(tools, false);
  return tasks.flatMap(({ file, node }) =>
    node === null || file.kind === 'wrong'
      ? []
      : switchedOffIn(node, off).map(({ tool, at }) =>
          file.problem(toolKeys(file.value, at), `names ${tool}, which cli-tools.json has switched off`),
        ),
  );
}

const namesOf = (tools: readonly Tool[], on: boolean): readonly string[] =>
  tools.filter(({ enabled }) => enabled === on).map(({ name }) => name);

function flowOf(
  files: FlowFiles,
  tasks: readonly ReadTask[],
  plan: PlanOverview | null,
  session: SessionFile | null,
): FlowRecord {
  const nodes = tasks.flatMap(({ node }) => (node === null ? [] : [withShared(node, plan)])).sort(compareNodes);
  const [tools, off] = [true, false].map((on) => namesOf(files.tools ?? [], on));
  const more = defined({ tools: unlessEmpty(tools), off: unlessEmpty(off) });
  if (!files.alone) return { name: session?.session_id ?? files.name, nodes, ...more };
  return { name: nodes[0]?.id ?? files.name, nodes: nodes.map((node) => ({ ...node, dependsOn: [] })), ...more };
}

const unlessEmpty = (names: readonly string[] = []) => (names.length === 0 ? undefined : names);

/** What holds for all of a plan holds for who says nothing of it. */
function withShared(node: NodeRecord, plan: PlanOverview | null): NodeRecord {
  const { tech_stack, conventions } = plan?.shared_context ?? {};
  return {
    ...node,
    techStack: node.techStack.length > 0 ? node.techStack : (tech_stack ?? []),
    conventions: node.conventions.length > 0 ? node.conventions : (conventions ?? []),
  };
}

function unknownIn(all: readonly (ReadFile<unknown> | null)[]): readonly UnknownField[] {
  const first = new Map<string, string>();
  for (const file of all)
    if (file?.kind === 'read') for (const field of file.unknown) if (!first.has(field)) first.set(field, file.path);
  return [...first].map(([field, path]) => ({ field, path }));
}

const warningsOf =
  (alone: boolean) =>
  ({ file, node, warnings }: ReadTask): readonly Problem[] => {
    if (file.kind === 'wrong' || node === null) return [];
    const named = /([^/]+)\.json$/.exec(file.path)?.[1];
    const needs = alone ? node.dependsOn.join(', ') : '';
    return [
      ...warnings,
      ...(named === node.id || alone ? [] : [file.problem(['id'], `is ${node.id}, and its file is called otherwise`)]),
      ...(needs === '' ? [] : [file.problem(['depends_on'], `names ${needs}, taken as done: this file runs alone`)]),
    ];
  };

/** Sub-tasks are no plan's business. */
function leftOut(tasks: readonly ReadTask[], plan: PlanOverview | null): readonly Problem[] {
  const ids = plan?.task_ids;
  if (ids == null) return [];
  return tasks.flatMap(({ file, node }) =>
    file.kind === 'wrong' || node === null || parentOf(node.id) !== null || ids.includes(node.id)
      ? []
      : [file.problem(['id'], `is ${node.id}, which plan.json does not list; it is worked on all the same`)],
  );
}
