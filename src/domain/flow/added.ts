// Task files that an agent writes while it works on a node: which become nodes as they are, which are a person's to agree to, and which are none. What was agreed to is the flow as it was begun; here nothing gets more than that by itself.
import { beyondOwnership } from '../plan/together/ownership.ts';
import { type FlowRecord, faultsIn, isContainer } from './flow.ts';
import { attemptsOf } from './flow-run.ts';
import { switchedOffIn } from './named-tools.ts';
import { compareNodes, fileKey, isTakenId, type NodeRecord, parentOf } from './node.ts';
import { kindOf, verifyOf } from './plan-of-flow.ts';
import { readPreCommand } from './pre-command.ts';

/** `path`: of its file in the folder. */
export type AddedNode = { readonly path: string; readonly node: NodeRecord };
/** `by`: the node whose agent wrote it. */
export type GrownNode = AddedNode & { readonly by: string };
export type RefusedFile = { readonly path: string; readonly why: string };

export type JudgedNodes = {
  /** In the order of their ids. */
  readonly nodes: readonly AddedNode[];
  /** What a person must agree to first, of which node; empty: nothing. */
  readonly beyond: readonly { readonly id: string; readonly why: string }[];
  readonly refused: readonly RefusedFile[];
};

/** Of one node: beyond these a person is asked, and further ones are none. */
export const mostUnasked = 5;
export const mostAdded = 20;

/** `flow`: with all that came before; `grown`: ids of those that agents added. */
export function judgeAdded(
  flow: FlowRecord,
  author: NodeRecord,
  added: readonly AddedNode[],
  grown: ReadonlySet<string>,
): JudgedNodes {
  const ordered = added.toSorted((one, other) => compareNodes(one.node, other.node));
  const refused: RefusedFile[] = [];
  let left: readonly AddedNode[] = ordered.filter((each, at) => {
    const why =
      at >= mostAdded
        ? `${author.id} adds more than ${mostAdded}`
        : (whyTaken(each.node.id, [...flow.nodes, ...ordered.slice(0, at).map(({ node }) => node)]) ??
          whyNone(flow, author, each.node, ordered));
    if (why !== null) refused.push({ path: each.path, why });
    return why === null;
  });
  for (let faults = faultsOf(flow, author, left); faults.size > 0; faults = faultsOf(flow, author, left)) {
    refused.push(
      ...left.flatMap(({ path, node }) => ({ path, why: faults.get(node.id) ?? '' })).filter(({ why }) => why !== ''),
    );
    left = left.filter(({ node }) => !faults.has(node.id));
  }
  const nodes = left.map(({ path, node }) => ({ path, node: asPartOf(author, node) }));
  return { nodes, beyond: beyondIn(flow, author, nodes, grown), refused };
}

function whyTaken(id: string, before: readonly NodeRecord[]): string | null {
  if (before.some((node) => node.id === id)) return `${id} is a node already`;
  const like = before.find((node) => fileKey(node.id) === fileKey(id));
  return like === undefined ? null : `${id} is ${like.id} but for case`;
}

function whyNone(flow: FlowRecord, author: NodeRecord, node: NodeRecord, all: readonly AddedNode[]): string | null {
  const { id } = node;
  if (isTakenId(id)) return `${id} is no id that a node can have here`;
  const [off] = switchedOffIn(node, flow.off ?? []);
  if (off !== undefined) return `it names ${off.tool}, which cli-tools.json has switched off`;
  const above = parentOf(id);
  if (above === null || above === author.id || isContainer(above, flow.nodes)) return null;
  // Work of its own that is not done yet would never be.
  return all.some(({ node }) => node.id === above)
    ? null
    : `${above}, of which it would be a part, is not ${author.id}`;
}

/** By id; empty: there are none. */
function faultsOf(flow: FlowRecord, author: NodeRecord, left: readonly AddedNode[]): ReadonlyMap<string, string> {
  const own = new Set(left.map(({ node }) => node.id));
  const nodes = left.map(({ node }) => asPartOf(author, node));
  const faults = faultsIn({ ...flow, nodes: [...flow.nodes, ...nodes] });
  return new Map(
    faults.flatMap((fault): readonly (readonly [string, string])[] => {
      if (fault.kind === 'unknown')
        return own.has(fault.node) ? [[fault.node, `there is no ${fault.needs}, which it names`]] : [];
      const circle = `they wait for one another in a circle: ${fault.circle.join(', ')}`;
      const ids = fault.node === null ? fault.circle : [fault.node];
      return ids.filter((id) => own.has(id)).map((id) => [id, circle]);
    }),
  );
}

/** Its author is done when it begins, so it waits for nothing of it; what it does not say is as there. */
function asPartOf(author: NodeRecord, node: NodeRecord): NodeRecord {
  const saysWhere = node.files.length + node.focusPaths.length > 0;
  const owned = pathsOf(author);
  return {
    ...node,
    dependsOn: node.dependsOn.filter((id) => id !== author.id),
    focusPaths: saysWhere ? node.focusPaths : owned,
    group: node.group ?? author.group,
    type: node.type ?? author.type,
    techStack: node.techStack.length > 0 ? node.techStack : author.techStack,
    conventions: node.conventions.length > 0 ? node.conventions : author.conventions,
  };
}

function beyondIn(
  flow: FlowRecord,
  author: NodeRecord,
  nodes: readonly AddedNode[],
  grown: ReadonlySet<string>,
): JudgedNodes['beyond'] {
  const agreed = new Set([...flow.nodes].flatMap(commandsOf));
  const agents = new Set([null, 'auto', ...flow.nodes.map(({ execution }) => execution.tool)]);
  const owned = pathsOf(author);
  // Who owns all may add what touches anything.
  const beyond = (paths: readonly string[]) => (owned.length === 0 ? [] : beyondOwnership(owned, paths));
  const all = [
    ...(grown.has(author.id) ? [`${author.id} was added itself`] : []),
    ...(nodes.length > mostUnasked ? [`it is one of ${nodes.length} that ${author.id} adds at once`] : []),
  ];
  return nodes.flatMap(({ node }) =>
    [
      ...all,
      ...(node.id.startsWith(`${author.id}.`) ? [] : [`it is no part of ${author.id}`]),
      ...beyond(pathsOf(node)).map((path) => `${path} is not among what ${author.id} owns`),
      ...commandsOf(node)
        .filter((command) => !agreed.has(command))
        .map((command) => `it would have run: ${command}`),
      ...(agents.has(node.execution.tool) ? [] : [`it is to be done by ${node.execution.tool}`]),
      ...(attemptsOf(node) > Math.max(3, attemptsOf(author)) ? [`it may be attempted ${attemptsOf(node)} times`] : []),
      ...(kindOf(node) === kindOf(author) ? [] : [`it is ${kindOf(node)}, and ${author.id} is ${kindOf(author)}`]),
    ].map((why) => ({ id: node.id, why })),
  );
}

const pathsOf = ({ files, focusPaths }: NodeRecord): readonly string[] => [
  ...files.map(({ path }) => path),
  ...focusPaths,
];

/** All that would be run for it; what only reads is none. */
function commandsOf(node: NodeRecord): readonly string[] {
  const { preAnalysis, loop, parts } = node;
  const looks = preAnalysis.flatMap(({ commands }) => commands).filter((command) => !onlyReads(command));
  const rounds =
    loop?.enabled === true ? loop.steps.map(({ tool, command, prompt }) => `${tool} ${command ?? prompt ?? ''}`) : [];
  const verify = verifyOf(node);
  return [...looks, ...rounds, ...parts.flatMap(({ command }) => command ?? []), ...(verify === null ? [] : [verify])];
}

function onlyReads(command: string): boolean {
  const read = readPreCommand(command);
  return read.ok && ['read', 'search', 'glob'].includes(read.value.kind);
}
