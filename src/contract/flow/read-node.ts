// What a task file says, as the one record there is of it: words of the nested shape and of the flat one mean the same, wherever they stand.

import { isBeside, lookedInto } from '../../domain/flow/flow-run.ts';
import { toolsNamedBy } from '../../domain/flow/named-tools.ts';
import type {
  Artifact,
  LoopControl,
  NodeExecution,
  NodeFile,
  NodePart,
  NodeRecord,
  NodeStatus,
  NodeTests,
  PreAnalysisStep,
} from '../../domain/flow/node.ts';
import { commandsIn } from '../../domain/flow/plan-of-flow.ts';
import { substitute } from '../../domain/flow/substitute.ts';
import { pathBelow } from '../../domain/place/within.ts';
import { commandKeys, toolKeys, unheeded, unknownNames, wrongWords } from './check-words.ts';
import { type Problem, type ReadFile, readFile, type SourceFile } from './read-file.ts';
import type { Keys } from './read-json.ts';
import { repeatedNames, saidOtherwise } from './said-twice.ts';
import { type TaskFile, taskFile } from './task-file.ts';

export type ReadTask = {
  readonly file: ReadFile<TaskFile>;
  /** Null: it could not be read. */
  readonly node: NodeRecord | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly mentions: readonly Mention[];
};

/** Something outside of the file that it counts on, and where it says so. */
export type Mention = { readonly kind: 'path' | 'agent'; readonly name: string; problem(what: string): Problem };

/** `root`: the folder that paths are relative to, absolute; what leads out of it is refused. */
export function readTask(source: SourceFile, root: string): ReadTask {
  const file = readFile(taskFile, source);
  if (file.kind === 'wrong') return { file, node: null, problems: file.problems, warnings: [], mentions: [] };
  const problems: Problem[] = [];
  const mentions: Mention[] = [];
  const inside: Inside = (path, keys, isMade = false) => {
    const found = pathInside(path, root);
    if (found === null) problems.push(file.problem(keys, whyOutside(path, root)));
    else if (!isMade) mentions.push({ kind: 'path', name: found, problem: (what) => file.problem(keys, what) });
    return found ?? path;
  };
  const node = nodeFrom(file.value, inside);
  for (const { tool, at } of toolsNamedBy(node))
    if (tool !== 'auto' && at.kind !== 'loop')
      mentions.push({ kind: 'agent', name: tool, problem: (what) => file.problem(toolKeys(file.value, at), what) });
  for (const { path, needed, step, command } of lookedInto(node)) {
    const name = pathInside(path, root);
    if (needed && name !== null && isBeside(name))
      mentions.push({
        kind: 'path',
        name,
        problem: (what) => file.problem(commandKeys(file.value, step, command), what),
      });
  }
  return {
    file,
    node,
    mentions,
    problems: [
      ...problems,
      ...wrongWords(file.value, node, file.problem),
      ...repeatedNames(file.value, node, file.problem),
    ],
    warnings: [
      ...unknownNames(file.value, node, file.problem),
      ...unheeded(file.value, node, file.problem),
      ...noCommand(node, file.problem),
      ...saidOtherwise(file.value, (raw) => nodeFrom(raw, (path) => pathInside(path, root) ?? path), file.problem),
    ],
  };
}

/** Its words go to whoever works, and prove nothing. */
const noCommand = ({ verification }: NodeRecord, at: (keys: Keys, what: string) => Problem): readonly Problem[] =>
  verification === null || verification.trim() === '' || commandsIn(verification).length > 0
    ? []
    : [at(['convergence', 'verification'], 'says no command that is known here: it is told, and proves nothing')];

/** `isMade`: by the work itself. */
type Inside = (path: string, keys: Keys, isMade?: boolean) => string;

function nodeFrom(raw: TaskFile, inside: Inside): NodeRecord {
  const { id, title } = raw;
  const context = raw.context ?? {};
  const shared = context.shared_context ?? raw.shared_context ?? {};
  const said = linesOf(context.requirements ?? raw.requirements);
  const requirements = said.length > 0 ? said : linesOf(raw.description);
  const convergence = raw.convergence ?? {};
  const contextPackage = packageOf(raw, inside);
  return {
    id,
    title,
    description: raw.description ?? requirements.join('\n'),
    type: raw.type ?? raw.meta?.type ?? null,
    priority: raw.priority ?? null,
    effort: raw.effort ?? null,
    action: raw.action ?? null,
    scope: linesOf(raw.scope),
    excludes: raw.excludes ?? [],
    requirements,
    acceptance: linesOf(context.acceptance ?? raw.acceptance ?? convergence.criteria),
    verification: convergence.verification ?? null,
    definitionOfDone: convergence.definition_of_done ?? null,
    focusPaths: pathsAt(context.focus_paths == null ? ['focus_paths'] : ['context', 'focus_paths'], raw, inside),
    files: filesOf(raw, inside),
    dependsOn: unique(context.depends_on ?? raw.depends_on ?? []),
    group: nameOrNull(raw.parallel_group ?? raw.meta?.execution_group),
    preAnalysis: (raw.pre_analysis ?? raw.flow_control?.pre_analysis ?? []).map((step) =>
      preAnalysisFrom(step, contextPackage),
    ),
    parts: (raw.implementation ?? raw.flow_control?.implementation_approach ?? []).map(partFrom),
    tests: testsOf(raw),
    execution: executionOf(raw),
    techStack: shared.tech_stack ?? [],
    conventions: shared.conventions ?? [],
    artifacts: (context.artifacts ?? raw.artifacts ?? []).map((artifact, at) =>
      artifactFrom(artifact, [...(context.artifacts == null ? [] : ['context']), 'artifacts', at], inside),
    ),
    contextPackage,
    status: statusFrom(raw.status),
    history: (raw.status_history ?? []).map(({ from, to, changed_at }) => ({
      from: from ?? '',
      to,
      changedAt: changed_at ?? '',
    })),
    loop: loopOf(raw),
    notes: notesOf(raw),
  };
}

const unique = (all: readonly string[]): readonly string[] => [...new Set(all)];
const nameOrNull = (value: string | number | null | undefined): string | null => (value == null ? null : String(value));

/** A text is one or several lines, with or without marks of a list. */
const linesOf = (value: string | readonly string[] | null | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split('\n').map((line) => line.replace(/^\s*[-*]\s+/, '')) : (value ?? []))
    .map((line) => line.trim())
    .filter((line) => line !== '');

function pathsAt(keys: readonly ['focus_paths'] | readonly ['context', 'focus_paths'], raw: TaskFile, inside: Inside) {
  const paths = (keys.length === 1 ? raw.focus_paths : raw.context?.focus_paths) ?? [];
  return unique(paths.map((path, at) => inside(path, [...keys, at])));
}

function packageOf(raw: TaskFile, inside: Inside): string | null {
  const inner = raw.context?.context_package_path;
  const path = inner ?? raw.context_package_path;
  if (path == null) return null;
  return inside(path, inner == null ? ['context_package_path'] : ['context', 'context_package_path']);
}

/** `src/login.ts:check:10-20`: the path, and what of it. */
function filesOf(raw: TaskFile, inside: Inside): readonly NodeFile[] {
  if (raw.files != null)
    return raw.files.map(({ path, action, target, changes, change, conflict_risk }, at) => ({
      path: inside(path, ['files', at, 'path'], action === 'create'),
      action: action ?? null,
      target: target ?? null,
      changes: changes ?? linesOf(change),
      conflictRisk: conflict_risk ?? null,
    }));
  return (raw.flow_control?.target_files ?? []).map((target, at) => {
    const [, path = target, part] = /^([^:]+):(.+)$/.exec(target) ?? [];
    return {
      path: inside(path, ['flow_control', 'target_files', at]),
      action: null,
      target: part ?? null,
      changes: [],
      conflictRisk: null,
    };
  });
}

type RawStep = NonNullable<TaskFile['pre_analysis']>[number];

/** Such files name their package of context by the field that has its path. */
function preAnalysisFrom(
  { step, action, commands, command, output_to, on_error }: RawStep,
  contextPackage: string | null,
): PreAnalysisStep {
  const known = new Map(contextPackage === null ? [] : [['context_package_path', contextPackage]]);
  return {
    step: String(step),
    action: action ?? '',
    commands: (commands ?? (command == null ? [] : [command])).map((each) => substitute(each, known).text),
    outputTo: output_to ?? null,
    onError: on_error === 'skip_optional' ? 'skip' : (on_error ?? 'fail'),
  };
}

type RawPart = NonNullable<TaskFile['implementation']>[number];

function partFrom(raw: RawPart, at: number): NodePart {
  const part = typeof raw === 'string' ? { step: at + 1, title: raw, description: raw } : raw;
  return {
    step: String(part.step),
    title: part.title ?? part.description ?? '',
    description: part.description ?? '',
    modificationPoints: part.modification_points ?? [],
    logicFlow: part.logic_flow ?? [],
    dependsOn: unique((part.depends_on ?? []).map(String)),
    output: part.output ?? null,
    tddPhase: part.tdd_phase ?? null,
    actions: part.actions ?? [],
    maxIterations: part.test_fix_cycle == null ? null : (part.test_fix_cycle.max_iterations ?? 3),
    command: part.command ?? null,
  };
}

function testsOf({ test, regression, meta }: TaskFile): NodeTests {
  const commands = test?.commands ?? [];
  const named: readonly (readonly [string, string])[] = Array.isArray(commands)
    ? commands.map((command: string, at) => [String(at + 1), command])
    : Object.entries(commands);
  return {
    commands: named.map(([name, command]) => ({ name, command })),
    unit: test?.unit ?? [],
    integration: test?.integration ?? [],
    coverageTarget: test?.coverage_target ?? meta?.coverage_target ?? null,
    manualChecks: test?.manual_checks ?? [],
    successMetrics: test?.success_metrics ?? [],
    reusableTools: test?.reusable_tools ?? [],
    regression: regression ?? [],
    framework: meta?.test_framework ?? null,
  };
}

function executionOf({ meta, cli_execution: cli, cli_execution_id }: TaskFile): NodeExecution {
  const config = meta?.execution_config;
  return {
    method: config?.method === 'hybrid' ? 'auto' : (config?.method ?? null),
    tool: config?.cli_tool ?? null,
    enableResume: config?.enable_resume ?? null,
    agent: meta?.agent ?? null,
    module: meta?.module ?? null,
    maxIterations: meta?.max_iterations ?? null,
    id: cli?.id ?? cli_execution_id ?? null,
    strategy: cli?.strategy ?? null,
    resumeFrom: cli?.resume_from ?? null,
    mergeFrom: cli?.merge_from ?? [],
    previousId: meta?.previous_cli_id ?? null,
  };
}

type RawArtifact = NonNullable<TaskFile['artifacts']>[number];

function artifactFrom(raw: RawArtifact, keys: Keys, inside: Inside): Artifact {
  const { path, type, source, feature_id, priority, usage } =
    typeof raw === 'string' ? ({ path: raw } as Exclude<RawArtifact, string>) : raw;
  return {
    path: path == null ? null : inside(path, typeof raw === 'string' ? keys : [...keys, 'path']),
    type: type ?? null,
    source: source ?? null,
    featureId: feature_id ?? null,
    priority: priority ?? null,
    usage: usage ?? null,
  };
}

/** Others call one with sub-tasks a container, which says nothing of how far it is. */
const words = { active: 'in_progress', container: 'pending' } as const;

const statusFrom = (status: TaskFile['status']): NodeStatus =>
  status === 'active' || status === 'container' ? words[status] : (status ?? 'pending');

function loopOf({ loop_control: loop }: TaskFile): LoopControl | null {
  if (loop == null) return null;
  return {
    enabled: loop.enabled ?? true,
    maxIterations: loop.max_iterations ?? 10,
    successCondition: loop.success_condition ?? null,
    onFailure: loop.error_policy?.on_failure ?? 'pause',
    maxRetries: loop.error_policy?.max_retries ?? 3,
    steps: (loop.cli_sequence ?? []).map(({ step_id, tool, mode, command, prompt_template, on_error }) => ({
      id: step_id,
      tool,
      mode: mode ?? null,
      command: command ?? null,
      prompt: prompt_template ?? null,
      onError: on_error ?? null,
    })),
  };
}

const noted = [
  ...(['reference', 'rationale', 'risks', 'code_skeleton', 'inherited', 'source', 'evidence'] as const),
  ...(['inputs', 'outputs', 'commit', 'executed_at', 'result'] as const),
];

/** As they stand. */
function notesOf(raw: TaskFile): NodeRecord['notes'] {
  const around: Readonly<Record<string, unknown>> = { ...raw, ...raw.context };
  return Object.fromEntries(noted.flatMap((name) => (around[name] == null ? [] : [[name, around[name]]])));
}

const whyOutside = (path: string, root: string): string => {
  if (path === '') return 'is empty, and must be a path';
  return path.includes('\\') ? `must have / between its parts: ${path}` : `leads out of ${root}: ${path}`;
};

/** Relative to the root; null: it leads out of it, or is none. */
export function pathInside(path: string, root: string): string | null {
  const inside = pathBelow(path, root);
  const below = inside === '' ? '.' : (inside ?? path);
  const parts = below.split('/').filter((part) => part !== '' && part !== '.');
  const isOut = below.startsWith('/') || below.includes('\\') || parts.includes('..') || below.startsWith('~');
  if (isOut || below === '') return null;
  return parts.length === 0 ? '.' : parts.join('/');
}
