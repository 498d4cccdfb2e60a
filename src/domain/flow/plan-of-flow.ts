// A flow as the plan of a task: a criterion for each node that is worked on, with what it needs, what it owns and what it is checked by.
import { inOrder } from '../dependencies.ts';
import type { Plan, PlannedCriterion } from '../plan/plan.ts';
import { shellWord } from '../text/shell-word.ts';
import { containersIn, type FlowRecord, graphOf } from './flow.ts';
import { type FlowRun, isSettled, leavesOf } from './flow-run.ts';
import { type NodeRecord, parentOf } from './node.ts';

/** Nothing of what is settled already. */
export function planOfFlow(flow: FlowRun): Plan {
  const open = leavesOf(flow).filter((node) => !isSettled(node));
  const needs = needsIn(flow, new Set(open.map(({ id }) => id)));
  const criteria = inOrder(open.map((node) => ({ ...node, dependsOn: needs.get(node.id) ?? [] }))).map((node) =>
    criterionOf(node, flow.below),
  );
  return { text: overviewOf(flow, criteria), criteria };
}

/** Of each node those among `open` that are met before it; for one with sub-tasks its sub-tasks stand. */
function needsIn(flow: FlowRecord, open: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const graph = graphOf(flow);
  const parts = Map.groupBy(flow.nodes, ({ id }) => parentOf(id));
  const worked = (id: string): readonly string[] => parts.get(id)?.flatMap((part) => worked(part.id)) ?? [id];
  return new Map(
    graph.map(({ id, dependsOn }) => [
      id,
      [...new Set(dependsOn.flatMap(worked))].filter((need) => open.has(need) && need !== id),
    ]),
  );
}

const kinds: Readonly<Record<string, PlannedCriterion['kind']>> = {
  docs: 'docs',
  infrastructure: 'config',
  chore: 'config',
  refactor: 'refactor',
  // Tests of what is there already pass from the beginning.
  testing: 'refactor',
  'test-gen': 'refactor',
};

export const kindOf = ({ type }: Pick<NodeRecord, 'type'>): PlannedCriterion['kind'] =>
  kinds[type ?? ''] ?? 'behaviour';

/** As the repository has them. */
export function ownedBy({ files, focusPaths }: NodeRecord, below: string): readonly string[] {
  const within = (path: string): string => (below === '' ? path : path === '.' ? below : `${below}/${path}`);
  return [...new Set([...files.map(({ path }) => path), ...focusPaths].map(within))];
}

function criterionOf(node: NodeRecord, below: string): PlannedCriterion {
  const { id, title, acceptance, dependsOn, group } = node;
  const accepted = acceptance.map((line) => `- ${line}`);
  return {
    label: id,
    text: [title, ...accepted].join('\n'),
    verify: runBelow(verifyOf(node), below),
    files: ownedBy(node, below),
    kind: kindOf(node),
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(group !== null && { group }),
  };
}

/** What it says and its tests, as one command; null: it says no command. */
export function verifyOf({ verification, tests }: NodeRecord): string | null {
  const said = [commandsIn(verification ?? ''), tests.commands.map(({ command }) => command.trim())];
  const all = [...new Set(said.flatMap(withSettings))].filter((command) => command !== '');
  return all.length > 1 ? all.map(asOne).join(' && ') : (all[0] ?? null);
}

/** A line that only goes to a folder or sets something does so for those behind it. */
function withSettings(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => setting.test(line));
  if (at < 0) return lines;
  const behind = lines.slice(at).map((line) => (setting.test(line) ? line : asOne(line)));
  return [...lines.slice(0, at), behind.join(' && ')];
}

const goesOrSets = '(?:cd|pushd|export|set)\\s';
const setting = new RegExp(`^${goesOrSets}[^;|&#\\n]*$`);
const countsBeside = new RegExp(`[;|\\n#]|(?<!&)&(?!&)|\\b${goesOrSets}`);

/** A remark, a pipe, a sign between commands or another folder in it would count for what stands beside it too. */
const asOne = (command: string): string => (countsBeside.test(command) ? `(${command}\n)` : command);

/** Where its paths begin. A folder that is not there is no pass of what comes after it. */
function runBelow(verify: string | null, below: string): string | null {
  if (verify === null || below === '') return verify;
  return `cd ${shellWord(below)} && ${asOne(verify)}`;
}

/** Where the first word of a line is one of these, or a path of a program, it is a command. */
const program =
  /^(?:cd|npm|npx|pnpm|yarn|bun|deno|node|tsc|tsx|vitest|jest|mocha|eslint|biome|pytest|python3?|tox|ruff|mypy|uv|poetry|go|cargo|make|just|bash|sh|curl|docker|git|grep|test|mvn|gradle|dotnet|rspec|bundle|ruby|rake|php|phpunit|composer|swift|cmake|ctest|(?:\.{0,2}|node_modules\/\.bin|vendor\/bin|bin|scripts?)\/\S+)$/;

/** Some programs are words as well: `make sure that it works` would be run, and never pass. */
const isSentence = (line: string): boolean =>
  /\s(?:that|the|is|are|should|must)\s/.test(line.replace(/"[^"]*"|'[^']*'|\s#.*/g, ''));

/** Words for a reviewer are no command; one may stand among them between backticks. */
export function commandsIn(verification: string): readonly string[] {
  const quoted = [...verification.matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner.trim());
  const lines =
    quoted.length > 0
      ? quoted
      : verification
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => !isSentence(line));
  return lines.filter(
    (line) => !/[^\s./][.:]$/.test(line) && program.test(/^(?:\w+=\S* )*(\S*)/.exec(line)?.[1] ?? ''),
  );
}

function overviewOf({ name, nodes }: FlowRecord, criteria: readonly PlannedCriterion[]): string {
  const open = new Map(criteria.map((each) => [each.label, each]));
  const containers = containersIn(nodes);
  const rows = nodes.map((node) => {
    const { dependsOn = [] } = open.get(node.id) ?? {};
    const after = dependsOn.length === 0 ? '' : ` (after ${dependsOn.join(', ')})`;
    const stands = open.has(node.id) ? '' : containers.has(node.id) ? ' (its sub-tasks)' : `: ${node.status}`;
    return `- ${node.id} ${node.title}${after}${stands}`;
  });
  return [`The flow ${name}:`, ...rows].join('\n');
}
