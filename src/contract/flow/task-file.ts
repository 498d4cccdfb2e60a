// A task file in either shape, as one model: the nested one has its words in `context` and `flow_control`, the flat one beside the title. What it says is in `read-node.ts`; the published schema is made of this.
import * as v from 'valibot';

/** What is empty in such files stands as null as often as it is left out. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));
const text = () => v.string('must be a text');
const texts = () => v.array(text(), 'must be a list of texts');
const oneOrMore = () => v.union([text(), texts()], 'must be a text or a list of texts');
const between = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.minValue(least, `must be ${least} or more`),
    v.maxValue(most, `must be ${most} or less`),
  );
const count = (least: number, most: number) => v.pipe(between(least, most), v.integer('must be a whole number'));
const share = () => between(0, 100);
const flag = () => v.boolean('must be true or false');
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);
/** A list is none, though it is made of entries as well. */
function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.looseObject(entries, 'must be an object');
  const run: (typeof schema)['~run'] = (dataset, config) =>
    schema['~run'](Array.isArray(dataset.value) ? { value: 'a list' } : dataset, config);
  return { ...schema, '~run': run };
}
const list = <Item extends v.GenericSchema>(item: Item) => v.array(item, 'must be a list');
/** Kept as it is. */
const anything = () => v.unknown();

export const types = [
  ...['infrastructure', 'feature', 'enhancement', 'fix', 'bugfix', 'refactor', 'testing'],
  ...['test-gen', 'test-fix', 'test-fix-iteration', 'tdd', 'docs', 'chore'],
] as const;
export const statuses = [
  ...['pending', 'in_progress', 'active', 'completed', 'failed', 'skipped', 'blocked', 'cancelled', 'container'],
] as const;
const strategies = ['new', 'resume', 'fork', 'merge_fork'] as const;
const onErrors = ['fail', 'continue', 'skip', 'skip_optional'] as const;
const onFailures = ['pause', 'retry', 'fail_fast'] as const;

const number = () => v.union([text(), v.number()], 'must be a number or a name');

const preAnalysis = object({
  step: number(),
  action: maybe(text()),
  commands: maybe(texts()),
  command: maybe(text()),
  output_to: maybe(text()),
  on_error: maybe(oneOf(onErrors)),
});

const part = object({
  step: number(),
  title: maybe(text()),
  description: maybe(text()),
  modification_points: maybe(texts()),
  logic_flow: maybe(texts()),
  depends_on: maybe(list(number())),
  output: maybe(text()),
  command: maybe(text()),
  tdd_phase: maybe(oneOf(['red', 'green', 'refactor'])),
  actions: maybe(texts()),
  test_fix_cycle: maybe(object({ max_iterations: maybe(count(1, 100)) })),
});

const file = object({
  path: text(),
  action: maybe(oneOf(['modify', 'create', 'delete'])),
  target: maybe(text()),
  changes: maybe(texts()),
  change: maybe(text()),
  conflict_risk: maybe(text()),
});

const tests = object({
  commands: maybe(
    v.union([texts(), v.record(text(), text())], 'must be a list of commands, or commands by their names'),
  ),
  unit: maybe(texts()),
  integration: maybe(texts()),
  coverage_target: maybe(share()),
  manual_checks: maybe(texts()),
  success_metrics: maybe(texts()),
  reusable_tools: maybe(texts()),
});

const artifact = v.union(
  [
    text(),
    object({
      type: maybe(text()),
      source: maybe(text()),
      path: maybe(text()),
      feature_id: maybe(text()),
      priority: maybe(text()),
      usage: maybe(text()),
    }),
  ],
  'must be a path or an object',
);

const sharedContext = object({ tech_stack: maybe(texts()), conventions: maybe(texts()) });

/** What stands around a task: in its context where it is nested, beside the rest where it is flat. */
const around = {
  shared_context: maybe(sharedContext),
  artifacts: maybe(list(artifact)),
  inherited: maybe(anything()),
  source: maybe(anything()),
  context_package_path: maybe(text()),
  evidence: maybe(anything()),
  inputs: maybe(anything()),
  outputs: maybe(anything()),
  commit: maybe(anything()),
};

/** Of the nested shape, and of what stands around a task in both. */
const context = object({
  requirements: maybe(oneOrMore()),
  acceptance: maybe(oneOrMore()),
  focus_paths: maybe(texts()),
  depends_on: maybe(texts()),
  ...around,
});

const loopControl = object({
  enabled: maybe(flag()),
  max_iterations: maybe(count(1, 1000)),
  success_condition: maybe(text()),
  error_policy: maybe(object({ on_failure: maybe(oneOf(onFailures)), max_retries: maybe(count(0, 100)) })),
  cli_sequence: maybe(
    list(
      object({
        step_id: text(),
        tool: text(),
        mode: maybe(text()),
        command: maybe(text()),
        prompt_template: maybe(text()),
        on_error: maybe(oneOf([...onErrors, ...onFailures])),
      }),
    ),
  ),
});

export const taskFile = object({
  $schema: maybe(text()),
  id: v.pipe(
    text(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, 'must be letters, digits, dots, dashes and underscores, at most 100'),
  ),
  title: text(),
  description: maybe(text()),
  type: maybe(oneOf(types)),
  priority: maybe(oneOf(['critical', 'high', 'medium', 'low'])),
  effort: maybe(oneOf(['small', 'medium', 'large'])),
  action: maybe(text()),
  scope: maybe(oneOrMore()),
  excludes: maybe(texts()),
  requirements: maybe(oneOrMore()),
  acceptance: maybe(oneOrMore()),
  focus_paths: maybe(texts()),
  depends_on: maybe(texts()),
  parallel_group: maybe(number()),
  convergence: maybe(
    object({ criteria: maybe(texts()), verification: maybe(text()), definition_of_done: maybe(text()) }),
  ),
  files: maybe(list(file)),
  pre_analysis: maybe(list(preAnalysis)),
  implementation: maybe(v.array(v.union([text(), part], 'must be a text or an object with a step'), 'must be a list')),
  test: maybe(tests),
  regression: maybe(texts()),
  reference: maybe(anything()),
  rationale: maybe(anything()),
  risks: maybe(anything()),
  code_skeleton: maybe(anything()),
  ...around,
  meta: maybe(
    object({
      type: maybe(oneOf(types)),
      agent: maybe(text()),
      module: maybe(text()),
      execution_group: maybe(number()),
      previous_cli_id: maybe(text()),
      test_framework: maybe(text()),
      coverage_target: maybe(share()),
      max_iterations: maybe(count(1, 100)),
      execution_config: maybe(
        object({
          method: maybe(oneOf(['agent', 'cli', 'auto', 'hybrid'])),
          cli_tool: maybe(text()),
          enable_resume: maybe(flag()),
        }),
      ),
    }),
  ),
  context: maybe(context),
  flow_control: maybe(
    object({
      pre_analysis: maybe(list(preAnalysis)),
      implementation_approach: maybe(
        v.array(v.union([text(), part], 'must be a text or an object with a step'), 'must be a list'),
      ),
      target_files: maybe(texts()),
    }),
  ),
  cli_execution_id: maybe(text()),
  cli_execution: maybe(
    object({
      id: maybe(text()),
      strategy: maybe(oneOf(strategies)),
      resume_from: maybe(text()),
      merge_from: maybe(texts()),
    }),
  ),
  loop_control: maybe(loopControl),
  status: maybe(oneOf(statuses)),
  status_history: maybe(list(object({ from: maybe(text()), to: text(), changed_at: maybe(text()) }))),
  executed_at: maybe(text()),
  result: maybe(anything()),
});

export type TaskFile = v.InferOutput<typeof taskFile>;

/** Of plan.json, which says how several task files belong together. */
export const planFile = object({
  $schema: maybe(text()),
  summary: maybe(text()),
  approach: maybe(text()),
  task_ids: maybe(texts()),
  task_count: maybe(count(0, 100_000)),
  complexity: maybe(text()),
  estimated_time: maybe(text()),
  recommended_execution: maybe(text()),
  data_flow: maybe(anything()),
  design_decisions: maybe(anything()),
  shared_context: maybe(sharedContext),
  _metadata: maybe(anything()),
});

export type PlanOverview = v.InferOutput<typeof planFile>;

export const sessionFile = object({
  $schema: maybe(text()),
  session_id: maybe(text()),
  type: maybe(text()),
  status: maybe(text()),
  project: maybe(text()),
  description: maybe(text()),
  created_at: maybe(text()),
  updated_at: maybe(text()),
  archived_at: maybe(text()),
});

export type SessionFile = v.InferOutput<typeof sessionFile>;
