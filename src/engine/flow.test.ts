// Flows through the real engine, store and queue; only the outside is simulated.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gateResult, type Outside, settings, simulateOutside, turn } from '../../test/fakes/outside.ts';
import { standingNode } from '../../test/fakes/standing-node.ts';
import { ifKind, ofKind } from '../domain/any-thing.ts';
import { defined } from '../domain/defined.ts';
import type { Effect } from '../domain/effect/effect.ts';
import type { FlowRun } from '../domain/flow/flow-run.ts';
import type { LoopControl, NodeRecord } from '../domain/flow/node.ts';
import { planOfFlow } from '../domain/flow/plan-of-flow.ts';
import type { ProjectedFlow } from '../domain/flow/projected.ts';
import type { NodeSummary } from '../domain/flow/summary.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Purpose, RunResult } from '../domain/run/run.ts';
import { leftFor } from '../domain/task/criteria/before.ts';
import { projectionOf, shownBy } from '../domain/task/criteria/flow-files.ts';
import { namedAttempts } from '../domain/task/manual/rewind.ts';
import type { Settings } from '../domain/task/settings/settings.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectResult } from '../domain/thing.ts';
import type { EffectContext } from '../ports/effect.ts';

let outside: Outside;
beforeEach(async () => {
  shown.length = 0;
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const ended = (task: Task) => task.ended;
/** `stuck`, or the very one by its key. */
const asks = (which: string) => (task: Task) => {
  const { at } = task.state;
  return at.kind === 'asking' && (at.question === which || at.key === which);
};

function start(
  nodes: readonly Partial<NodeRecord>[],
  limits: Partial<Settings['limits']> = {},
  { tools, before, ...more }: Partial<Pick<FlowRun, 'tools' | 'before'>> & { readonly [field: string]: unknown } = {},
): Promise<TaskId> {
  const flow = {
    ...defined({ tools, before }),
    name: 'WFS-x',
    folder: '/checkout/x',
    below: '',
    nodes: nodes.map((each) => standingNode({ type: 'refactor', ...each })),
  };
  const own = { ...settings, limits: { ...settings.limits, ...limits } };
  return outside.create({ text: 'WFS-x', plan: planOfFlow(flow).text, flow, settings: own, until: 'test', ...more });
}

const shown: ProjectedFlow[] = [];
const summary: NodeSummary = {
  files: [{ path: 'src/a.ts', kind: 'added', from: null, added: 1, removed: 0 }],
  ...{ moreFiles: 0, components: [], moreComponents: 0, gates: [] },
};

/** Each attempt leaves another tree than the one before; all other looks find the last one. */
function following(): (effect: Effect, context: EffectContext) => EffectResult | null {
  let standing = 't0';
  return (effect, { thing }) => {
    if (effect.name === 'write-flow-files') {
      const task = ofKind(thing, 'task');
      shown.push(projectionOf(task, effect.input));
      const output = { elsewhere: null, edited: [], missing: ['.task/B.json'], added: [] };
      return { kind: 'done', output: { ...output, shown: shownBy(task) } };
    }
    if (effect.name === 'read-summary') return { kind: 'done', output: summary };
    if (effect.name !== 'snapshot') return null;
    const { label } = effect.input;
    if (label.includes('/attempt-')) standing = `t ${label}`;
    return { kind: 'done', output: { tree: standing, changes: [] } };
  };
}

const movesOf = ({ state }: Task) => (state.moves ?? []).map(({ node, from, to }) => `${node} ${from}>${to}`);
const nodeIn = (purpose: Purpose): string | null =>
  purpose.kind === 'agent' ? (/at node (\S+) \(/.exec(purpose.prompt)?.[1] ?? null) : null;
const told = () => outside.runs.flatMap((purpose) => nodeIn(purpose) ?? []);

describe('PC-56 a flow', () => {
  it('is worked on in the order of its graph, each node told as a hand-off, and each move of it put down', async () => {
    outside.script = { run: () => null, effect: following() };
    const id = await start([
      { id: 'IMPL-2', dependsOn: ['IMPL-1'], requirements: ['log out'] },
      { id: 'IMPL-1' },
      { id: 'IMPL-1.1', acceptance: ['a wrong name is refused'] },
      { id: 'IMPL-1.2', dependsOn: ['IMPL-1.1'] },
    ]);
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['IMPL-1.1', 'IMPL-1.2', 'IMPL-2']);
    expect(told()).toEqual(['IMPL-1.1', 'IMPL-1.2', 'IMPL-2']);
    const prompts = outside.runs.flatMap((each) => (each.kind === 'agent' ? [each.prompt] : []));
    expect(prompts[0]).toContain('ACCEPTANCE:\n\n```text\n- a wrong name is refused\n```');
    expect(prompts[2]).toContain('REQUIREMENTS:\n\n```text\n- log out\n```');
    expect(prompts[1]).toContain('### IMPL-1.1: ');
    expect(prompts[1]).toContain('Files: src/a.ts (added)');
    expect(prompts[0]).not.toContain('WHAT IT BUILDS ON');
    expect(movesOf(task)).toEqual([
      ...['IMPL-1 pending>in_progress', 'IMPL-1.1 pending>in_progress', 'IMPL-1.1 in_progress>completed'],
      ...['IMPL-1.2 pending>in_progress', 'IMPL-1 in_progress>completed', 'IMPL-1.2 in_progress>completed'],
      ...['IMPL-2 pending>in_progress', 'IMPL-2 in_progress>completed'],
    ]);
  });

  it('PC-61 PC-62 has its files written whenever it rests and a node stands otherwise: once for an end and the beginning that follows, and at its own end; what is amiss with them is told once', async () => {
    outside.script = { run: () => null, effect: following() };
    const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }]);
    await outside.until(id, ended);
    expect(shown.map(({ state, nodes }) => `${state} ${nodes.map(({ status }) => status).join(' ')}`)).toEqual([
      ...['active pending pending', 'active in_progress pending', 'active completed in_progress'],
      'completed completed completed',
    ]);
    expect(shown.at(-1)?.nodes.map((node) => [node.summary, node.moves.length])).toEqual([
      [summary, 2],
      [summary, 2],
    ]);
    const facts = await outside.store.read((reads) => reads.facts({ thing: id, limit: 1000 }));
    expect(facts.filter(({ kind }) => kind === 'flow_files_missing')).toHaveLength(1);
  });

  it('goes on where its files cannot be written and nobody can say what a node came to, and says so', async () => {
    const usual = following();
    const failing = (effect: Effect, context: EffectContext): EffectResult | null =>
      effect.name === 'write-flow-files' || effect.name === 'read-summary'
        ? { kind: 'failed', failure: { error_code: 'PATH_NOT_FOUND', message: 'gone' } }
        : usual(effect, context);
    outside.script = { run: () => null, effect: failing };
    const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }]);
    expect((await outside.until(id, ended)).state.known.work.done).toEqual(['A', 'B']);
    const facts = await outside.store.read((reads) => reads.facts({ thing: id, limit: 1000 }));
    expect(facts.flatMap(({ kind, data }) => (kind === 'flow_files_failed' ? [data] : []))).toEqual([
      { why: 'gone', code: 'PATH_NOT_FOUND' },
    ]);
  });

  it('PC-59 PC-63 a node that is blocked asks after three attempts; given up, it has failed, and who waits for it never began', async () => {
    outside.script = {
      effect: following(),
      run: (purpose) =>
        nodeIn(purpose) === 'A'
          ? { result: turn('', { outcome: { kind: 'auth_missing', message: 'log in' } as never }) }
          : null,
    };
    const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }]);
    const seen = await outside.until(id, asks('stuck'));
    const tried = await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }));
    expect(tried.map(({ spec }) => [spec.label, spec.attempts])).toEqual([['A', 3]]);
    expect(movesOf(seen)).toEqual(['A pending>in_progress', 'A in_progress>blocked']);
    await outside.answer(id, 'abandon');
    const task = await outside.until(id, ended);
    expect(movesOf(task)).toEqual(['A pending>in_progress', 'A in_progress>blocked', 'A blocked>failed']);
    expect(told()).not.toContain('B');
  });

  it('what its files say is settled is not done again, and the task says that nothing speaks for it', async () => {
    outside.script = { run: () => null, effect: following() };
    const continues = { session: 'WFS-x', done: ['A'] };
    const id = await start(
      [
        { id: 'A', status: 'completed' },
        { id: 'B', dependsOn: ['A'] },
      ],
      {},
      { continues },
    );
    const task = await outside.until(id, ended);
    expect(told()).toEqual(['B']);
    expect(task.state.at).toMatchObject({ outcome: { kind: 'not_verified' } });
    expect(movesOf(task)).toEqual(['B pending>in_progress', 'B in_progress>completed']);
  });

  it('PC-80 a loop of a task file goes round before the first turn; one that comes to its limit leaves its node blocked', async () => {
    let rounds = 0;
    const loop: LoopControl = {
      ...{ enabled: true, maxIterations: 3, onFailure: 'fail_fast', maxRetries: 0 },
      successCondition: "test_stdout === 'good'",
      steps: [{ id: 'test', tool: 'bash', mode: null, command: 'npm test', prompt: null, onError: null }],
    };
    const looked = (output: string): RunResult => ({
      kind: 'looked',
      looked: { ok: true, why: '', bytes: 4, cut: false, told: { output, errors: '', exit: 0 } },
    });
    outside.script = {
      run: (purpose) => {
        if (purpose.kind !== 'lookup') return null;
        rounds += 1;
        return { result: looked(rounds === 2 ? 'good' : 'bad') };
      },
      effect: following(),
    };
    const id = await start([
      { id: 'A', loop },
      { id: 'B', loop, dependsOn: ['A'] },
    ]);
    const task = await outside.until(id, asks('stuck'));
    expect(rounds).toBe(5);
    expect(movesOf(task)).toEqual([
      ...['A pending>in_progress', 'A in_progress>completed', 'B pending>in_progress', 'B in_progress>blocked'],
    ]);
    const facts = await outside.store.read((reads) => reads.facts({ task: id, limit: 500 }));
    expect(facts.filter(({ kind }) => kind === 'loop_begun_again')).toHaveLength(3);
  });
});

it('PC-56 the parts of a node that are for one agent are given one by one, in their order and one conversation; what the gates find is mended whole', async () => {
  const prompts: string[] = [];
  const answering = (purpose: Purpose) => {
    if (purpose.kind !== 'agent') return null;
    prompts.push(`${purpose.resume ?? 'anew'}: ${purpose.prompt}`);
    return { result: turn('I did it.', { conversation: 'of-A' }) };
  };
  outside.script = { run: answering, effect: following() };
  const silent = { description: '', modificationPoints: [], logicFlow: [], output: null, tddPhase: null, actions: [] };
  const part = (step: string, dependsOn: readonly string[] = []) => ({
    ...{ ...silent, step, title: `Part ${step}`, dependsOn, maxIterations: null, command: null },
  });
  const execution = { ...standingNode({}).execution, method: 'agent' } as const;
  const id = await start([{ id: 'A', execution, parts: [part('3', ['1', '2']), part('1'), part('2')] }]);
  await outside.until(id, ended);
  expect(prompts.map((prompt) => prompt.split(/[.(]/, 1)[0])).toEqual([
    'anew: Attempt 1 of 3 at node A ',
    'of-A: Step 2 of 3 of node A',
    'of-A: Step 3 of 3 of node A',
  ]);
  expect(prompts.map((prompt) => /THIS STEP:\n\n```text\n(.*)/.exec(prompt)?.[1])).toEqual([
    '1. Part 1',
    '2. Part 2',
    '3. Part 3',
  ]);
  expect(prompts.map((prompt) => prompt.includes('"report"'))).toEqual([true, false, true]);
});

const asked = async (id: TaskId) => (await outside.store.read((reads) => reads.questions({ task: id, open: true })))[0];

describe('task files that an agent writes while it works on a node', () => {
  const writing = (
    by: string,
    all: readonly Partial<NodeRecord>[],
    unread: readonly { path: string; why: string }[] = [],
  ) => {
    const usual = following();
    const added = all.map((each) => ({
      path: `.task/${each.id}.json`,
      node: standingNode({ type: 'refactor', ...each }),
    }));
    return (effect: Effect, context: EffectContext): EffectResult | null => {
      const plain = usual(effect, context);
      if (effect.name !== 'snapshot' || effect.input.gather?.from !== 'x/.task') return plain;
      const found = effect.input.label.includes(`/${by}/`) ? { added, refused: unread } : { added: [], refused: [] };
      return plain?.kind === 'done'
        ? { kind: 'done', output: { ...(plain.output as object), gathered: found } }
        : plain;
    };
  };
  const factsOf = async (id: TaskId, kind: string) =>
    (await outside.store.read((reads) => reads.facts({ task: id, limit: 1000 }))).filter((fact) => fact.kind === kind);
  const begin = (limits: Partial<Settings['limits']> = {}) =>
    start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }], limits);

  it('are nodes once its own work is done, and who needs it needs them', async () => {
    outside.script = { run: () => null, effect: writing('A', [{ id: 'A.1' }, { id: 'A.2', dependsOn: ['A.1'] }]) };
    const id = await begin();
    const task = await outside.until(id, ended);
    expect(told()).toEqual(['A', 'A.1', 'A.2', 'B']);
    expect(task.state.known.work.done).toEqual(['A', 'A.1', 'A.2', 'B']);
    expect(movesOf(task)).toEqual([
      ...['A pending>in_progress', 'A.1 pending>in_progress', 'A.1 in_progress>completed', 'A.2 pending>in_progress'],
      ...['A in_progress>completed', 'A.2 in_progress>completed', 'B pending>in_progress', 'B in_progress>completed'],
    ]);
    const prompts = outside.runs.flatMap((each) => (each.kind === 'agent' ? [each.prompt] : []));
    expect(prompts[0]).toContain('`x/.task/A.1.json`');
    expect(prompts[1]).toContain('### A: ');
    expect(shown.at(-1)?.nodes.map(({ id: node, made, summary: told }) => [node, made?.by, told])).toEqual([
      ...[
        ['A', undefined, summary],
        ['A.1', 'A', summary],
        ['A.2', 'A', summary],
        ['B', undefined, summary],
      ],
    ]);
    expect((await factsOf(id, 'task_files_found')).map(({ data }) => data.files)).toEqual([
      ['.task/A.1.json', '.task/A.2.json'],
    ]);
    expect((await factsOf(id, 'nodes_added')).map(({ data }) => data)).toEqual([
      { node: 'A', added: ['A.1', 'A.2'], by: null },
    ]);
  });

  it.each([
    ['take', ['A', 'D', 'B'], []],
    ['leave', ['A', 'B'], [{ path: '.task/D.json', why: 'person:test goes on without it' }]],
  ])('and that are more than was agreed to are asked, whatever the policy: %s', async (chosen, nodes, refused) => {
    outside.script = { run: () => null, effect: writing('A', [{ id: 'D' }]) };
    const own = { settings: { ...settings, preset: 'hands-off' as const } };
    const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }], {}, own);
    const seen = await outside.until(id, asks('plan_changed'));
    expect([movesOf(seen), seen.state.grown]).toEqual([['A pending>in_progress'], undefined]);
    await outside.restart();
    await outside.answer(id, chosen);
    await outside.until(id, ended);
    expect(told()).toEqual(nodes);
    expect((await factsOf(id, 'nodes_refused')).flatMap(({ data }) => data.refused)).toEqual(refused);
  });

  it.each([
    ['without', ['A', 'D', 'B']],
    ['leave', ['A', 'B']],
  ])(
    'and that are checked by what is not there are asked about before anybody works for them: %s',
    async (chosen, nodes) => {
      const usual = writing('A', [{ id: 'D', verification: 'cargo test --doc' }]);
      const verified = (purpose: Purpose) =>
        purpose.kind === 'gate' && purpose.definition.source === 'plan'
          ? { result: { kind: 'gate', result: gateResult('verify', 'passed') } as const }
          : null;
      const effect = (each: Effect, context: EffectContext): EffectResult | null =>
        each.name === 'find-programs'
          ? { kind: 'done', output: { missing: each.input.programs } }
          : usual(each, context);
      outside.script = { run: verified, effect };
      const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }]);
      await outside.until(id, asks('plan_changed'));
      await outside.answer(id, 'take');
      await outside.until(id, asks('setup_failed'));
      expect([(await asked(id))?.text, told()]).toEqual([
        'D is checked by `cargo test --doc`, and cargo is not on this machine: install Rust (https://rustup.rs) (PROGRAM_MISSING)',
        ['A'],
      ]);
      await outside.restart();
      await outside.answer(id, chosen);
      await outside.until(id, ended);
      expect(told()).toEqual(nodes);
    },
  );

  it('and that are none are told with the reason, and the flow goes on', async () => {
    const unread = [{ path: '.task/x.json', why: '1:1 it is empty' }];
    outside.script = { run: () => null, effect: writing('A', [{ id: 'B' }], unread) };
    const id = await begin({ together: 1 });
    await outside.until(id, ended);
    expect(told()).toEqual(['A', 'B']);
    expect((await factsOf(id, 'nodes_refused')).map(({ data }) => data.refused)).toEqual([
      [...unread, { path: '.task/B.json', why: 'B is a node already' }],
    ]);
  });
});

describe('what a task file wants a person to look at', () => {
  const tests = { ...standingNode({}).tests, manualChecks: ['the page is blue', 'the sum is right', 'it prints'] };
  const allToPolicy = { settings: { ...settings, preset: 'hands-off' as const } };

  it('is asked at the end of its node, whatever the policy, line by line, and without it the node is not done', async () => {
    outside.script = { run: () => null, effect: following() };
    const id = await start(
      [
        { id: 'A', tests },
        { id: 'B', dependsOn: ['A'] },
      ],
      {},
      allToPolicy,
    );
    const seen = await outside.until(id, asks('checks'));
    expect([seen.state.known.work.done, movesOf(seen), told()]).toEqual([[], ['A pending>in_progress'], ['A']]);
    const first = await asked(id);
    expect(first?.text).toContain('1. the page is blue\n2. the sum is right\n3. it prints');
    expect(first?.assent).toBeUndefined();

    await outside.answer(id, 'some', '1 and 3, and 9');
    await outside.until(id, asks(`checks-${seen.state.asked + 1}`));
    const second = await asked(id);
    expect(second?.shown).toMatchObject({
      ...{ node: 'A', checks: ['the sum is right'] },
      held: [
        { check: 'the page is blue', by: 'person:test' },
        { check: 'it prints', by: 'person:test' },
      ],
    });
    await outside.answer(id, 'holds');
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done).toEqual(['A', 'B']);
    expect(told()).toEqual(['A', 'B']);
    expect(shown.at(-1)?.nodes[0]?.summary?.looked).toEqual(
      ['the page is blue', 'it prints', 'the sum is right'].map((check) => ({ check, by: 'person:test' })),
    );
    const facts = await outside.store.read((reads) => reads.facts({ thing: id, limit: 1000 }));
    expect(facts.flatMap(({ kind, data }) => (kind === 'checks_held' ? [[data.checks, data.open]] : []))).toEqual([
      [['the page is blue', 'it prints'], 1],
      [['the sum is right'], 0],
    ]);
  });

  it('and does not hold sends its agent back with the words, and all of it is asked again', async () => {
    outside.script = { run: () => null, effect: following() };
    const id = await start([{ id: 'A', tests }]);
    const { state } = await outside.until(id, asks('checks'));
    await outside.answer(id, 'some', '1');
    await outside.until(id, asks(`checks-${state.asked + 1}`));
    await outside.answer(id, 'wrong', 'the sum is short of a cent');
    await outside.until(id, asks(`checks-${state.asked + 2}`));
    const prompts = outside.runs.flatMap((each) => (each.kind === 'agent' ? [each.prompt] : []));
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('the sum is short of a cent');
    expect((await asked(id))?.shown).toMatchObject({ checks: tests.manualChecks, held: [] });
    await outside.answer(id, 'abandon');
    const task = await outside.until(id, ended);
    expect(movesOf(task)).toEqual(['A pending>in_progress', 'A in_progress>failed']);
  });

  it('stands over a crash, and is asked once', async () => {
    outside.script = { run: () => null, effect: following() };
    const id = await start([{ id: 'A', tests }]);
    const { state } = await outside.until(id, asks('checks'));
    await outside.restart();
    await outside.answer(id, 'holds');
    const task = await outside.until(id, ended);
    expect([task.state.asked, movesOf(task)]).toEqual([
      state.asked,
      ['A pending>in_progress', 'A in_progress>completed'],
    ]);
  });
});

it('PC-71 a node is done by the agent that its file names, where that one may develop; else by whoever does', async () => {
  outside.script = { run: () => null, effect: following() };
  const by = (tool: string) => ({ ...standingNode({}).execution, tool });
  const agents = { ...settings.agents, develop: ['one', 'two'] };
  const nodes = [
    { id: 'A', execution: by('two') },
    { id: 'B', execution: by('three') },
  ];
  const id = await start(nodes, {}, { settings: { ...settings, agents } });
  await outside.until(id, ended);
  const tried = await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }));
  expect(tried.toReversed().map(({ spec }) => [spec.label, spec.agents])).toEqual([
    ['A', ['two', 'one']],
    ['B', ['one', 'two']],
  ]);
});

it('PC-71 a node whose file names nobody is done by the first that is switched on and may develop', async () => {
  outside.script = { run: () => null, effect: following() };
  const agents = { ...settings.agents, develop: ['one', 'two'] };
  const id = await start([{ id: 'A' }], {}, { tools: ['three', 'two', 'one'], settings: { ...settings, agents } });
  await outside.until(id, ended);
  const [tried] = await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }));
  expect(tried?.spec.agents).toEqual(['two', 'one']);
});

describe('nodes that are worked on at once', () => {
  const apart = (id: string, more: Partial<NodeRecord> = {}) => ({
    ...{ id, files: [{ path: `${id}.js`, action: null, target: null, changes: [], conflictRisk: null }] },
    ...more,
  });
  const looked = { ...standingNode({}).tests, manualChecks: ['it looks well'] };
  const covered = { ...standingNode({}).tests, coverageTarget: 80 };
  const roundsOf = async (id: TaskId) =>
    (await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id })))
      .toReversed()
      .map((each) => ofKind(each, 'criterion'));

  it('are put together and checked once, each with the summary and moves of its own', async () => {
    outside.script = { run: () => null, effect: following() };
    const nodes = [apart('A'), apart('B', { tests: covered }), apart('C'), { id: 'D', dependsOn: ['C'] }];
    const id = await start(nodes, { together: 3 });
    const task = await outside.until(id, ended);
    const rounds = await roundsOf(id);
    expect(rounds.map(({ key, spec }) => `${key}: ${spec.label}`)).toEqual([
      ...['A: A', 'B: B', 'C: C', 'C.2: A, B, C', 'D: D'],
    ]);
    // What holds for one node alone is no part of what is asked of all.
    const { node, lookups, loop, gathers, builtOn, goesOn } = rounds[3]?.spec ?? {};
    expect([node, lookups, loop, gathers, builtOn, goesOn]).toEqual(Array(6).fill(undefined));
    expect(movesOf(task).toSorted()).toEqual(
      ['A', 'B', 'C', 'D'].flatMap((each) => [`${each} in_progress>completed`, `${each} pending>in_progress`]),
    );
    expect(Object.keys(task.state.summaries ?? {}).toSorted()).toEqual(['A', 'B', 'C', 'D']);
    expect(outside.acts.get('join-work')).toBe(1);
  });

  it('but one that a person is to look at is checked by itself', async () => {
    outside.script = { run: () => null, effect: following() };
    const id = await start([apart('A'), apart('B'), apart('C', { tests: looked })], { together: 3 });
    await outside.until(id, asks('checks'));
    expect((await roundsOf(id)).map(({ key, spec }) => `${key}: ${spec.label}`).slice(3)).toEqual([
      ...['B.2: A, B', 'C.2: C'],
    ]);
    await outside.answer(id, 'holds');
    expect((await outside.until(id, ended)).state.known.work.done).toEqual(['A', 'B', 'C']);
  });

  it('nor one whose agent has added task files, and they come in after it', async () => {
    const usual = following();
    const added = [
      { path: '.task/A.1.json', node: standingNode({ id: 'A.1', type: 'refactor', files: apart('A').files }) },
    ];
    const adds = (effect: Effect, context: EffectContext): EffectResult | null => {
      const seen = usual(effect, context);
      return effect.name === 'snapshot' &&
        seen?.kind === 'done' &&
        ifKind(context.thing, 'criterion')?.spec.label === 'A'
        ? { kind: 'done', output: { ...(seen.output as object), gathered: { added, refused: [] } } }
        : seen;
    };
    outside.script = { run: () => null, effect: adds };
    const id = await start([apart('A'), apart('B'), apart('C')], { together: 3 });
    const task = await outside.until(id, ended);
    expect(task.state.known.work.done.toSorted()).toEqual(['A', 'A.1', 'B', 'C']);
    expect((await roundsOf(id)).map(({ spec }) => spec.label)).toContain('B, C');
  });
});

it('PC-62 a node that a person goes back to is summarised anew once it is done again, and so is what was done after it', async () => {
  const usual = following();
  let sums = 0;
  const counted = (effect: Effect, context: EffectContext): EffectResult | null => {
    if (effect.name !== 'read-summary') return usual(effect, context);
    sums += 1;
    const [file] = summary.files;
    return { kind: 'done', output: { ...summary, files: [{ ...file, path: `src/${sums}.ts` }] } };
  };
  outside.script = { run: () => null, effect: counted };
  const looked = { ...standingNode({}).tests, manualChecks: ['it looks well'] };
  const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }, { id: 'C', dependsOn: ['B'], tests: looked }]);
  await outside.until(id, asks('checks'));
  await outside.say(id, 'take');
  await outside.until(id, ({ state }) => state.at.kind === 'in_hand');
  const rounds = (await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }))).map((each) =>
    ofKind(each, 'criterion'),
  );
  await outside.say(
    id,
    'rewind',
    namedAttempts(rounds).find(({ name }) => name === 'A.1'),
  );
  await outside.until(id, ({ state }) => state.at.kind === 'in_hand' && state.at.rewound !== undefined);
  await outside.say(id, 'give', { go_on: true });
  await outside.until(id, asks('checks'));
  await outside.answer(id, 'holds');
  await outside.until(id, ended);
  const paths = shown.at(-1)?.nodes.map((node) => [node.id, node.summary?.files[0]?.path]);
  expect(paths).toEqual([
    ['A', 'src/3.ts'],
    ['B', 'src/4.ts'],
    ['C', 'src/5.ts'],
  ]);
});

describe('whose conversation a node goes on with', () => {
  const answering = (purpose: Purpose) => {
    const node = nodeIn(purpose);
    return node === null ? null : { result: turn(`I made ${node}.`, { conversation: `of-${node}` }) };
  };
  const begun = () =>
    outside.runs.flatMap((purpose) =>
      purpose.kind === 'agent' && nodeIn(purpose) !== null
        ? [[nodeIn(purpose), purpose.resume, purpose.fork === true, purpose.carried?.match(/I made \S+\./g)?.join(' ')]]
        : [],
    );

  it("PC-65 PC-66 PC-68 is by the graph: none, the only parent's, a fork of one that is shared, the answers of several each once", async () => {
    outside.script = { run: answering, effect: following() };
    const id = await start([
      { id: 'A' },
      { id: 'B', dependsOn: ['A'] },
      { id: 'C', dependsOn: ['B'] },
      { id: 'D', dependsOn: ['B'] },
      { id: 'E', dependsOn: ['C', 'D'] },
    ]);
    await outside.until(id, ended);
    expect(begun()).toEqual([
      ['A', null, false, undefined],
      ['B', 'of-A', false, 'I made A.'],
      ['C', 'of-B', true, 'I made B.'],
      ['D', 'of-B', true, 'I made B.'],
      ['E', null, false, 'I made C. I made D.'],
    ]);
    const things = await outside.store.read((reads) => reads.things({ kind: 'criterion', task: id }));
    const facts = await outside.store.read((reads) => reads.facts({ thing: things.at(0)?.id as never, limit: 100 }));
    expect(facts.find(({ kind }) => kind === 'node_goes_on')?.data).toMatchObject({
      ...{ node: 'E', strategy: 'merge_fork', parents: ['C', 'D'], in_conversation: false },
      carried: [
        { bytes: 9, carried: 9 },
        { bytes: 9, carried: 9 },
      ],
    });
  });

  it('PC-66 PC-68 is that of who was worked on beside others as well, as text: what they answered was answered in copies of their own', async () => {
    outside.script = { run: answering, effect: following() };
    const apart = (id: string) => ({
      id,
      files: [{ path: `${id}.js`, action: null, target: null, changes: [], conflictRisk: null }],
    });
    const id = await start(
      [apart('A'), apart('B'), { id: 'C', dependsOn: ['A', 'B'] }, { id: 'D', dependsOn: ['B'] }],
      { together: 2 },
    );
    await outside.until(id, ended);
    expect(begun().toSorted()).toEqual([
      ['A', null, false, undefined],
      ['B', null, false, undefined],
      ['C', null, false, 'I made A. I made B.'],
      ['D', null, false, 'I made B.'],
    ]);
  });

  it('PC-66 is that of a node that an earlier run has done, as text, with what that came to', async () => {
    outside.script = { run: answering, effect: following() };
    const nodes = [
      { id: 'A', status: 'completed' as const },
      { id: 'B', dependsOn: ['A'] },
    ];
    const first = await start(nodes.map(({ status: _, ...node }) => node));
    const rounds = async () =>
      (await outside.store.read((reads) => reads.things({ kind: 'criterion', task: first }))).map((each) =>
        ofKind(each, 'criterion'),
      );
    const last = await outside.until(first, ended);
    const flow = {
      ...last.spec.flow,
      nodes: nodes.map((node) => standingNode({ type: 'refactor', ...node })),
    } as FlowRun;
    const before = leftFor(last, (await rounds()).toReversed(), flow);
    expect(before.map(({ id, summary: of, answered }) => [id, of, answered?.answer])).toEqual([
      ['A', summary, 'I made A.'],
    ]);
    const turns = outside.runs.length;
    await outside.until(await start(nodes, {}, { before }), ended);
    expect(begun().at(-1)).toEqual(['B', null, false, 'I made A.']);
    const told = outside.runs.slice(turns).flatMap((each) => (each.kind === 'agent' ? [each.prompt] : []));
    expect(told[0]).toContain('### A: ');
    // And a run after that, in which neither is done again, knows both.
    const third = {
      ...flow,
      nodes: [...nodes, { id: 'C', dependsOn: ['A', 'B'] }].map((node) =>
        standingNode({ ...node, status: node.id === 'C' ? 'pending' : 'completed' }),
      ),
    };
    const second = ofKind(
      (await outside.store.read((reads) => reads.things({ kind: 'task' }))).find(({ id }) => id !== first) as never,
      'task',
    );
    const secondRounds = (
      await outside.store.read((reads) => reads.things({ kind: 'criterion', task: second.task }))
    ).map((each) => ofKind(each, 'criterion'));
    expect(leftFor(second, secondRounds, third).map(({ id, answered }) => [id, answered?.answer])).toEqual([
      ['A', 'I made A.'],
      ['B', 'I made B.'],
    ]);
  });

  it('is that of whoever its file names, and it waits for them', async () => {
    outside.script = { run: answering, effect: following() };
    const own = { ...standingNode({}).execution, strategy: 'resume', resumeFrom: 'B' } as const;
    const id = await start([{ id: 'A', execution: own }, { id: 'B' }]);
    await outside.until(id, ended);
    expect(begun()).toEqual([
      ['B', null, false, undefined],
      ['A', 'of-B', false, 'I made B.'],
    ]);
  });

  it('PC-70 is text for who is named in its file and is not the one of the parent', async () => {
    outside.script = { run: answering, effect: following() };
    const by = (tool: string) => ({ ...standingNode({}).execution, tool });
    const agents = { ...settings.agents, develop: ['one', 'two'] };
    const nodes = [
      { id: 'A', execution: by('one') },
      { id: 'B', dependsOn: ['A'], execution: by('two') },
      { id: 'C', dependsOn: ['B'] },
    ];
    const id = await start(nodes, {}, { settings: { ...settings, agents } });
    await outside.until(id, ended);
    const workers = outside.runs.flatMap((purpose) =>
      purpose.kind === 'agent' && nodeIn(purpose) ? [purpose.agent] : [],
    );
    expect(workers).toEqual(['one', 'two', 'two']);
    expect(begun()).toEqual([
      ['A', null, false, undefined],
      ['B', null, false, 'I made A.'],
      ['C', 'of-B', false, 'I made B.'],
    ]);
  });
});

it('goes down at every moment of a flow, and each node is done once, each move put down once, and its files say how it ended', async () => {
  outside.script = { run: () => null, effect: following() };
  const seen = new Set<string>();
  let isGoing = false;
  outside.reach = async (point, thing, effect) => {
    const { signal } = outside.engine;
    const down = new Promise((resolve) => signal.addEventListener('abort', resolve));
    const row = await outside.store.read((reads) => reads.thing(thing));
    const key = `${point} ${thing} ${effect} ${row?.effects}`;
    const own = String(thing).includes('/') || ['write-flow-files', 'read-summary'].includes(effect);
    const isNew = own && !seen.has(key);
    if (!isNew && !isGoing && !signal.aborted) return;
    if (isNew && !isGoing && !signal.aborted) {
      seen.add(key);
      isGoing = true;
      signal.addEventListener('abort', () => {
        isGoing = false;
      });
      queueMicrotask(() => void outside.restart());
    }
    if (!signal.aborted) await down;
    throw new Error('it went down');
  };
  const id = await start([{ id: 'A' }, { id: 'B', dependsOn: ['A'] }, { id: 'C', dependsOn: ['A', 'B'] }]);
  const task = await outside.until(id, ended);
  expect(task.state.known.work.done).toEqual(['A', 'B', 'C']);
  expect(movesOf(task)).toEqual(
    ['A', 'B', 'C'].flatMap((node) => [`${node} pending>in_progress`, `${node} in_progress>completed`]),
  );
  const things = await outside.store.read((reads) => reads.things({ task: id }));
  expect(things.flatMap(({ kind, key }) => (kind === 'criterion' ? [key] : [])).toReversed()).toEqual(['A', 'B', 'C']);
  const facts = await outside.store.read((reads) => reads.facts({ thing: id, limit: 1000 }));
  expect(facts.filter(({ kind }) => kind === 'node_moved')).toHaveLength(6);
  expect([...Object.keys(task.state.summaries ?? {}), shown.at(-1)?.state]).toEqual(['A', 'B', 'C', 'completed']);
  expect(seen.size).toBeGreaterThan(40);
}, 120_000);
