import { describe, expect, it } from 'vitest';
import type { SourceFile } from './read-file.ts';
import { type FlowFiles, readFlow } from './read-flow.ts';
import { statuses } from './task-file.ts';

const root = '/work/shop';

const file = (path: string, value: unknown): SourceFile => ({
  path,
  text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
});

/** Each under its own id. */
function read(tasks: readonly object[], more: Partial<FlowFiles> = {}) {
  const texts = tasks.map((task) => file(`.task/${'id' in task ? task.id : 'IMPL-1'}.json`, task));
  return readFlow({ name: 'WFS-login', root, alone: false, plan: null, session: null, tasks: texts, ...more });
}

const raw = (text: string, more: Partial<FlowFiles> = {}) =>
  read([], { tasks: [file('.task/IMPL-1.json', text)], ...more });

function recordOf(task: object, more: Partial<FlowFiles> = {}) {
  const found = read([task], more);
  if (found.kind === 'wrong') throw new Error(found.failure.message);
  const [node] = found.flow.nodes;
  return { ...found, node };
}

const failureOf = (found: ReturnType<typeof readFlow>) => (found.kind === 'wrong' ? found.failure : null);
const least = { id: 'IMPL-1', title: 'Check the login' };

const step = { step: 'look', action: 'See what is there', output_to: 'found', on_error: 'continue' };
const part = {
  ...{
    step: 1,
    title: 'Check',
    description: 'Check the name in [found]',
    modification_points: ['Modify file: src/login.ts'],
  },
  ...{ logic_flow: ['read the name', 'refuse an empty one'], output: 'checked', tdd_phase: 'red' },
};
const next = {
  step: 2,
  title: 'Tell',
  description: 'Tell why',
  depends_on: [1],
  test_fix_cycle: { max_iterations: 4 },
};
const meta = {
  agent: '@code-developer',
  module: 'login',
  execution_config: { method: 'cli', cli_tool: 'codex', enable_resume: true },
};

/** As the older files say it: in `context` and `flow_control`. */
const nested = {
  ...least,
  status: 'active',
  status_history: [{ from: 'pending', to: 'in_progress', changed_at: '2026-01-02T03:04:05Z' }],
  context_package_path: '.workflow/active/WFS-login/.process/context-package.json',
  meta: { ...meta, type: 'feature', execution_group: 2 },
  context: {
    requirements: ['Names are checked', 'Empty ones are refused'],
    acceptance: ['An empty name is refused'],
    focus_paths: ['src/login', `${root}/test`],
    shared_context: { tech_stack: ['TypeScript'], conventions: ['small functions'] },
    artifacts: [{ type: 'spec', path: 'docs/login.md', feature_id: 'F-1', usage: 'how' }],
    inherited: { from: 'IMPL-0', context: ['x'] },
  },
  flow_control: {
    pre_analysis: [{ ...step, commands: ['Read(src/login.ts)'] }],
    implementation_approach: [part, next],
    target_files: ['src/login.ts:check:10-20', 'test/login.test.ts'],
  },
  cli_execution_id: 'WFS-login-IMPL-1',
  cli_execution: { strategy: 'new' },
};

/** As the newer ones do: beside the title. */
const flat = {
  ...least,
  description: 'Names are checked\nEmpty ones are refused',
  type: 'feature',
  status: 'in_progress',
  status_history: nested.status_history,
  depends_on: [],
  parallel_group: 2,
  focus_paths: nested.context.focus_paths,
  convergence: { criteria: ['An empty name is refused'] },
  files: [{ path: 'src/login.ts', target: 'check:10-20' }, { path: 'test/login.test.ts' }],
  pre_analysis: [{ ...step, command: 'Read(src/login.ts)' }],
  implementation: [part, next],
  shared_context: nested.context.shared_context,
  artifacts: nested.context.artifacts,
  inherited: nested.context.inherited,
  context_package_path: nested.context_package_path,
  meta,
  cli_execution: { id: 'WFS-login-IMPL-1', strategy: 'new' },
};

describe('a task file', () => {
  it('PC-57 is the same record in the nested shape and in the flat one', () => {
    const { node } = recordOf(nested);
    expect(recordOf(flat).node).toEqual(node);
    expect(node).toMatchObject({
      ...{ id: 'IMPL-1', type: 'feature', group: '2', status: 'in_progress', focusPaths: ['src/login', 'test'] },
      description: 'Names are checked\nEmpty ones are refused',
      ...{ requirements: ['Names are checked', 'Empty ones are refused'], acceptance: ['An empty name is refused'] },
      files: [
        { path: 'src/login.ts', target: 'check:10-20' },
        { path: 'test/login.test.ts', target: null },
      ],
      preAnalysis: [{ step: 'look', commands: ['Read(src/login.ts)'], outputTo: 'found', onError: 'continue' }],
      parts: [
        { step: '1', output: 'checked', tddPhase: 'red', maxIterations: null },
        { step: '2', dependsOn: ['1'], maxIterations: 4 },
      ],
      execution: { method: 'cli', tool: 'codex', enableResume: true, id: 'WFS-login-IMPL-1', strategy: 'new' },
      history: [{ from: 'pending', to: 'in_progress', changedAt: '2026-01-02T03:04:05Z' }],
      notes: { inherited: { from: 'IMPL-0', context: ['x'] } },
    });
  });

  it('PC-58 needs an id and a title and nothing else', () => {
    const { node, warnings, unknown } = recordOf(least);
    expect(node).toMatchObject({
      ...{ requirements: [], acceptance: [], focusPaths: [], files: [], dependsOn: [], parts: [], preAnalysis: [] },
      ...{ status: 'pending', group: null, loop: null, contextPackage: null, description: '' },
    });
    expect([warnings, unknown]).toEqual([[], []]);
    const empty = Object.fromEntries(Object.keys({ ...nested, ...flat }).map((key) => [key, null]));
    expect(recordOf({ ...empty, ...least }).node).toEqual(node);
  });

  it('keeps every field of both shapes, and names each that nobody knows once', () => {
    const odd = {
      ...nested,
      owner: 'me',
      context: { ...nested.context, mood: 1 },
      flow_control: { ...nested.flow_control },
    };
    const twice = {
      ...odd,
      id: 'IMPL-2',
      implementation: [
        { step: 1, magic: 1 },
        { step: 2, magic: 2 },
      ],
    };
    const found = read([odd, twice]);
    expect(found.kind === 'read' && found.unknown).toEqual([
      { field: 'context.mood', path: '.task/IMPL-1.json' },
      { field: 'owner', path: '.task/IMPL-1.json' },
      { field: 'implementation[].magic', path: '.task/IMPL-2.json' },
    ]);
    expect(recordOf(nested).unknown).toEqual([]);
    expect(recordOf(flat).unknown).toEqual([]);
  });

  it.each([
    [{ scope: 'src/a' }, { scope: ['src/a'] }],
    [
      { scope: ['a', 'b'], excludes: ['c'] },
      { scope: ['a', 'b'], excludes: ['c'] },
    ],
    [{ context: { acceptance: 'one\n- two' } }, { acceptance: ['one', 'two'] }],
    [{ test: { commands: ['npm test'] } }, { tests: { commands: [{ name: '1', command: 'npm test' }] } }],
    [{ test: { commands: { unit: 'npm t' } } }, { tests: { commands: [{ name: 'unit', command: 'npm t' }] } }],
    [
      { test: { manual_checks: ['look'], coverage_target: 80, unit: ['u'] }, regression: ['npm t'] },
      { tests: { manualChecks: ['look'], coverageTarget: 80, unit: ['u'], regression: ['npm t'] } },
    ],
    [{ meta: { coverage_target: 70, test_framework: 'jest' } }, { tests: { coverageTarget: 70, framework: 'jest' } }],
    [{ meta: { execution_config: { method: 'hybrid' } } }, { execution: { method: 'auto' } }],
    [{ implementation: ['Do it'] }, { parts: [{ step: '1', title: 'Do it', description: 'Do it' }] }],
    [{ implementation: [{ step: 1, test_fix_cycle: {} }] }, { parts: [{ maxIterations: 3 }] }],
    [{ pre_analysis: [{ step: 1, on_error: 'skip_optional' }] }, { preAnalysis: [{ onError: 'skip' }] }],
    [{ pre_analysis: [{ step: 1 }] }, { preAnalysis: [{ onError: 'fail', commands: [] }] }],
    [
      {
        context_package_path: './ctx.json',
        pre_analysis: [{ step: 1, commands: ['Read({{context_package_path}})', 'bash(cat [context_package_path])'] }],
      },
      { preAnalysis: [{ commands: ['Read(ctx.json)', 'bash(cat ctx.json)'] }] },
    ],
    [{ artifacts: ['docs/a.md'] }, { artifacts: [{ path: 'docs/a.md', type: null }] }],
    [{ files: [{ path: './src//a.ts', change: 'x\ny' }] }, { files: [{ path: 'src/a.ts', changes: ['x', 'y'] }] }],
    [
      { convergence: { criteria: ['c'], verification: 'npm t', definition_of_done: 'd' } },
      { acceptance: ['c'], verification: 'npm t', definitionOfDone: 'd' },
    ],
    [
      { loop_control: { max_iterations: 4, cli_sequence: [{ step_id: 'a', tool: 'bash', command: 'ls' }] } },
      {
        loop: {
          enabled: true,
          maxIterations: 4,
          onFailure: 'pause',
          steps: [{ id: 'a', command: 'ls', prompt: null }],
        },
      },
    ],
  ])('takes %j', (said, expected) => {
    expect(recordOf({ ...least, ...said }).node).toMatchObject(expected);
  });

  it.each(statuses)('with the status %s is taken', (status) => {
    const others: Readonly<Record<string, string>> = { active: 'in_progress', container: 'pending' };
    expect(recordOf({ ...least, status }).node?.status).toBe(others[status] ?? status);
  });

  it('takes what holds for all from plan.json, where it says nothing itself', () => {
    const plan = file('plan.json', {
      shared_context: { tech_stack: ['Go'], conventions: ['short'] },
      task_ids: ['IMPL-1'],
    });
    expect(recordOf(least, { plan }).node).toMatchObject({ techStack: ['Go'], conventions: ['short'] });
    expect(recordOf(nested, { plan }).node).toMatchObject({ techStack: ['TypeScript'] });
  });
});

describe('a file in both shapes', () => {
  const both = (said: object) => recordOf({ ...least, ...said });
  const needless = { id: 'B', title: 'b' };

  it.each([
    [{ requirements: ['a'], context: { requirements: ['b'] } }, 'requirements', 'context.requirements'],
    [{ acceptance: ['a'], context: { acceptance: ['b'] } }, 'acceptance', 'context.acceptance'],
    [{ convergence: { criteria: ['a'] }, acceptance: ['b'] }, 'convergence.criteria', 'acceptance'],
    [
      { convergence: { criteria: ['a'] }, context: { acceptance: ['b'] } },
      'convergence.criteria',
      'context.acceptance',
    ],
    [{ focus_paths: ['a'], context: { focus_paths: [] } }, 'focus_paths', 'context.focus_paths'],
    [{ parallel_group: 1, meta: { execution_group: 2 } }, 'meta.execution_group', 'parallel_group'],
    [{ type: 'docs', meta: { type: 'fix' } }, 'meta.type', 'type'],
    [{ pre_analysis: [], flow_control: { pre_analysis: [{ step: 1 }] } }, 'flow_control.pre_analysis', 'pre_analysis'],
    [
      { implementation: ['a'], flow_control: { implementation_approach: ['b'] } },
      'flow_control.implementation_approach',
      'implementation',
    ],
    [{ files: [{ path: 'a' }], flow_control: { target_files: ['b'] } }, 'flow_control.target_files', 'files'],
    [{ test: { coverage_target: 1 }, meta: { coverage_target: 2 } }, 'meta.coverage_target', 'test.coverage_target'],
    [{ cli_execution_id: 'a', cli_execution: { id: 'b' } }, 'cli_execution_id', 'cli_execution.id'],
    [{ artifacts: ['a'], context: { artifacts: [] } }, 'artifacts', 'context.artifacts'],
  ])('that says %j is told what of it does not count', (said, lost, counts) => {
    expect(both(said).warnings.map(({ what }) => what)).toEqual([`${lost} does not count: ${counts} says otherwise`]);
  });

  it('that waits for somebody in one of them alone is told, and one that says the same in both is not', () => {
    const found = read([{ ...least, depends_on: ['B'], context: { depends_on: [] } }, needless]);
    expect(found.kind === 'read' && found.warnings.map(({ what }) => what)).toEqual([
      'depends_on does not count: context.depends_on says otherwise',
    ]);
    expect(
      both({ ...flat, context: nested.context, flow_control: { implementation_approach: [part, next] } }).warnings,
    ).toEqual([]);
    expect(both({ requirements: 'a\n- b', context: { requirements: ['a', 'b'] } }).warnings).toEqual([]);
  });
});

describe('a file that is wrong', () => {
  it.each([
    ['', '1:1 it is empty'],
    ['{ "id": 1,', '1:11 it is no JSON'],
    ['{\n  "id": "A",\n  // why\n  "title": "t"\n}', '3:3 it is no JSON'],
    ['{\n  "id": "A",\n  "title": "t",\n}', '4:1 it is no JSON'],
    ['[]', '1:1 must be an object'],
    ['7', '1:1 must be an object'],
    ['{"id": "A", "title": "t", "meta": []}', '1:35 meta must be an object'],
    ['{"id": "A", "title": "t", "meta": {"max_iterations": 0}}', '1:54 meta.max_iterations must be 1 or more'],
    ['{"title": "t"}', '1:1 id is missing'],
    ['{\n  "id": 7,\n  "title": "t"\n}', '2:9 id must be a text'],
    ['{"id": "../x", "title": "t"}', '1:8 id must be letters'],
    ['{"id": "A", "title": "t", "status": "banana"}', '1:37 status must be one of pending, '],
    ['{"id": "A", "title": "t", "type": "magic"}', '1:35 type must be one of '],
    [
      '{"id": "A", "title": "t",\n "context": {"focus_paths": "src"}}',
      '2:29 context.focus_paths must be a list of texts',
    ],
    [
      '{"id": "A", "title": "t",\n "implementation": [{"step": 1}, {"step": 2, "title": 7}]}',
      '2:55 implementation[1].title',
    ],
    ['{"id": "A", "title": "t", "test": {"coverage_target": 101}}', '1:55 test.coverage_target must be 100 or less'],
    ['{"id": "A", "title": "t", "title": "u"}', '1:27 says "title" twice'],
    ['{"id": "A", "title": "t\\u0000"}', '1:22 holds NUL'],
    ['{"id": "A", "title": "t\\ud83d"}', '1:22 holds half a character'],
    ['{"id": "A", "title": "t\0"}', '1:22 it is no JSON'],
    ['{"id": "A", "title": "t", "focus_paths": ["../x"]}', `1:43 focus_paths[0] leads out of ${root}`],
    ['{"id": "A", "title": "t", "focus_paths": ["/etc"]}', `1:43 focus_paths[0] leads out of ${root}`],
    ['{"id": "A", "title": "t", "files": [{"path": "a\\\\b"}]}', '1:46 files[0].path must have / between its parts: a'],
    ['{"id": "A", "title": "t", "focus_paths": [""]}', '1:43 focus_paths[0] is empty'],
    [
      '{"id": "A", "title": "t", "context": {"artifacts": [{"path": "~/x"}]}}',
      '1:62 context.artifacts[0].path leads out',
    ],
    ['{"id": "A", "title": "t", "context_package_path": "a/../../b"}', '1:51 context_package_path leads out'],
  ])('%j is refused at its place', (text, expected) => {
    const failure = failureOf(raw(text));
    expect(failure?.error_code).toBe('FLOW_INVALID');
    expect(failure?.message).toContain(`.task/IMPL-1.json:${expected}`);
  });

  it('is told with all that is wrong in all of them, at most 50', () => {
    const failure = failureOf(read([{ id: 'A', title: 1 }, { id: 'B' }]));
    expect(failure?.message.split('\n')).toEqual([
      '.task/A.json:3:12 title must be a text',
      '.task/B.json:1:1 title is missing',
    ]);
    const many = failureOf(read(Array.from({ length: 60 }, (_, at) => ({ id: `N${at}` }))));
    expect(many?.message.split('\n')).toHaveLength(51);
    expect(many?.message.split('\n').at(-1)).toBe('and 10 more');
  });

  it('is read with a mark of byte order, and however deep it is nested nothing breaks', () => {
    expect(raw(`\uFEFF${JSON.stringify({ id: 'IMPL-1', title: 't' })}`).kind).toBe('read');
    expect(failureOf(raw('['.repeat(500_000)))?.message).toMatch(/nested too deep|no JSON/);
    const deep = `{"id": "IMPL-1", "title": "t", "risks": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(failureOf(raw(deep))?.message).toContain('nested too deep');
  });
});

describe('words that are carried out', () => {
  const pre = (...commands: readonly string[]) => ({
    ...least,
    pre_analysis: [{ step: 'a', commands, output_to: 'found' }],
  });

  it('parse when the file is read, or refuse it at their place', () => {
    expect(recordOf(pre('Read(a.ts)', 'bash(npm test)')).warnings).toEqual([]);
    const failure = failureOf(read([pre('Read(a.ts)', 'bash(echo ")')]));
    expect(failure?.message).toBe(
      '.task/IMPL-1.json:9:9 pre_analysis[0].commands[1] cannot be carried out: a quote is not closed: bash(echo ")',
    );
    const old = { ...least, flow_control: { pre_analysis: [{ step: 1, command: 'rm -rf /' }] } };
    expect(failureOf(read([old]))?.message).toContain(
      ':8:20 flow_control.pre_analysis[0].command cannot be carried out',
    );
    expect(
      recordOf({ ...least, pre_analysis: [{ step: 1, command: 'bash(a\n- b)' }] }).node?.preAnalysis,
    ).toMatchObject([{ commands: ['bash(a\n- b)'] }]);
  });

  it.each([
    ['bash([found] --all)', '[found] stands where it would be run'],
    ['bash(cat <<"A"\n{{found}}\nA\n)', '{{found}} stands in a text into which a shell puts nothing'],
    ['bash(echo $(( {found} )))', '{found} stands where a shell works out a number, and runs what stands in it'],
  ])('PC-72 a value where %j would run it, or not have it, refuses the file at its place', (command, why) => {
    const failure = failureOf(read([pre('Read(a.ts)', command)]));
    expect(failure?.message).toBe(
      `.task/IMPL-1.json:9:9 pre_analysis[0].commands[1] cannot be carried out: ${why}: ${command}`,
    );
    expect(recordOf(pre(command.replace('found', 'other'))).node?.id).toBe('IMPL-1');
  });

  it('PC-72 so does one in a step of a loop, of the pre-analysis or of another step', () => {
    const steps = (command: string) => [
      { step_id: 'look', tool: 'codex', prompt_template: '[found] [look_stdout]' },
      { step_id: 'test', tool: 'bash', command },
    ];
    const loop = (command: string) => ({ ...pre('Read(a.ts)'), loop_control: { cli_sequence: steps(command) } });
    const why = (command: string) => failureOf(read([loop(command)]))?.message;
    expect(recordOf(loop('grep [found] [look_stdout] src')).node?.id).toBe('IMPL-1');
    expect(why('eval [found]')).toContain(
      'loop_control.cli_sequence[1].command cannot be carried out: [found] stands where it would be run: eval [found]',
    );
    expect(why('[look_stdout]')).toContain('[look_stdout] stands where it would be run');
  });

  it('PC-80 a condition of a loop that could reach anything refuses the file', () => {
    const loop = (success_condition: string) => ({
      ...least,
      loop_control: { success_condition, cli_sequence: [{ step_id: 'test', tool: 'bash', command: 'npm test' }] },
    });
    expect(recordOf(loop("test_stdout.includes('ok') || current_iteration > 2")).node?.loop?.maxIterations).toBe(10);
    expect(failureOf(read([loop('process.exit(1)')]))?.message).toBe(
      '.task/IMPL-1.json:5:26 loop_control.success_condition may not have the name process',
    );
    expect(failureOf(read([loop('other_stdout')]))?.message).toContain('may not have the name other_stdout');
    expect(recordOf(loop("state_variables.test_stdout.includes('ok')")).node?.loop?.maxIterations).toBe(10);
    expect(failureOf(read([loop("state_variables.test_result === 'pass'")]))?.message).toContain(
      'may not have the name state_variables.test_result',
    );
    const dashed = {
      success_condition: 'run-it_stdout.length > 0',
      cli_sequence: [{ step_id: 'run-it', tool: 'bash', command: 'ls' }],
    };
    expect(failureOf(read([{ ...least, loop_control: dashed }]))?.message).toContain(
      "may not have the name run; of run-it say state_variables['run-it_stdout']",
    );
    const said = { ...dashed, success_condition: "state_variables['run-it_stdout'].length > 0" };
    expect(recordOf({ ...least, loop_control: said }).node?.loop?.steps).toHaveLength(1);
  });

  it('are told where a command says what nobody heeds', () => {
    const { warnings } = recordOf(pre('ccw cli -p "Find it" --rule analysis-trace --mode analysis'));
    expect(warnings.map(({ what }) => what)).toEqual([
      'pre_analysis[0].commands[0] says --rule analysis-trace, which says nothing here',
    ]);
  });

  it.each([
    ['npm test', []],
    [' ', []],
    ['all is well', ['convergence.verification says no command that is known here: it is told, and proves nothing']],
  ])('are told where they are none: verified by %j', (verification, expected) => {
    const { warnings } = recordOf({ ...least, convergence: { verification } });
    expect(warnings.map(({ what }) => what)).toEqual(expected);
  });

  it.each([
    [{}, 'loop_control has no steps'],
    [{ success_condition: 'true', cli_sequence: [] }, 'loop_control has no steps'],
    [{ cli_sequence: [{ step_id: 'a', tool: 'bash' }] }, 'cli_sequence[0] has neither a command nor a prompt_template'],
    [
      { cli_sequence: [{ step_id: 'a', tool: 'codex', command: ' ', prompt_template: '' }] },
      'cli_sequence[0] has neither',
    ],
    [
      { cli_sequence: [{ step_id: 'a', tool: 'bash', command: 'ls', on_error: 'ignore' }] },
      'cli_sequence[0].on_error must be one of fail, ',
    ],
  ])('PC-80 a loop that would do nothing refuses the file: %j', (loop_control, why) => {
    expect(failureOf(read([{ ...least, loop_control }]))?.message).toContain(why);
  });

  it('PC-80 a loop that is switched off may be empty', () => {
    expect(recordOf({ ...least, loop_control: { enabled: false } }).node?.loop?.enabled).toBe(false);
  });

  it('are warned of where a name stands for nothing', () => {
    const parts = [
      { step: 1, description: 'Use [found] and [nothing]', output: 'made' },
      { step: 2, logic_flow: ['[made]'] },
    ];
    expect(recordOf({ ...pre('Read([where])'), implementation: parts }).warnings).toEqual([
      {
        path: '.task/IMPL-1.json',
        line: 5,
        column: 5,
        what: 'pre_analysis[0] has names that nothing gives a value to: where',
      },
      {
        path: '.task/IMPL-1.json',
        line: 14,
        column: 5,
        what: 'implementation[0] has names that nothing gives a value to: nothing',
      },
    ]);
  });
});

describe('nodes together', () => {
  const node = (id: string, more: object = {}) => ({ id, title: id, ...more });

  it.each([
    [
      'a circle',
      [node('A', { depends_on: ['B'] }), node('B', { context: { depends_on: ['A'] } })],
      'DEPENDENCY_CYCLE',
      'A, B',
    ],
    ['one that waits for itself', [node('A', { depends_on: ['A'] })], 'DEPENDENCY_CYCLE', 'A'],
    [
      'parts in a circle',
      [
        node('A', {
          implementation: [
            { step: 1, depends_on: [2] },
            { step: 2, depends_on: [1] },
          ],
        }),
      ],
      'DEPENDENCY_CYCLE',
      'The parts of A',
    ],
    [
      'a part that waits for none',
      [node('A', { implementation: [{ step: 1, depends_on: [9] }] })],
      'NODE_NOT_FOUND',
      'its part 9',
    ],
    ['a dependency on nobody', [node('A', { depends_on: ['Z'] })], 'NODE_NOT_FOUND', '.task/A.json:5:5 A depends on Z'],
    [
      'a nested one',
      [node('A', { context: { depends_on: ['A1', 'Z'] } }), node('A1')],
      'NODE_NOT_FOUND',
      '.task/A.json:7:7 A depends on Z',
    ],
    [
      'a sub-task of nobody',
      [node('IMPL-3.1')],
      'NODE_NOT_FOUND',
      '.task/IMPL-3.1.json:2:9 IMPL-3.1 is a sub-task of IMPL-3',
    ],
    [
      'a circle through a container',
      [node('A', { depends_on: ['B'] }), node('A.1'), node('B', { depends_on: ['A.1'] })],
      'DEPENDENCY_CYCLE',
      'A.1, B',
    ],
    [
      'a conversation of nobody',
      [node('A', { cli_execution: { strategy: 'resume', resume_from: 'WFS-login-Z' } })],
      'RESUME_NOT_FOUND',
      ':6:20 A goes on',
    ],
    [
      'a conversation that nobody names',
      [node('A', { cli_execution: { strategy: 'fork' } })],
      'RESUME_NOT_FOUND',
      ':5:17 A goes on',
    ],
    ['an id twice', [node('A'), node('A')], 'FLOW_INVALID', '.task/A.json:2:9 id is that of .task/A.json too: A'],
    [
      'an id that differs from another in case alone',
      [node('Login.1'), node('Login'), node('LOGIN.1')],
      'FLOW_INVALID',
      '.task/LOGIN.1.json:2:9 id is that of .task/Login.1.json but for case, and their files would be one where case does not count: LOGIN.1',
    ],
    [
      'an id as runs have',
      [node('run-7')],
      'FLOW_INVALID',
      '.task/run-7.json:2:9 id is none that a node can have here: run-7',
    ],
    [
      'an id as every object has',
      [node('constructor')],
      'FLOW_INVALID',
      '.task/constructor.json:2:9 id is none that a node can have here: constructor',
    ],
    [
      'a conversation that two have and one goes on with',
      [
        node('A', { cli_execution: { id: 's' } }),
        node('B', { cli_execution_id: 's' }),
        node('C', { cli_execution: { resume_from: 's' } }),
      ],
      'FLOW_INVALID',
      '.task/B.json:4:23 cli_execution_id is that of .task/A.json too: s',
    ],
    [
      'a part twice',
      [node('A', { implementation: [{ step: 1 }, 'Do it', { step: '2' }] })],
      'FLOW_INVALID',
      '.task/A.json:10:15 implementation[2].step is that of implementation[1] too: 2',
    ],
    [
      'a nested part twice',
      [node('A', { flow_control: { implementation_approach: [{ step: 1 }, { step: 1 }] } })],
      'FLOW_INVALID',
      'flow_control.implementation_approach[1].step is that of flow_control.implementation_approach[0] too: 1',
    ],
    [
      'a step of a loop twice',
      [
        node('A', {
          loop_control: {
            cli_sequence: [
              { step_id: 'x', tool: 'bash' },
              { step_id: 'x', tool: 'bash' },
            ],
          },
        }),
      ],
      'FLOW_INVALID',
      'loop_control.cli_sequence[1].step_id is that of loop_control.cli_sequence[0] too: x',
    ],
  ])('%s is refused', (_, tasks, code, said) => {
    const failure = failureOf(read(tasks));
    expect(failure?.error_code).toBe(code);
    expect(failure?.message).toContain(said);
  });

  it('stand in the order of their numbers, and go on with one another by any of their names', () => {
    const found = read([
      node('IMPL-10', { cli_execution: { strategy: 'merge_fork', merge_from: ['WFS-login-IMPL-2', 'other'] } }),
      node('IMPL-2'),
      node('IMPL-1', { cli_execution_id: 'other' }),
    ]);
    expect(found.kind === 'read' && found.flow.nodes.map(({ id }) => id)).toEqual(['IMPL-1', 'IMPL-2', 'IMPL-10']);
  });

  it('are told where one goes on with what has no conversation of its own', () => {
    const goesOn = (from: string) => ({ cli_execution: { strategy: 'resume', resume_from: from } });
    const found = read([
      ...[node('A'), node('A.1'), node('B', goesOn('WFS-login-A')), node('C', goesOn('A.1'))],
      node('D', { cli_execution: { strategy: 'new', resume_from: 'A' } }),
    ]);
    expect(found.kind === 'read' && found.warnings).toMatchObject([
      {
        path: '.task/B.json',
        what: 'cli_execution.resume_from names WFS-login-A, which has sub-tasks and no conversation of its own: it is gone without',
      },
    ]);
  });

  it('are told where plan.json and the folder differ', () => {
    const plan = (ids: readonly string[]) => ({ plan: file('plan.json', { task_ids: ids }) });
    expect(failureOf(read([node('A')], plan(['A', 'B'])))).toMatchObject({
      error_code: 'NODE_NOT_FOUND',
      message: 'plan.json:4:5 task_ids[1] names B, of which there is no file',
    });
    const found = read([node('A'), node('B'), node('B.1')], plan(['A']));
    expect(found.kind === 'read' && found.warnings.map(({ what }) => what)).toEqual([
      'id is B, which plan.json does not list; it is worked on all the same',
    ]);
  });

  it('of a file called otherwise are told; a file by itself needs nobody', () => {
    const other = read([], { tasks: [file('.task/x.json', node('A'))] });
    expect(other.kind === 'read' && other.warnings[0]).toEqual({
      ...{ path: '.task/x.json', line: 2, column: 9, what: 'id is A, and its file is called otherwise' },
    });
    const alone = read([], { alone: true, tasks: [file('x.json', node('A', { depends_on: ['Z'] }))] });
    expect(alone).toMatchObject({ kind: 'read', flow: { name: 'A', nodes: [{ dependsOn: [] }] } });
    expect(alone.kind === 'read' && alone.warnings.map(({ what }) => what)).toEqual([
      'depends_on names Z, taken as done: this file runs alone',
    ]);
    const part = read([], { alone: true, tasks: [file('A.1.json', node('A.1'))] });
    expect(part).toMatchObject({ kind: 'read', flow: { name: 'A.1' } });
    const resumes = node('B', { cli_execution: { strategy: 'resume', resume_from: 'A' } });
    expect(failureOf(read([], { alone: true, tasks: [file('B.json', resumes)] }))).toMatchObject({
      error_code: 'RESUME_NOT_FOUND',
      details: { hint: expect.stringContaining('Run the folder') },
    });
  });

  it('are called after their session, and are no more than a thousand', () => {
    expect(read([node('A')], { session: file('s', { session_id: 'WFS-x' }) })).toMatchObject({
      flow: { name: 'WFS-x' },
    });
    const many = Array.from({ length: 1001 }, (_, at) => node(`N${at}`));
    expect(failureOf(read(many))).toMatchObject({
      message: expect.stringContaining('at most 1000 nodes'),
      details: { hint: expect.stringContaining('--only') },
    });
    expect(read(many.slice(0, 1000)).kind).toBe('read');
  });
});
