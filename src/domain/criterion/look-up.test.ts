import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, turn } from '../../../test/fakes/outside.ts';
import type { Said } from '../fact/fact.ts';
import { loopBegun } from '../flow/loop.ts';
import type { LoopControl, PreAnalysisStep } from '../flow/node.ts';
import { preAnalysisBegun } from '../flow/pre-analysis.ts';
import { type HostId, instant, type RunId, taskId } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Ending } from '../run/ending.ts';
import type { Run, RunResult, RunSpec } from '../run/run.ts';
import { nothingSpent } from '../run/spent.ts';
import { type Criterion, type CriterionState, firstCriterionState } from './criterion.ts';
import { decideCriterion } from './decide.ts';

const now = instant(1_000_000);
const task = taskId('shop', 1);
const steps: readonly PreAnalysisStep[] = [
  {
    step: '1',
    action: 'look',
    commands: ['Read(a.md)', 'ccw cli -p "say [code]" --tool other'],
    outputTo: 'code',
    onError: 'fail',
  },
];
const servers = [{ name: 'docs', reach: { kind: 'address', url: 'http://localhost:1' } }] as const;

const criterion = (state: CriterionState, more: Partial<Criterion['spec']> = {}): Criterion => ({
  ...{
    id: `${task}/N-1` as Criterion['id'],
    kind: 'criterion',
    task,
    parent: task,
    key: 'N-1',
    host: 'here' as HostId,
  },
  ...{ version: 1, fence: 1, effects: 0, ended: false, createdAt: now, updatedAt: now },
  spec: {
    ...{
      label: 'N-1',
      text: 'it fires',
      verify: null,
      kind: 'behaviour',
      task: 'heartbeat',
      plan: null,
      copy: '/copy',
    },
    ...{ hub: { path: '/hub', checkout: '/co' }, base, gatePlan, gateSettings, baseline: [], dependencies: '/deps' },
    ...{ agents: ['one'], attempts: 7, agentDeadlineMs: 60_000, sandbox: 'auto', advice: null },
    lookups: { steps, servers },
    ...more,
  },
  state,
});

/** Until it waits, ends or begins its first turn; each run ends as `came` says by its place. */
function play(
  came: readonly (readonly [RunResult, Ending])[],
  more: Partial<Criterion['spec']> = {},
  from: {
    readonly state: CriterionState;
    readonly runs: readonly Run[];
    readonly notices?: readonly Notice[];
    readonly now?: number;
  } = {
    state: firstCriterionState,
    runs: [],
  },
) {
  let { state } = from;
  const { notices = [] } = from;
  const runs: Run[] = [...from.runs];
  const said: Said[] = [];
  for (let round = 0; round < 40; round += 1) {
    const decided = decideCriterion(
      { thing: criterion(state, more), children: runs, notices },
      instant(from.now ?? now),
    );
    if (decided.kind === 'advance') {
      state = decided.state;
      said.push(...(decided.said ?? []));
    } else if (decided.kind === 'spawn' && ['looking_up', 'looping'].includes(decided.state.at.kind)) {
      state = decided.state;
      const [child] = decided.children;
      const [result, ending] = came[runs.length] ?? [null, null];
      if (child === undefined || result === null) return { state, runs, decided, said };
      runs.push(aRun(child.key, child.spec as RunSpec, result, ending));
    } else return { state, runs, decided, said };
  }
  throw new Error('it goes round');
}

const aRun = (key: string, spec: RunSpec, result: RunResult, ending: Ending): Run => ({
  ...{ id: `r-${key}` as RunId, kind: 'run', task, parent: task, key, host: 'here' as HostId, spec },
  ...{ version: 1, fence: 1, effects: 0, ended: true, createdAt: now, updatedAt: now },
  state: { kind: 'ended', startedAt: now, endedAt: now, ending, result },
});

const exited: Ending = { kind: 'exited', code: 0 };
const looked = (ok: boolean): RunResult => ({
  kind: 'looked',
  looked: { ok, why: ok ? '' : 'there is no a.md', bytes: 9, cut: false },
});
const answer: RunResult = turn('né');

it('PC-53 what its pre-analysis finds comes before its first turn, and the turn is handed it', () => {
  const { runs, decided } = play([
    [looked(true), exited],
    [answer, exited],
  ]);
  expect(runs.map(({ spec }) => spec)).toMatchObject([
    {
      purpose: {
        kind: 'lookup',
        command: { kind: 'read', path: 'a.md' },
        values: {},
        folder: '/copy',
        dependencies: '/deps',
        servers,
      },
      deadlineMs: 60_000,
    },
    {
      purpose: {
        kind: 'agent',
        role: 'analyze',
        mode: 'analysis',
        agent: 'other',
        prompt: 'say [code]',
        resume: null,
        values: { code: [{ run: 'r-lookup-1', bytes: 9 }] },
      },
    },
  ]);
  if (decided.kind !== 'spawn') throw new Error(decided.kind);
  expect(decided.children[0]).toMatchObject({
    key: 'turn-3',
    spec: {
      purpose: {
        mode: 'write',
        values: {
          code: [
            { run: 'r-lookup-1', bytes: 9 },
            { run: 'r-lookup-2', bytes: 3 },
          ],
        },
      },
    },
  });
});

it('what it goes on in spite of is told, each once, and an agent is told which folder is meant', () => {
  const commands = ['Read(b.md)', 'ccw cli -p "say it" --cd src/a'];
  const lookups = { steps: [{ ...steps[0], commands, onError: 'continue' } as PreAnalysisStep], servers };
  const { runs, said } = play(
    [
      [looked(false), exited],
      [answer, exited],
    ],
    { lookups },
  );
  expect(said.filter(({ kind }) => kind === 'pre_analysis_noted')).toEqual([
    {
      kind: 'pre_analysis_noted',
      data: { node: 'N-1', note: 'step 1 of the pre-analysis (look): Read(b.md): there is no a.md' },
    },
  ]);
  expect(runs[1]?.spec.purpose).toMatchObject({ prompt: 'Look in the folder src/a of this one.\n\nsay it' });
});

it('PC-55 looks and asks where the paths of its flow begin, and reads what is kept for it', () => {
  const commands = ['Read(b.md)', 'bash(ls)', 'ccw cli -p "say it"', 'ccw cli -p "say it" --cd src/a'];
  const lookups = { steps: [{ ...steps[0], commands } as PreAnalysisStep], servers };
  const given = { '.workflow/x.md': '/kept/x.md' };
  const came = [looked(true), looked(true), answer, answer].map((result) => [result, exited] as const);
  const { runs } = play(came, { lookups, below: 'packages/shop', given });
  expect(runs.map(({ spec }) => spec.purpose)).toMatchObject([
    { folder: '/copy', below: 'packages/shop', given },
    { folder: '/copy', below: 'packages/shop' },
    { prompt: 'Look in the folder packages/shop of this one.\n\nsay it' },
    { prompt: 'Look in the folder packages/shop/src/a of this one.\n\nsay it' },
  ]);
  expect(runs[1]?.spec.purpose).not.toHaveProperty('given');
});

it('what an agent used that it asked before its first turn counts, as for any other turn', () => {
  const limit = { money: 5, tokens: null };
  const allowance = { before: { ...nothingSpent, money: 1 }, ask: limit, stop: limit, unpriced: false, round: 0 };
  const asked = (money: number) => {
    const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money };
    return play(
      [
        [looked(true), exited],
        [turn('né', { usage }), exited],
      ],
      { allowance },
    );
  };
  const left = (money: number) => ({ spec: { purpose: { budget: { money, tokens: null } } } });
  const { runs, decided } = asked(1);
  expect([runs[1], decided]).toMatchObject([left(4), { children: [left(3)] }]);
  expect(asked(4).state.at).toMatchObject({ kind: 'out_of_budget' });
  const nothingLeft = { ...allowance, before: { ...nothingSpent, money: 5 } };
  expect(play([], { allowance: nothingLeft })).toMatchObject({ runs: [], state: { at: { kind: 'out_of_budget' } } });
});

it('PC-49 where its pre-analysis fails no turn is begun, and it is blocked with the cause', () => {
  const { state, runs } = play([[looked(false), exited]]);
  expect(runs).toHaveLength(1);
  expect(state.at).toEqual({
    kind: 'ended',
    outcome: { kind: 'blocked', why: 'step 1 of the pre-analysis (look): Read(a.md): there is no a.md' },
  });
});

it('a command that its keeper lost is run again', () => {
  const { runs } = play([
    [looked(false), { kind: 'lost' }],
    [looked(true), exited],
  ]);
  expect(runs.map(({ key, spec }) => [key, spec.purpose.kind])).toEqual([
    ['lookup-1', 'lookup'],
    ['lookup-2', 'lookup'],
  ]);
});

it('PC-49 an agent that is not there, or does not answer, is a command that failed', () => {
  const refused: RunResult = {
    kind: 'refused',
    failure: { error_code: 'ENGINE_ERROR', message: 'there is no agent named other' },
  };
  const { state } = play([
    [looked(true), exited],
    [refused, exited],
  ]);
  expect(state.at).toMatchObject({ outcome: { why: expect.stringContaining('there is no agent named other') } });
});

const told = (output: string, exit: number): RunResult => ({
  kind: 'looked',
  looked: {
    ok: exit === 0,
    why: exit === 0 ? '' : `exit ${exit}`,
    bytes: 5,
    cut: false,
    told: { output, errors: '', exit },
  },
});
const round = (id: string, more: object) => ({
  ...{ id, tool: 'bash', mode: null, command: null, prompt: null, onError: 'continue' },
  ...more,
});
const loop: LoopControl = {
  ...{ enabled: true, maxIterations: 2, onFailure: 'fail_fast', maxRetries: 0 },
  successCondition: "test_exit_code === 0 && test_stdout === 'good'",
  steps: [
    round('test', { command: 'npm test' }),
    round('mend', { tool: 'other', mode: 'write', prompt: 'Mend [test_stdout].' }),
  ],
};
const mended = turn('mended', { conversation: 'conv-7' });

it('PC-80 a loop goes round before the first turn, each step with the output of the others and its own conversation, and then the work is checked', () => {
  const came = [told('bad', 1), mended, told('good', 0), mended] as const;
  const all = came.map((result) => [result, exited] as const);
  const { state, runs, decided } = play([[looked(true), exited], [answer, exited], ...all], { loop });
  expect(runs.slice(2).map(({ spec }) => spec)).toMatchObject([
    { purpose: { kind: 'lookup', command: { kind: 'bash', command: 'npm test' }, tells: true }, deadlineMs: 600_000 },
    {
      purpose: {
        kind: 'agent',
        agent: 'other',
        mode: 'write',
        prompt: 'Mend [test_stdout].',
        resume: null,
        values: { test_stdout: [{ run: 'r-loop-3-test', bytes: 5 }] },
      },
    },
    { purpose: { kind: 'lookup', values: { mend_stdout: [{ run: 'r-loop-4-mend', bytes: 6 }] } } },
    {
      purpose: { kind: 'agent', resume: 'conv-7', values: { code: [{}, {}], test_stdout: [{ run: 'r-loop-5-test' }] } },
    },
  ]);
  expect(state.loop?.iteration).toBe(2);
  expect(decided).toMatchObject({ kind: 'perform', effect: { name: 'snapshot' } });
});

it('PC-80 a step of a loop that was lost is gone through anew, in the conversation that it had, and counts for nothing', () => {
  const lost: Ending = { kind: 'lost' } as Ending;
  const cut = turn('', { conversation: null });
  const { state, runs } = play(
    [
      [told('bad', 1), exited],
      [mended, exited],
      [told('', 1), lost],
      [told('bad', 1), exited],
      [cut, lost],
      [mended, exited],
    ],
    { loop: { ...loop, maxIterations: 3 }, lookups: { steps: [] } },
  );
  expect(runs.map(({ key }) => key)).toEqual(
    ['test', 'mend', 'test', 'test', 'mend', 'mend'].map((id, at) => `loop-${at + 1}-${id}`),
  );
  const asked = runs.flatMap(({ spec: { purpose } }) => (purpose.kind === 'agent' ? [purpose] : []));
  expect(asked.map(({ resume }) => resume)).toEqual([null, 'conv-7', 'conv-7']);
  expect(asked.map(({ values }) => values?.test_stdout)).toMatchObject([
    [{ run: 'r-loop-1-test' }],
    [{ run: 'r-loop-4-test' }],
    [{ run: 'r-loop-4-test' }],
  ]);
  expect(state.loop).toMatchObject({ iteration: 3, step: 0 });
});

it('PC-80 a step of a loop whose agent does not know its conversation any more is gone through anew in a new one, and counts for nothing', () => {
  const forgotten = turn('', { outcome: { kind: 'crashed', message: 'no conversation conv-7' }, conversation: null });
  const all = [told('bad', 1), mended, told('bad', 1), forgotten, turn('', { conversation: 'conv-8' })];
  const { state, runs } = play(
    [...all, told('bad', 1)].map((result) => [result, exited]),
    { loop: { ...loop, maxIterations: 3 }, lookups: { steps: [] } },
  );
  const asked = runs.flatMap(({ spec: { purpose } }) => (purpose.kind === 'agent' ? [purpose.resume] : []));
  expect(asked).toEqual([null, 'conv-7', null]);
  expect(state.loop).toMatchObject({ iteration: 3, step: 1 });
});

describe('what is asked beside the turns of its own', () => {
  /** Each answer uses two tokens. */
  const allowance = (tokens: number, round: number) => ({
    ...{ before: nothingSpent, unpriced: false, round },
    ask: { money: null, tokens },
    stop: { money: null, tokens: 2 * tokens },
  });
  const ask: PreAnalysisStep = {
    ...{ step: 'a', action: '', commands: ['ccw cli -p "say it"'] },
    outputTo: 'it',
    onError: 'fail',
  };
  const notice = (body: Notice<'allowance'>['body']): Notice =>
    ({ ...{ seq: 1, thing: task, at: now, by: 'policy' }, kind: 'allowance', body }) as Notice;
  const all = (count: number) => Array.from({ length: count }, () => [mended, exited] as const);
  const asking = { ...loop, maxIterations: 9, steps: [round('mend', { tool: 'other', prompt: 'Mend.' })] };

  it.each<readonly [string, Partial<Criterion['spec']>, string]>([
    ['a loop', { loop: asking, lookups: { steps: [] } }, 'looping'],
    ['a pre-analysis', { lookups: { steps: [ask, ask, ask, ask, ask] } }, 'looking_up'],
  ])('PC-80 by %s, begins no turn beyond the budget, and goes on where more is allowed', (_, more, back) => {
    const spec = { ...more, allowance: allowance(3, 0) };
    const held = play(all(9), spec);
    expect(held.runs).toHaveLength(2);
    expect(held.state.at).toEqual({ kind: 'out_of_budget', cut: false, round: 0, back });
    const goOn = (tokens: number) =>
      play(all(9), spec, {
        ...held,
        notices: [notice({ allowance: allowance(tokens, 1) } as Notice<'allowance'>['body'])],
      });
    expect(goOn(7)).toMatchObject({ runs: { length: 4 }, state: { at: { kind: 'out_of_budget', round: 1, back } } });
  });

  it.each<readonly [string, Partial<Criterion['spec']>, string]>([
    ['a loop', { loop: asking, lookups: { steps: [] } }, 'looping'],
    ['a pre-analysis', { lookups: { steps: [ask, ask] } }, 'looking_up'],
  ])('WT-69 by %s, is asked again once the limit of its agent is over, and counts for nothing', (_, more, back) => {
    const until = now + 5000;
    const limited = turn('', { outcome: { kind: 'limited', until, message: 'later' } });
    const held = play([[mended, exited], [limited, exited], ...all(1)], more);
    const agent = back === 'looping' ? 'other' : 'one';
    expect([held.runs.length, held.state.at]).toEqual([
      2,
      { kind: 'limited', until, message: expect.stringContaining('later'), back, agent },
    ]);
    const over = { seq: 1, thing: task, at: now, by: 'policy', kind: 'limit_over', body: { until } } as Notice;
    const { runs, state } = play([...all(2), ...all(1)], more, { ...held, notices: [over], now: until });
    expect(runs).toHaveLength(3);
    expect(state.loop?.iteration ?? state.preAnalysis?.step).toBe(back === 'looping' ? 3 : 2);
  });

  it.each<readonly [string, Partial<Criterion['spec']>, Partial<CriterionState>, string]>([
    ['a loop', { loop, lookups: { steps: [] } }, { at: { kind: 'looping', key: null }, loop: loopBegun }, 'npm test'],
    [
      'a pre-analysis',
      { lookups: { steps: [{ ...ask, commands: ['bash(npm test)'] }] } },
      { at: { kind: 'looking_up', key: null }, preAnalysis: preAnalysisBegun },
      'npm test',
    ],
  ])('PC-80 by %s is no command: one that costs nothing runs also beyond the budget', (_, more, state, command) => {
    const spec = { ...more, allowance: allowance(0, 0) };
    const { decided } = play([], spec, { state: { ...firstCriterionState, ...state }, runs: [] });
    expect(decided).toMatchObject({ kind: 'spawn', children: [{ spec: { purpose: { command: { command } } } }] });
  });

  it('is metered by the day before each turn', () => {
    const day = { ...allowance(99, 0), day: { money: null, tokens: 99 } };
    const metered = { ...firstCriterionState, metered: { runs: 0, used: nothingSpent } };
    const spec = { loop: asking, lookups: { steps: [] }, allowance: day };
    const { decided, runs, state } = play(all(9), spec, { state: metered, runs: [] });
    expect([decided, runs.length, state.at]).toMatchObject([
      { kind: 'perform', effect: { name: 'meter-day' } },
      1,
      { kind: 'looping', key: null },
    ]);
  });
});

it('PC-80 a loop at its limit ends as exhausted, never as completed', () => {
  const all = [told('bad', 1), mended, told('bad', 1), mended].map((result) => [result, exited] as const);
  const { state } = play(all, { loop, lookups: { steps: [] } });
  expect(state.at).toMatchObject({
    kind: 'ended',
    outcome: { kind: 'blocked', exhausted: true, why: expect.stringContaining('2 iterations') },
  });
});
