// Issues as task files: one with a solution is a node whose sub-tasks are those of the solution, one without is a node by itself.
import type { Issue, QueueItem, Solution, SolvedTask } from './issue-files.ts';
import type { SourceFile } from './read-file.ts';

export type QueuedIssues = {
  readonly tasks: readonly SourceFile[];
  /** Issues that are done already. */
  readonly done: readonly string[];
  /** What is named and not there, and is gone without. */
  readonly told: readonly string[];
};

type Known = {
  readonly issues: readonly Issue[];
  /** By the id of the issue. */
  readonly solutions: ReadonlyMap<string, readonly Solution[]>;
  /** In which order; empty: as the issues themselves say. */
  readonly items: readonly QueueItem[];
};

/** A number alone is a forge's; dots are for sub-tasks. */
export const issueId = (id: string | number): string =>
  /^\d+$/.test(String(id)) ? `GH-${id}` : String(id).replaceAll('.', '-');

export const idOf = ({ id, number }: Issue): string => issueId(id ?? number ?? '');

export const isDone = ({ status, state }: Issue): boolean =>
  status === 'completed' || state?.toLowerCase() === 'closed';

/** `only`: of these; empty: of all that are open. */
export function queueIssues(known: Known, only: readonly string[]): QueuedIssues {
  const { issues, solutions, items } = known;
  const open = itemsIn(known);
  const isWorked = (id: string): boolean => !open.has(id) && items.some(({ issue_id }) => issueId(issue_id) === id);
  const done = issues.filter((issue) => isDone(issue) || isWorked(idOf(issue))).map(idOf);
  const wanted = (id: string): boolean =>
    !done.includes(id) && (only.length === 0 || only.map(issueId).includes(id)) && (items.length === 0 || open.has(id));
  const taken = issues.filter((issue) => wanted(idOf(issue)));
  const tasks = taken.flatMap((issue) => {
    const id = idOf(issue);
    const [item] = open.get(id) ?? [];
    const needs = [...(issue.depends_on ?? []).map(issueId), ...needsOf(item, items)];
    const dependsOn = [...new Set(needs)].filter((need) => !done.includes(need));
    const solution = boundOf(issue, item, solutions.get(id) ?? []);
    return nodesOf({ issue, id, dependsOn, solution, item });
  });
  return {
    done,
    told: goneWithout(known, taken),
    tasks: tasks.map((task) => ({ path: `.task/${task.id}.json`, text: `${JSON.stringify(task, null, 2)}\n` })),
  };
}

/** By the issues whose they are; without those that are done. */
const itemsIn = ({ items }: Known): ReadonlyMap<string, readonly QueueItem[]> =>
  Map.groupBy(
    items.filter(({ status }) => status !== 'completed'),
    ({ issue_id }) => issueId(issue_id),
  );

function goneWithout(known: Known, taken: readonly Issue[]): readonly string[] {
  const { issues, solutions, items } = known;
  const there = new Set(issues.map(idOf));
  const open = itemsIn(known);
  return [
    ...items
      .filter(({ issue_id }) => !there.has(issueId(issue_id)))
      .map(({ item_id, issue_id }) => `${item_id} is left out: there is no issue ${issue_id}.`),
    ...taken.flatMap((issue) => {
      const id = idOf(issue);
      const [item, ...more] = open.get(id) ?? [];
      const named = solutionNamed(issue, item);
      const isThere = named === null || boundOf(issue, item, solutions.get(id) ?? []) !== null;
      return [
        ...more.map(({ item_id }) => `${item_id} is left out: ${id} is laid once, as ${item?.item_id} has it.`),
        ...(isThere ? [] : [`${id} is laid without its solution ${named}, which is not there.`]),
      ];
    }),
  ];
}

/** By the names of items or of solutions. */
const needsOf = (item: QueueItem | undefined, items: readonly QueueItem[]): readonly string[] =>
  (item?.depends_on ?? []).map((need) => {
    const found = items.find(({ item_id, solution_id }) => item_id === need || solution_id === need);
    return issueId(found?.issue_id ?? need);
  });

const solutionNamed = ({ bound_solution_id: bound }: Issue, item: QueueItem | undefined): string | null =>
  item?.solution_id ?? bound ?? null;

function boundOf(issue: Issue, item: QueueItem | undefined, all: readonly Solution[]): Solution | null {
  const named = solutionNamed(issue, item);
  return all.findLast(({ id, is_bound }) => (named === null ? is_bound === true : id === named)) ?? null;
}

type Queued = {
  readonly issue: Issue;
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly solution: Solution | null;
  readonly item: QueueItem | undefined;
};

type Task = { readonly id: string } & Readonly<Record<string, unknown>>;

function nodesOf({ issue, id, dependsOn, solution, item }: Queued): readonly Task[] {
  const { title, context, body, source_url, url, priority } = issue;
  const touched = item?.files_touched ?? [];
  const group = groupOf(item);
  const node = {
    id,
    title,
    description: context ?? body ?? undefined,
    status: 'pending',
    depends_on: dependsOn,
    priority: priorityOf(priority),
    source: { issue_id: id, url: source_url ?? url ?? undefined },
  };
  if (solution === null || solution.tasks.length === 0)
    return [{ ...node, parallel_group: group, focus_paths: touched.length > 0 ? touched : undefined }];
  const numbers = new Map(solution.tasks.map((task, at) => [String(task.id), `${id}.${at + 1}`]));
  const solved = solution.tasks.map((task) => ({
    ...taskOf(task, numbers),
    parallel_group: group,
    focus_paths: task.modification_points == null && touched.length > 0 ? touched : undefined,
    source: { issue_id: id, solution_id: solution.id, original_id: String(task.id) },
  }));
  return [{ ...node, rationale: solution.approach ?? undefined }, ...solved];
}

/** Items of a group `S1` go one after another, in any other at once. */
const groupOf = (item: QueueItem | undefined): string | undefined =>
  item?.execution_group == null ? undefined : /^S\d*$/.test(item.execution_group) ? item.item_id : item.execution_group;

const priorities = ['critical', 'high', 'medium', 'low', 'low'] as const;
const priorityOf = (priority: number | null | undefined) => priorities[Math.round(priority ?? 3) - 1] ?? 'medium';

const types: Readonly<Record<string, string>> = {
  fix: 'bugfix',
  refactor: 'refactor',
  test: 'testing',
  configure: 'chore',
};

function taskOf(task: SolvedTask, numbers: ReadonlyMap<string, string>): Task {
  const said = task.acceptance ?? {};
  const { criteria, verification, manual_checks } = 'length' in said ? { criteria: said } : said;
  const id = numbers.get(String(task.id)) ?? String(task.id);
  return {
    id,
    title: task.title,
    status: 'pending',
    description: task.description ?? undefined,
    action: task.action ?? undefined,
    scope: task.scope ?? undefined,
    priority: priorityOf(task.priority),
    type: types[task.action?.toLowerCase() ?? ''] ?? 'feature',
    depends_on: (task.depends_on ?? []).map((need) => numbers.get(String(need)) ?? String(need)),
    files: (task.modification_points ?? []).map((point) =>
      typeof point === 'string' ? { path: point } : { path: point.file, target: point.target, change: point.change },
    ),
    convergence: { criteria, verification: verification?.join('\n') },
    implementation: task.implementation ?? undefined,
    test: { ...task.test, manual_checks },
    regression: task.regression ?? undefined,
    commit: task.commit ?? undefined,
  };
}
