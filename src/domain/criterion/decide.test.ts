import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base, gatePlan, gateResult, gateSettings, turn } from '../../../test/fakes/outside.ts';
import { begin, happen, type Machine, round, say } from '../../../test/fakes/play.ts';
import type { Performed } from '../effect/effect.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { GateResult } from '../evidence/verdict.ts';
import { type HostId, instant, taskId } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { WorkReport } from '../plan/work-report.ts';
import type { Ending } from '../run/ending.ts';
import type { AgentPurpose, Run, RunResult } from '../run/run.ts';
import { leftOf, nothingSpent } from '../run/spent.ts';
import type { TurnOutcome } from '../run/turn.ts';
import { resumeSentence } from '../text/prompts/resume.ts';
import { applyCriterion } from './apply.ts';
import {
  type Criterion,
  type CriterionSpec,
  type CriterionState,
  type CriterionStep,
  type CriterionView,
  firstCriterionState,
} from './criterion.ts';
import { decideCriterion } from './decide.ts';
import { redDeadline } from './gate.ts';

const now = instant(1_000_000);
const spec: CriterionSpec = {
  ...{ label: 'SC-1', text: 'it fires', verify: null, kind: 'behaviour', task: 'heartbeat', plan: null, copy: '/copy' },
  ...{ hub: { path: '/hub', checkout: '/co' }, base, gatePlan, gateSettings, baseline: [], dependencies: null },
  ...{ agents: ['one', 'two'], attempts: 7, agentDeadlineMs: 60_000, sandbox: 'auto', advice: null },
};

function aCriterion(
  at: CriterionStep,
  more: Partial<CriterionState> = {},
  change: Partial<CriterionSpec> = {},
): Criterion {
  const task = taskId('shop', 1);
  return {
    ...{
      id: `${task}/SC-1` as Criterion['id'],
      kind: 'criterion',
      task,
      parent: task,
      key: 'SC-1',
      host: 'here' as HostId,
    },
    ...{ version: 1, fence: 1, effects: 0, ended: false, createdAt: now, updatedAt: now },
    spec: { ...spec, ...change },
    state: { ...firstCriterionState, at, ...more },
  };
}
const view = (thing: Criterion, more: Partial<CriterionView> = {}): CriterionView => ({
  thing,
  children: [],
  notices: [],
  ...more,
});
const notice = (seq: number, kind: string, body: unknown = `word ${seq}`) =>
  ({ thing: 'shop-1/SC-1', seq, at: now, by: 'person:test', kind, body }) as Notice;
const aRun = (key: string, result: RunResult | null, ending: Ending = { kind: 'exited', code: 0 }): Run =>
  ({
    ...{ id: 'r1', kind: 'run', key, ended: result !== null },
    state:
      result === null
        ? { kind: 'running', startedAt: 1, endAsked: false }
        : { kind: 'ended', startedAt: 1, endedAt: 2, ending, result },
  }) as unknown as Run;
const gate = (result: GateResult): RunResult => ({ kind: 'gate', result });
const found = { tree: 't1', changes: [], tamper: [], secrets: [], tests: ['a.test.js'] };
const green = gateResult('test', 'passed', { ids: { passed: ['a.test.js > new'], failed: [], skipped: [] } });

describe('a criterion needs next', () => {
  const effects: readonly (readonly [CriterionStep, string])[] = [
    [{ kind: 'keeping' }, 'snapshot'],
    [{ kind: 'capturing' }, 'snapshot'],
    [{ kind: 'inspecting', tree: 't1', changes: [] }, 'inspect-change'],
    [{ kind: 'staging', found }, 'stage-tree'],
    [{ kind: 'staging_struck', found, results: [] }, 'stage-tree'],
    [{ kind: 'staging_red', found, results: [] }, 'stage-tree'],
    [{ kind: 'staging_settings', found, results: [], missed: green }, 'stage-tree'],
    [{ kind: 'recording', found, results: [] }, 'record-evidence'],
  ];
  it.each(effects)('at %j the effect %s', (at, name) => {
    expect(decideCriterion(view(aCriterion(at)), now)).toMatchObject({ kind: 'perform', effect: { name } });
  });

  it('a turn of its agent, and waits for it', () => {
    const decided = decideCriterion(view(aCriterion({ kind: 'prompting', cut: false })), now);
    expect(decided).toMatchObject({
      kind: 'spawn',
      children: [{ key: 'turn-1', spec: { purpose: { kind: 'agent', role: 'develop', agent: 'one', resume: null } } }],
      state: { at: { kind: 'working', key: 'turn-1' }, runs: 1 },
    });
    const working = aCriterion({ kind: 'working', key: 'turn-1' });
    expect(decideCriterion(view(working, { children: [aRun('turn-1', null)] }), now).kind).toBe('wait');
  });

  it('the gates one after another, the red run last, with only the tests', () => {
    const gating: CriterionStep = { kind: 'gating', found, folder: '/s', results: [] };
    expect(decideCriterion(view(aCriterion(gating)), now)).toMatchObject({ children: [{ key: 'gate-1-test-0' }] });
    const after = decideCriterion(view(aCriterion({ ...gating, results: [green] })), now);
    expect(after).toMatchObject({ kind: 'advance', state: { at: { kind: 'staging_red' } } });
    const red: CriterionStep = { kind: 'red', found, folder: '/r', results: [green] };
    expect(decideCriterion(view(aCriterion(red)), now)).toMatchObject({
      children: [{ key: 'gate-1-red-0', spec: { purpose: { only: ['a.test.js'] } } }],
    });
  });

  it.each(['gating', 'red'] as const)('at %s the same once more where the keeper lost the gate', (kind) => {
    const thing = aCriterion({ kind, found, folder: '/s', results: kind === 'red' ? [green] : [] });
    const key = kind === 'red' ? 'gate-1-red-0' : 'gate-1-test-0';
    const children = [aRun(key, gate(gateResult('test', 'failed')), { kind: 'lost' })];
    expect(decideCriterion(view(thing, { children }), now)).toMatchObject({ state: { at: { kind }, cuts: 1 } });
  });

  it('the word of a gate that could not be run: it failed', () => {
    const children = [
      aRun('gate-1-test-0', { kind: 'refused', failure: { error_code: 'SANDBOX_MISSING', message: 'no sandbox' } }),
    ];
    const decided = decideCriterion(
      view(aCriterion({ kind: 'gating', found, folder: '/s', results: [] }), { children }),
      now,
    );
    expect(decided).toMatchObject({
      state: { at: { results: [{ gate: 'test', verdict: 'failed', why: 'no sandbox' }] } },
    });
  });

  it('to wait for the end of a limit, then its turn', () => {
    const limited = aCriterion({ kind: 'limited', until: now + 5, message: 'later' });
    expect(decideCriterion(view(limited), now)).toMatchObject({ kind: 'wait', until: now + 5 });
    expect(decideCriterion(view(limited), instant(now + 5)).kind).toBe('wait');
    const told = view(limited, { notices: [notice(1, 'limit_over', { until: now + 5 })] });
    expect(decideCriterion(told, instant(now + 4)).kind).toBe('wait');
    expect(decideCriterion(told, instant(now + 5))).toMatchObject({ state: { at: { kind: 'prompting' } } });
  });
});

describe('the halves of a proof', () => {
  const ids = (passed: string[], failed: string[] = []) => ({ ids: { passed, failed, skipped: [] } });
  const tests = ['tests/a.json', 'tests/test_a.py', 'tests/helper.py'];
  const changed = { ...found, tests };
  const waived = gateResult('test', 'passed', { exit: 1, ...ids(['tests/test_b.py > old'], ['tests/test_x.py']) });
  const whole = gateResult('test', 'passed', { exit: 0, ...ids(['tests/test_a.py > new', 'tests/test_b.py > old']) });
  const decide = (at: CriterionStep, children: readonly Run[] = [], change: Partial<CriterionSpec> = {}) =>
    decideCriterion(view(aCriterion(at, {}, change), { children }), now);
  const baseline = [gateResult('test', 'passed', { durationMs: 2_000, ...ids(['tests/test_b.py > old']) })];

  it('WT-17 only what the runner collected is handed to it; where that is none, it runs all it has', () => {
    const red: CriterionStep = { kind: 'red', found: changed, folder: '/r', results: [whole] };
    expect(decide(red)).toMatchObject({ children: [{ spec: { purpose: { only: ['tests/test_a.py'] } } }] });
    const each = ['tests/p.py', 'tests/f.py', 'tests/s.py'];
    const collected = { passed: ['tests/p.py > a'], failed: ['tests/f.py > b'], skipped: ['tests/s.py > c'] };
    const three = { found: { ...found, tests: each }, results: [gateResult('test', 'passed', { ids: collected })] };
    expect(decide({ ...red, ...three })).toMatchObject({ children: [{ spec: { purpose: { only: each } } }] });
    const data: CriterionStep = { ...red, found: { ...found, tests: ['tests/a.json'] } };
    expect(decide(data)).toMatchObject({ children: [{ spec: { purpose: { only: null } } }] });
    const silent: CriterionStep = { ...red, results: [gateResult('test', 'passed', { exit: 0, ids: null })] };
    expect(decide(silent)).toMatchObject({ children: [{ spec: { purpose: { only: tests } } }] });
  });

  it('WT-17 new data of a test that stood before proves, and a file that no runner collects is named as such', () => {
    const red = (path: string): CriterionStep => ({
      ...{ kind: 'red', found: { ...found, tests: [path] }, folder: '/r' },
      results: [
        gateResult('test', 'passed', { exit: 0, ...ids(['tests/test_b.py > case[3]', 'tests/test_b.py > old']) }),
      ],
    });
    const came = (failed: string[]) => [
      aRun('gate-1-red-0', gate(gateResult('test', 'failed', { exit: 1, ...ids(['tests/test_b.py > old'], failed) }))),
    ];
    expect(decide(red('tests/cases.json'), came(['tests/test_b.py > case[3]']), { baseline })).toMatchObject({
      state: { at: { results: [{}, { gate: 'red-first', verdict: 'passed' }] } },
    });
    expect(decide(red('tests/notes.txt'), came([]), { baseline })).toMatchObject({
      state: {
        at: { results: [{}, { verdict: 'failed', why: 'not collected by the runner: tests/notes.txt' }] },
      },
    });
  });

  it('WT-18 where the whole does not tell of a changed test, the green half is given the files of the red one', () => {
    const gating: CriterionStep = { kind: 'gating', found: changed, folder: '/s', results: [waived] };
    const at: CriterionStep = { kind: 'green', found: changed, folder: '/s', results: [expect.anything()] as never };
    expect(decide(gating)).toMatchObject({ state: { at: { ...at, results: expect.anything() } } });
    expect(decide({ ...gating, results: [whole] })).toMatchObject({ state: { at: { kind: 'staging_red' } } });
    const green: CriterionStep = { kind: 'green', found: changed, folder: '/s', results: [waived] };
    expect(decide(green)).toMatchObject({
      children: [{ key: 'gate-1-green-0', spec: { purpose: { folder: '/s', only: tests } } }],
    });
    const half = gateResult('test', 'failed', { exit: 1, ...ids(['tests/test_a.py > new']) });
    expect(decide(green, [aRun('gate-1-green-0', gate(half))])).toMatchObject({
      state: { at: { kind: 'staging_red', green: { ids: { passed: ['tests/test_a.py > new'] } } } },
    });
    const staged = applyCriterion(aCriterion({ kind: 'staging_red', found: changed, results: [waived], green: half }), {
      name: 'stage-tree',
      input: {},
      result: { kind: 'done', output: { folder: '/r' } },
    } as unknown as Performed).state.at;
    expect(staged).toMatchObject({ kind: 'red', folder: '/r', green: half });
    const red = gateResult('test', 'failed', { exit: 1, ...ids([], ['tests/test_a.py > new']) });
    expect(decide(staged, [aRun('gate-1-red-0', gate(red))], { baseline })).toMatchObject({
      state: { at: { results: [{}, { verdict: 'passed', why: expect.stringContaining('tests/test_a.py > new') }] } },
    });
  });

  describe('the changed tests by themselves, beside tests of ours that must fail', () => {
    const reached = {
      ...gatePlan,
      gates: gatePlan.gates.map((each) =>
        each.gate === 'test' ? { ...each, reach: { flags: 'arguments', files: 'append' } as const } : each,
      ),
    };
    const apart: CriterionStep = { kind: 'green', found: changed, folder: '/s', results: [whole] };
    const half = (canary?: GateResult['canary']) =>
      aRun('gate-1-green-0', gate({ ...whole, ...(canary && { canary }) }));
    const judged = (probe?: object) => {
      const at = { kind: 'red', found: changed, folder: '/r', results: [whole], ...(probe && { probe }) } as const;
      const red = gateResult('test', 'failed', { exit: 1, ...ids([], ['tests/test_a.py > new']) });
      const next = decide(at as CriterionStep, [aRun('gate-1-red-0', gate(red))], { baseline });
      return next.kind === 'advance' && next.state.at.kind === 'recording' ? next.state.at.results.at(-1) : next;
    };

    it('are run where names of tests reach the runner', () => {
      const gating: CriterionStep = { ...apart, kind: 'gating' };
      expect(decide(gating, [], { gatePlan: reached })).toMatchObject({ state: { at: { kind: 'green' } } });
      expect(decide(gating)).toMatchObject({ state: { at: { kind: 'staging_red' } } });
      expect(decide(apart, [], { gatePlan: reached })).toMatchObject({
        children: [
          { spec: { purpose: { only: ['tests/test_a.py'], canary: [{ path: 'tests/test_a.py', like: ['new'] }] } } },
        ],
      });
    });

    it('tell of the run alone: the whole goes on to judge', () => {
      const next = decide(apart, [half({ kind: 'failed' })], { gatePlan: reached });
      expect(next).toMatchObject({ state: { at: { kind: 'staging_red', probe: { canary: { kind: 'failed' } } } } });
      expect(next).not.toMatchObject({ state: { at: { green: expect.anything() } } });
      const none = decide(apart, [half()], { gatePlan: reached });
      expect(none).not.toMatchObject({ state: { at: { probe: expect.anything() } } });
    });

    it('prove nothing where they run nothing of the change', () => {
      const purpose = { from: base.tree, to: 't1', plan: { tests: gatePlan.tests, guarded: gatePlan.guarded } };
      expect(decide(apart, [], { gatePlan: { ...reached, tests: gatePlan.tests } })).toMatchObject({
        children: [{ spec: { purpose: { lines: purpose } } }],
      });
      const lines = { kind: 'measured', reached: [], nothing: ['tests/test_a.py > new'], unsure: [] } as const;
      const ran = aRun('gate-1-green-0', gate({ ...whole, lines }));
      expect(decide(apart, [ran], { gatePlan: reached })).toMatchObject({ state: { at: { probe: { lines } } } });
      expect(judged({ canary: { kind: 'failed' }, lines })).toMatchObject({
        ...{ verdict: 'failed', lines },
        why: expect.stringMatching(/^runs no line of production code that was changed .*: tests\/test_a.py > new$/),
      });
      const told = { ...lines, nothing: [], reached: [{ id: 'tests/test_a.py > new', file: 'a.py', lines: [[1, 2]] }] };
      expect(judged({ canary: { kind: 'failed' }, lines: told })).toMatchObject({
        ...{ verdict: 'passed', lines: told },
        why: expect.stringMatching(/; changed lines that they run: 2 of a.py$/),
      });
    });

    it('prove nothing where nothing that ships does anything else, whatever is known of lines', () => {
      const at: CriterionStep = {
        ...{ kind: 'red', folder: '/r', results: [whole] },
        ...{ found: { ...changed, idle: true }, probe: { canary: { kind: 'failed' } } },
      };
      const red = gateResult('test', 'failed', { exit: 1, ...ids([], ['tests/test_a.py > new']) });
      expect(decide(at, [aRun('gate-1-red-0', gate(red))], { baseline })).toMatchObject({
        state: {
          at: { results: [{}, { verdict: 'failed', why: expect.stringMatching(/^runs no line of production/) }] },
        },
      });
    });

    it('not collected without the change, are run with what of it decides which are', () => {
      const half = gateResult('test', 'passed', ids(['tests/test_a.py > new', 'old.py > a']));
      const at: CriterionStep = { kind: 'red', found: changed, folder: '/r', results: [half] };
      const none = gateResult('test', 'passed', { exit: 0, ...ids(['old.py > a']) });
      const missed = decide(at, [aRun('gate-1-red-0', gate(none))], { baseline });
      expect(missed).toMatchObject({
        state: {
          at: { kind: 'staging_settings', missed: { verdict: 'failed', why: expect.stringMatching(/^not collected/) } },
        },
      });
      const staging = (missed as { state: { at: CriterionStep } }).state.at;
      const staged = (laid: readonly string[]) =>
        applyCriterion(aCriterion(staging), {
          ...{ name: 'stage-tree', input: {} },
          result: { kind: 'done', output: { folder: laid.length === 0 ? '' : '/n', tree: 't2', laid } },
        } as unknown as Performed).state.at;
      expect(staged([])).toMatchObject({ kind: 'recording', results: [{}, { verdict: 'failed' }] });
      const again = staged(['pytest.ini']);
      expect(again).toMatchObject({ kind: 'red', folder: '/n', settings: ['pytest.ini'] });
      const red = gateResult('test', 'failed', { exit: 1, ...ids(['old.py > a'], ['tests/test_a.py > new']) });
      expect(decide(again, [aRun('gate-1-red-settings-0', gate(red))], { baseline })).toMatchObject({
        state: {
          at: { results: [{}, { verdict: 'passed', why: expect.stringMatching(/has the changed pytest.ini/) }] },
        },
      });
      expect(decide(again, [aRun('gate-1-red-settings-0', gate(none))], { baseline })).toMatchObject({
        state: { at: { kind: 'recording', results: [{}, { verdict: 'failed' }] } },
      });
    });

    it('run once more with functions that end the program where nobody tells their lines', () => {
      const blind = { kind: 'untold', why: 'cargo test', blind: true } as const;
      const ran = aRun('gate-1-green-0', gate({ ...whole, canary: { kind: 'failed' }, lines: blind }));
      const probe = { canary: { kind: 'failed' }, lines: blind } as const;
      expect(decide(apart, [ran], { gatePlan: reached })).toMatchObject({
        state: { at: { kind: 'staging_struck', probe } },
      });
      const staging: CriterionStep = { kind: 'staging_struck', found: changed, results: [whole], probe };
      const staged = (output: object) =>
        applyCriterion(aCriterion(staging), {
          ...{ name: 'stage-tree', input: {} },
          result: { kind: 'done', output: { folder: '/k', tree: 't2', ...output } },
        } as unknown as Performed).state.at;
      expect(staged({ laid: [] })).toMatchObject({ kind: 'staging_red', probe });
      const struck = { files: [{ path: 'a.py', spans: [[1, 2]] }], whole: true };
      const at = staged({ laid: ['a.py'], struck });
      expect(at).toMatchObject({ kind: 'striking', folder: '/k', struck });
      expect(decide(at)).toMatchObject({
        children: [{ key: 'gate-1-struck-0', spec: { purpose: { folder: '/k', only: ['tests/test_a.py'] } } }],
      });
      const came = (passed: string[], failed: string[] = []) =>
        decide(at, [aRun('gate-1-struck-0', gate(gateResult('test', 'failed', ids(passed, failed))))]);
      expect(came(['tests/test_a.py > new'])).toMatchObject({
        state: { at: { kind: 'staging_red', probe: { ...probe, lines: { nothing: ['tests/test_a.py > new'] } } } },
      });
      expect(came([], ['tests/test_a.py > new'])).toMatchObject({
        state: { at: { probe: { lines: { nothing: [], reached: [{ id: 'tests/test_a.py > new', file: 'a.py' }] } } } },
      });
      const silent = decide(at, [aRun('gate-1-struck-0', gate(gateResult('test', 'failed')))]);
      expect(silent).toMatchObject({ state: { at: { kind: 'staging_red', probe } } });
    });

    it('prove nothing where ours did not fail, and where it was not tried that is said', () => {
      const why = 'not reported as failed: tests/test_a.py';
      expect(judged({ canary: { kind: 'silent', why } })).toMatchObject({
        ...{ gate: 'red-first', verdict: 'failed', why: expect.stringContaining(`judges nothing: tests of Drover`) },
      });
      expect(judged({ canary: { kind: 'silent', why } })).toMatchObject({ why: expect.stringContaining(why) });
      expect(judged({ canary: { kind: 'failed' } })).toMatchObject({
        verdict: 'passed',
        why: expect.stringMatching(/: tests\/test_a.py > new; lines not measured: [a-z ]+$/),
      });
      for (const probe of [undefined, { canary: { kind: 'untold', why: 'no report' } }])
        expect(judged(probe)).toMatchObject({ verdict: 'passed', why: expect.stringContaining('; not tried: ') });
    });
  });

  it('a program that only the change brings is missing in the red half, and that is red', () => {
    const silent = gateResult('test', 'passed', { exit: 0, ids: null });
    const red: CriterionStep = { kind: 'red', found: changed, folder: '/r', results: [silent] };
    const missing = gateResult('test', 'failed', { exit: 127, ids: null, tail: 'sh: 1: new-tool: not found' });
    const known = { baseline: [gateResult('test', 'passed', { ids: null })] };
    expect(decide(red, [aRun('gate-1-red-0', gate(missing))], known)).toMatchObject({
      state: { at: { results: [{}, { verdict: 'passed' }] } },
    });
  });

  it('WT-19 the red half may take three times what the tests take, at least a minute, at most what the gate may', () => {
    const definition = { ...gatePlan.gates.find((each) => each.gate === 'test') } as GateDefinition;
    const took = (durationMs: number) => gateResult('test', 'passed', { durationMs });
    const deadline = (base: GateResult | null, half: GateResult) =>
      redDeadline({ ...definition, deadlineMs: 1_200_000 }, base, half);
    expect(deadline(took(500), took(900))).toBe(60_000);
    expect(deadline(took(40_000), took(30_000))).toBe(120_000);
    expect(deadline(took(30_000), took(50_000))).toBe(150_000);
    expect(deadline(took(900_000), took(1))).toBe(1_200_000);
    expect(deadline(null, took(1))).toBe(1_200_000);
    const red: CriterionStep = { kind: 'red', found: changed, folder: '/r', results: [whole] };
    expect(decide(red, [], { baseline })).toMatchObject({ children: [{ spec: { deadlineMs: 60_000 } }] });
  });

  it('WT-19 a red half that did not end is red, and says so', () => {
    const red: CriterionStep = { kind: 'red', found: changed, folder: '/r', results: [whole] };
    const endless = gateResult('test', 'timeout', { exit: null, ids: null, durationMs: 60_000 });
    expect(decide(red, [aRun('gate-1-red-0', gate(endless))], { baseline })).toMatchObject({
      state: {
        at: { results: [{}, { verdict: 'passed', why: expect.stringContaining('(did not end within 60 s)') }] },
      },
    });
  });

  it('WT-12 without a test, what would count as one is said, and the key', () => {
    const at: CriterionStep = { kind: 'gating', found: { ...found, tests: [] }, folder: '/s', results: [whole] };
    const decided = decide(at, [], { gatePlan: { ...gatePlan, tests: ['tests/**', '**/test_*.c'] } });
    expect(JSON.stringify(decided)).toContain('tests/**, **/test_*.c (the key `tests:` of .drover.yaml');
  });
});

describe('WT-05 what the plan checks a criterion by', () => {
  const test = gateResult('test', 'passed', { exit: 0, ids: { passed: ['a.test.js > new'], failed: [], skipped: [] } });
  const verify = 'grep -q minutes src/beat.js';
  const gating: CriterionStep = { kind: 'gating', found, folder: '/s', results: [test] };
  const decide = (at: CriterionStep, children: readonly Run[] = [], change: Partial<CriterionSpec> = { verify }) =>
    decideCriterion(view(aCriterion(at, {}, change), { children }), now);
  const ran = (verdict: 'passed' | 'failed', more: Partial<GateResult> = {}, name = 'verify') =>
    aRun(`gate-1-${name}-0`, gate(gateResult('verify', verdict, { source: 'plan', ...more })));
  const result = (decided: ReturnType<typeof decide>) => (decided.kind === 'advance' ? decided.state.at : null);

  it('is run as a gate of its own, once all others pass, in the same checkout', () => {
    expect(decide(gating)).toMatchObject({
      children: [
        {
          key: 'gate-1-verify-0',
          spec: {
            purpose: {
              folder: '/s',
              definition: { gate: 'verify', source: 'plan', argv: ['/bin/sh', '-c', verify] },
            },
          },
        },
      ],
    });
    const failing: CriterionStep = { ...gating, results: [gateResult('test', 'failed')] };
    expect(result(decide(failing))).toMatchObject({ kind: 'recording' });
  });

  it('passes, or fails the attempt', () => {
    expect(result(decide(gating, [ran('passed')]))).toMatchObject({ results: [{}, { gate: 'verify' }] });
    const failed: CriterionStep = { ...gating, results: [test, gateResult('verify', 'failed')] };
    expect(result(decide(failed))).toMatchObject({ kind: 'staging_red' });
    const recorded = applyCriterion(
      aCriterion({ kind: 'recording', found, results: [test, gateResult('verify', 'failed')] }, {}, { verify }),
      {
        name: 'record-evidence',
        input: {},
        result: { kind: 'done', output: { from: 1, to: 2 } },
      } as unknown as Performed,
    );
    expect(recorded.state).toMatchObject({ attempt: 2, at: { kind: 'prompting' } });
  });

  it.each([
    [127, 'sh: 1: frobnicate: not found', 'frobnicate was not found on this machine'],
    [2, 'sh: 1: Syntax error: Unterminated quoted string', 'is no command'],
  ])('that cannot be run (exit %i) leaves it not verified', (exit, tail, why) => {
    const at = result(decide(gating, [ran('failed', { exit, tail })]));
    expect(at).toMatchObject({
      results: [{}, { gate: 'verify', verdict: 'not_configured', why: expect.stringContaining(why) }],
    });
  });

  it('is not run twice where a gate runs it, and has a name of its own where a gate has that', () => {
    expect(result(decide(gating, [], { verify: 'npm test' }))).toMatchObject({ kind: 'staging_red' });
    const own = { ...(gatePlan.gates[0] as GateDefinition), gate: 'verify', argv: ['make', 'verify'] };
    const plan = { ...gatePlan, gates: [...gatePlan.gates, own] };
    const both: CriterionStep = { ...gating, results: [test, gateResult('verify', 'passed')] };
    expect(decide(both, [], { verify, gatePlan: plan })).toMatchObject({ children: [{ key: 'gate-1-verify SC-1-0' }] });
  });

  it('is run without the change as well, and what passes there is said', () => {
    const red: CriterionStep = { ...gating, kind: 'red', results: [test, gateResult('verify', 'passed')] };
    const base = [gateResult('test', 'passed')];
    const half = aRun(
      'gate-1-red-0',
      gate(gateResult('test', 'failed', { ids: { passed: [], failed: ['a.test.js > new'], skipped: [] } })),
    );
    expect(decide(red, [half], { verify, baseline: base })).toMatchObject({
      children: [{ key: 'gate-1-verify-before-0' }],
    });
    const earlier = (verdict: 'passed' | 'failed') =>
      result(decide(red, [half, ran(verdict, {}, 'verify-before')], { verify, baseline: base }));
    expect(earlier('failed')).toMatchObject({
      results: [{}, { why: 'all well', findings: [] }, { verdict: 'passed' }],
    });
    expect(earlier('passed')).toMatchObject({
      results: [
        {},
        {
          why: 'all well; without the change as well',
          findings: [{ what: 'passes without the change as well', file: null, line: null, weight: 'note' }],
        },
        { verdict: 'passed' },
      ],
    });
  });
});

describe('a criterion after another', () => {
  const ids = (passed: string[], failed: string[] = []) => ({ ids: { passed, failed, skipped: [] } });
  const test = gateResult('test', 'passed', { exit: 0, ...ids(['a.test.js > first']) });
  const start = { tree: 't1', test };
  const red = gateResult('test', 'failed', { exit: 1, ...ids(['a.test.js > first'], ['b.test.js > second']) });
  const whole = gateResult('test', 'passed', { exit: 0, ...ids(['a.test.js > first', 'b.test.js > second']) });
  const decide = (at: CriterionStep, change: Partial<CriterionSpec>, children: readonly Run[] = []) =>
    decideCriterion(view(aCriterion(at, {}, change), { children }), now);
  const verdict = (at: CriterionStep, change: Partial<CriterionSpec>, children: readonly Run[] = []) => {
    const decided = decide(at, change, children);
    const next = decided.kind === 'advance' ? decided.state.at : null;
    return next?.kind === 'recording' ? next.results.find(({ gate: name }) => name === 'red-first') : next?.kind;
  };
  const gating = (tree: string, tests: readonly string[], result = whole): CriterionStep => ({
    ...{ kind: 'gating', found: { ...found, tree, tests }, folder: '/s' },
    results: [result, gateResult('verify', 'passed')],
  });

  it('whose tests tell nothing is not proven, and says why', () => {
    const silent = gateResult('test', 'not_configured', { why: 'red on the base already' });
    expect(verdict(gating('t2', ['b.test.js'], silent), { start })).toMatchObject({
      verdict: 'not_configured',
      why: 'the tests tell nothing, so nothing can be proven: red on the base already',
    });
  });

  it('WT-01 for which nothing was done is not passed by the tests of the one before', () => {
    expect(verdict(gating('t1', []), { start })).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('nothing was changed for it'),
    });
    for (const kind of ['docs', 'refactor'] as const)
      expect(verdict(gating('t1', []), { start, kind })).toMatchObject({ verdict: 'failed' });
    expect(verdict(gating('t1', []), { start, kind: 'refactor', role: 'fix' })).toMatchObject({ verdict: 'skipped' });
    expect(verdict(gating('t2', []), { start })).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('no test is new or changed'),
    });
  });

  it('WT-01 tells what is new, and proves red, since the tree that the one before came to', () => {
    expect(decide({ kind: 'inspecting', tree: 't2', changes: [] }, { start })).toMatchObject({
      effect: { name: 'inspect-change', input: { base: base.tree, tree: 't2', start: 't1' } },
    });
    const changed = { ...found, tree: 't2', tests: ['b.test.js'] };
    expect(decide({ kind: 'staging_red', found: changed, results: [whole] }, { start })).toMatchObject({
      effect: { name: 'stage-tree', input: { base: 't1', tree: 't2', overlay: ['b.test.js'] } },
    });
    const at: CriterionStep = { kind: 'red', found: changed, folder: '/r', results: [whole] };
    expect(verdict(at, { start }, [aRun('gate-1-red-0', gate(red))])).toMatchObject({ verdict: 'passed' });
    const already = gateResult('test', 'passed', { exit: 0, ...ids(['b.test.js > second']) });
    expect(verdict(at, { start }, [aRun('gate-1-red-0', gate(already))])).toMatchObject({
      verdict: 'failed',
      why: expect.stringContaining('passes already without the change'),
    });
  });

  describe('WT-02 a failure from before that passes now', () => {
    const failed = gateResult('test', 'failed', { exit: 1, ...ids(['a.test.js > first'], ['b.test.js > second']) });
    const baseline = [failed];

    it('counts where it is the only criterion, or the plan names its file or its name', () => {
      for (const named of [
        { alone: true } as const,
        { files: ['b.test.js'] },
        { text: 'b.test.js passes' },
        { verify: 'node --test --test-name-pattern second' },
      ])
        expect(verdict(gating('t2', []), { baseline, ...named })).toMatchObject({
          verdict: 'passed',
          why: 'failed before and pass now: b.test.js > second',
        });
      const others = [{}, { text: 'of seconds' }, { text: 'sub.test.js passes' }, { verify: 'node ab.test.js' }];
      for (const other of others)
        expect(verdict(gating('t2', []), { baseline, ...other })).toMatchObject({ verdict: 'failed' });
    });

    it('a file that stands for itself is named by its path or its name', () => {
      const loads = gateResult('test', 'failed', { exit: 1, ...ids(['a.test.js > first'], ['test/b.test.js']) });
      const passes = gateResult('test', 'passed', { exit: 0, ...ids(['a.test.js > first', 'test/b.test.js']) });
      const told = (text: string) => verdict(gating('t2', [], passes), { baseline: [loads], text });
      for (const text of ['test/b.test.js', 'b.test.js']) expect(told(text)).toMatchObject({ verdict: 'passed' });
      for (const text of ['st/b.test.js', 'b']) expect(told(text)).toMatchObject({ verdict: 'failed' });
    });

    it('counts once: not for the criterion that found it green', () => {
      const green = { tree: 't2', test: whole };
      expect(verdict(gating('t3', []), { baseline, alone: true, start: green })).toMatchObject({ verdict: 'failed' });
      const waived = { tree: 't2', test: { ...failed, verdict: 'passed' as const } };
      expect(verdict(gating('t3', []), { baseline, alone: true, start: waived })).toMatchObject({ verdict: 'passed' });
    });

    it('beside changed tests must fail with those alone: else they mended it', () => {
      const at: CriterionStep = {
        ...{ kind: 'red', found: { ...found, tree: 't2', tests: ['helper.test.js'] }, folder: '/r' },
        results: [whole],
      };
      const alone = { baseline, alone: true } as const;
      expect(decide(at, alone)).toMatchObject({ children: [{ spec: { purpose: { only: ['b.test.js'] } } }] });
      expect(verdict(at, alone, [aRun('gate-1-red-0', gate(whole))])).toMatchObject({ verdict: 'failed' });
      expect(verdict(at, alone, [aRun('gate-1-red-0', gate(red))])).toMatchObject({ verdict: 'passed' });
    });
  });
});

describe('after a turn', () => {
  const afterTurn = (outcome: TurnOutcome, agent = 0, ending: Ending = { kind: 'exited', code: 0 }, cuts = 0) => {
    const thing = aCriterion({ kind: 'working', key: 'turn-1' }, { agent, cuts });
    const decided = decideCriterion(view(thing, { children: [aRun('turn-1', turn('', { outcome }), ending)] }), now);
    return decided.kind === 'advance' ? decided.state : null;
  };
  const failures: readonly TurnOutcome[] = [
    { kind: 'empty' },
    { kind: 'api_error', status: 500, message: 'm' },
    { kind: 'auth_missing', message: 'm' },
    { kind: 'limited', until: null, message: 'm' },
    { kind: 'interrupted' },
    { kind: 'cut_off', message: 'm' },
    { kind: 'timed_out', afterMs: 1 },
    { kind: 'crashed', message: 'm' },
  ];
  it.each(failures)('%j hands over to the next agent, and blocks at the last', (outcome) => {
    expect(afterTurn(outcome)).toMatchObject({ agent: 1, conversation: null, at: { kind: 'prompting' } });
    expect(afterTurn(outcome, 1)).toMatchObject({ at: { kind: 'ended', outcome: { kind: 'blocked' } } });
  });

  it('an answer is looked at', () => {
    expect(afterTurn({ kind: 'answered', text: 'done' })).toMatchObject({ at: { kind: 'capturing' } });
  });

  it('a limit with a time is waited for where there is no next agent', () => {
    const outcome: TurnOutcome = { kind: 'limited', until: now + 1000, message: 'm' };
    expect(afterTurn(outcome)).toMatchObject({ agent: 1 });
    expect(afterTurn(outcome, 1)).toMatchObject({ at: { kind: 'limited', until: now + 1000 } });
    // Over while the agent was leaving: it is tried again. Long past it tells nothing.
    expect(afterTurn({ ...outcome, until: now - 1000 }, 1)).toMatchObject({ at: { kind: 'limited' } });
    expect(afterTurn({ ...outcome, until: now - 3_600_000 }, 1)).toMatchObject({ at: { kind: 'ended' } });
  });

  it('a turn that was cut keeps its tree and goes on in the same conversation, five times', () => {
    const outcome: TurnOutcome = { kind: 'cut_off', message: 'lost' };
    expect(afterTurn(outcome, 0, { kind: 'lost' })).toMatchObject({
      at: { kind: 'keeping' },
      cuts: 1,
      conversation: 'conv-1',
    });
    expect(afterTurn(outcome, 0, { kind: 'lost' }, 5)).toMatchObject({ agent: 1 });
  });

  it('words that came meanwhile are not lost by the fixed sentence of a resumed turn', () => {
    const thing = aCriterion({ kind: 'prompting', cut: true }, { conversation: 'c', runs: 1 });
    const decided = decideCriterion(view(thing, { notices: [notice(1, 'say')] }), now);
    expect(decided).toMatchObject({
      children: [{ spec: { purpose: { prompt: resumeSentence, resume: 'c' } } }],
      state: { heard: 0 },
    });
    const later = aCriterion({ kind: 'prompting', cut: false }, { conversation: 'c', runs: 2 });
    const next = decideCriterion(view(later, { notices: [notice(1, 'say')] }), now);
    expect(JSON.stringify(next)).toContain('word 1');
    expect(next).toMatchObject({ state: { heard: 1 } });
  });
});

describe('PC-14 edits of a turn with no run of the tests between', () => {
  const ended = (untested?: readonly string[]) => {
    const working = aCriterion({ kind: 'working', key: 'turn-1' });
    const { turn: answered } = turn('Done.') as { turn: object };
    const result = { kind: 'turn', turn: { ...answered, ...(untested && { untested }) } } as unknown as RunResult;
    return decideCriterion(view(working, { children: [aRun('turn-1', result)] }), now);
  };

  it('are told, and stand in the next prompt; the attempt is judged as ever', () => {
    const decided = ended(['src/b.js']);
    expect(decided).toMatchObject({
      state: { at: { kind: 'capturing' }, untested: ['src/b.js'] },
      said: [{ kind: 'edits_untested', data: { criterion: 'SC-1', paths: ['src/b.js'] } }],
    });
    const next = decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, { untested: ['src/b.js'] })), now);
    expect(JSON.stringify(next)).toMatch(/edited upon another edit with no run of the tests between.*- src\/b\.js/);
  });

  it('whose tests were red, of which nobody told it, stand in the next prompt and no longer', () => {
    const working = aCriterion({ kind: 'working', key: 'turn-1' }, { red: ['an older one'] });
    const { turn: answered } = turn('Done.') as { turn: object };
    const told = (red?: readonly string[]) => {
      const result = { kind: 'turn', turn: { ...answered, ...(red && { red }) } } as unknown as RunResult;
      return decideCriterion(view(working, { children: [aRun('turn-1', result)] }), now);
    };
    expect([told(['all tests failed']), told()]).toMatchObject([
      { state: { red: ['all tests failed'] } },
      { state: { red: [] } },
    ]);
    const next = decideCriterion(
      view(aCriterion({ kind: 'prompting', cut: false }, { red: ['all tests failed'] })),
      now,
    );
    expect(JSON.stringify(next)).toMatch(/These were red in the end.*- all tests failed/);
    const none = decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, { red: [] })), now);
    expect(JSON.stringify(none)).not.toContain('red in the end');
  });

  it('have tests run at once where a length for them is set', () => {
    const prompted = (change: Partial<CriterionSpec>) =>
      decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, {}, change)), now);
    const definition = gatePlan.gates.find(({ gate }) => gate === 'test');
    expect(prompted({ editMs: 7_000 })).toMatchObject({
      children: [{ spec: { purpose: { edits: { definition, deadlineMs: 7_000, tests: gatePlan.tests } } } }],
    });
    expect(JSON.stringify(prompted({}))).not.toContain('"edits":');
    expect(JSON.stringify(prompted({ editMs: 7_000, kind: 'docs' }))).not.toContain('"edits":');
  });

  it('are nothing where there were none, and those of an earlier turn are forgotten', () => {
    expect(ended()).toMatchObject({ state: { untested: [] }, said: [] });
    const next = decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, { untested: [] })), now);
    expect(JSON.stringify(next)).not.toContain('edited upon another');
  });

  it('are looked for where tests lead', () => {
    const prompted = (change: Partial<CriterionSpec>) =>
      decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, {}, change)), now);
    const argv = gatePlan.gates.find(({ gate }) => gate === 'test')?.argv;
    expect(prompted({})).toMatchObject({ children: [{ spec: { purpose: { tests: argv } } }] });
    expect(JSON.stringify(prompted({ kind: 'docs' }))).not.toContain('"tests":');
    expect(JSON.stringify(prompted({ gatePlan: { ...gatePlan, gates: [] } }))).not.toContain('"tests":');
  });
});

describe('a judged attempt', () => {
  const judged = (
    results: readonly GateResult[],
    more: Partial<CriterionState> = {},
    change: Partial<CriterionSpec> = {},
  ) =>
    applyCriterion(aCriterion({ kind: 'recording', found, results }, more, change), {
      ...{ name: 'record-evidence', input: {}, result: { kind: 'done', output: { from: 1, to: 1 } } },
    } as unknown as Performed).state;
  const red = gateResult('test', 'failed', { why: 'wrong' });
  const same = { number: 1, agent: 'one', tree: 't1', results: [red], noProgress: false };

  it('passes where no gate says no, naming what is not configured', () => {
    expect(judged([green, gateResult('lint', 'not_configured')])).toMatchObject({
      at: { outcome: { kind: 'passed', tree: 't1', unverified: ['lint'] } },
    });
  });

  it('WT-08 what somebody switched off holds nothing up, but for the tests', () => {
    const off = (gate: string) => ({
      ...{ gate, source: 'person', argv: [], runner: null, deadlineMs: 1 },
      absent: { verdict: 'not_configured', why: 'off', chosen: true },
    });
    const change = { gatePlan: { ...gatePlan, gates: [off('lint'), off('test')] as unknown as typeof gatePlan.gates } };
    const results = [gateResult('test', 'not_configured'), gateResult('lint', 'not_configured')];
    expect(judged(results, {}, change)).toMatchObject({ at: { outcome: { kind: 'passed', unverified: ['test'] } } });
  });

  it('goes on with the failures, and blocks at the last attempt', () => {
    expect(judged([red])).toMatchObject({ at: { kind: 'prompting', cut: false }, attempt: 2, idle: 0 });
    expect(judged([red], { attempt: 7 })).toMatchObject({ at: { outcome: { kind: 'blocked' } } });
  });

  const report: WorkReport = {
    ...{ status: 'complete', files: [], tests: [], results: { passed: 15, failed: 0 }, coverage: null },
    ...{ reason: '', left: [] },
  };

  it('PC-25 what its agent says otherwise than was measured is kept and told, and what was measured counts', () => {
    const fell = gateResult('test', 'failed', { counts: { passed: 14, failed: 1, skipped: 0, total: 15 } });
    expect(judged([fell], { report })).toMatchObject({
      at: { kind: 'prompting' },
      history: [{ differs: ['it says that it is done; test says no', expect.stringContaining('14 passed')] }],
    });
    expect(judged([green], { report }).history[0]).not.toHaveProperty('differs');
  });

  it('PC-29 goes on with what its agent says is left, in the next attempt, though all gates pass; at the last it blocks', () => {
    const goesOn = { ...report, status: 'continue' as const, left: ['the docs'] };
    const next = judged([green], { report: goesOn });
    expect(next).toMatchObject({ at: { kind: 'prompting' }, attempt: 2, report: { left: ['the docs'] } });
    const prompted = decideCriterion(view(aCriterion(next.at, next)), now);
    expect(JSON.stringify(prompted)).toContain('What you said is left to do');
    expect(judged([green], { report: goesOn, attempt: 7 })).toMatchObject({
      at: { outcome: { kind: 'blocked', why: '7 attempts, and its agent says that this is left: the docs' } },
    });
  });

  it('PC-31 that its agent is blocked is believed of it, whatever the gates say, and kept with their words', () => {
    const blocked = { ...report, status: 'blocked' as const, reason: 'no clock' };
    for (const result of [green, red])
      expect(judged([result], { report: blocked })).toMatchObject({
        at: { outcome: { kind: 'blocked', why: 'its agent says that it is blocked: no clock' } },
        history: [{ number: 1 }],
      });
  });

  it('without progress gets a fresh conversation, then the next agent, then blocks', () => {
    const first = judged([red], { history: [same], conversation: 'c' });
    expect(first).toMatchObject({ idle: 1, conversation: null, agent: 0, at: { kind: 'prompting' } });
    expect(judged([red], { history: [same], idle: 1 })).toMatchObject({ idle: 2, agent: 1 });
    expect(judged([red], { history: [same], idle: 1 }, { agents: ['one'] })).toMatchObject({
      at: { outcome: { kind: 'blocked' } },
    });
    expect(judged([red], { history: [same], idle: 2, agent: 1 })).toMatchObject({
      at: { outcome: { kind: 'blocked' } },
    });
  });

  describe('PC-30 with how sure it is to be met as it goes on', () => {
    const looks = { by: ['one', 'two', 'three'], left: 2 };
    const failedBefore = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...same, number: index + 1, tree: `t-${index}` }));
    const afterFailing = (failed: number, change: Partial<CriterionSpec> = {}, more: Partial<CriterionState> = {}) =>
      judged([red], { history: failedBefore(failed - 1), attempt: failed, conversation: 'c', ...more }, change);
    const said = (thing: Criterion) =>
      applyCriterion(thing, {
        ...{ name: 'record-evidence', input: {}, result: { kind: 'done', output: { from: 1, to: 1 } } },
      } as unknown as Performed).said;

    it('goes on with a warning at 0.6, and another agent is to look below 0.5, with all that it knew', () => {
      expect(afterFailing(1, { looks })).toMatchObject({ at: { kind: 'prompting' }, history: [{ confidence: 6 }] });
      expect(afterFailing(2, { looks })).toMatchObject({
        ...{ at: { outcome: { kind: 'doubted', confidence: 4 } }, attempt: 3, conversation: 'c' },
        history: [{}, { number: 2, confidence: 4 }],
      });
      const [fact] = said(aCriterion({ kind: 'recording', found, results: [red] }, {}, { looks }));
      expect(fact).toMatchObject({ kind: 'attempt_judged', data: { confidence: 6 } });
    });

    it('is exact at 0.5, which is enough', () => {
      const doubts = { unclear: ['a', 'b', 'c'], large: [] };
      const large = { unclear: [], large: ['it is one of 40 criteria'] };
      expect(afterFailing(1, { looks, doubts: large })).toMatchObject({
        at: { kind: 'prompting' },
        history: [{ confidence: 5 }],
      });
      expect(afterFailing(1, { looks, doubts })).toMatchObject({ at: { outcome: { kind: 'doubted', confidence: 3 } } });
    });

    it('goes on up to its last attempt where it was looked at often enough, or an older version began it', () => {
      expect(afterFailing(6, { looks: { ...looks, left: 0 } })).toMatchObject({
        at: { kind: 'prompting' },
        attempt: 7,
      });
      expect(afterFailing(6)).toMatchObject({
        at: { kind: 'prompting' },
        attempt: 7,
        history: { 5: { confidence: 0 } },
      });
      expect(afterFailing(7, { looks })).toMatchObject({ at: { outcome: { kind: 'blocked' } } });
    });

    it('goes on where nobody else can look, and says so once', () => {
      const change = { looks: { by: ['one'], left: 2 } };
      const alone = aCriterion(
        { kind: 'recording', found, results: [red] },
        { history: failedBefore(1), attempt: 2 },
        change,
      );
      expect(said(alone)).toMatchObject([{}, { kind: 'nobody_advises', data: { criterion: 'SC-1', confidence: 4 } }]);
      expect(afterFailing(2, change)).toMatchObject({ at: { kind: 'prompting' }, alone: true });
      const told = aCriterion(
        { kind: 'recording', found, results: [red] },
        { history: failedBefore(2), attempt: 3, alone: true },
        change,
      );
      expect(said(told)).toHaveLength(1);
    });

    it('has no measure where it is met, and one where its agent says that something is left', () => {
      expect(judged([green], {}, { looks }).history[0]).not.toHaveProperty('confidence');
      const left = { ...report, status: 'continue' as const, left: ['the docs'] };
      expect(judged([green], { report: left }, { looks }).history[0]).toMatchObject({ confidence: 6 });
    });

    it('is compared with the last attempt of the round that it goes on from, and told what failed there', () => {
      const earlier = { ...same, number: 2 };
      expect(judged([red], { attempt: 3, idle: 1, agent: 0 }, { earlier })).toMatchObject({
        ...{ history: [{ noProgress: true }], idle: 2, agent: 1 },
      });
      const begun = aCriterion({ kind: 'prompting', cut: false }, { attempt: 3 }, { earlier });
      expect(JSON.stringify(decideCriterion(view(begun), now))).toContain('test (failed): wrong');
    });
  });

  it.each(['snapshot', 'inspect-change', 'stage-tree', 'record-evidence'])('a failed %s ends it blocked', (name) => {
    const failed = {
      name,
      input: {},
      result: { kind: 'failed', failure: { error_code: 'GIT_FAILED', message: 'no' } },
    };
    expect(applyCriterion(aCriterion({ kind: 'capturing' }), failed as unknown as Performed).state.at).toEqual({
      ...{ kind: 'ended', outcome: { kind: 'blocked', why: 'no' } },
    });
  });
});

describe('what is said to a criterion', () => {
  it('a cancel is told once to what runs, waits for its end, and ends', () => {
    const thing = aCriterion({ kind: 'working', key: 'turn-1' });
    const living = { notices: [notice(1, 'cancel')], children: [aRun('turn-1', null)] };
    const told = decideCriterion(view(thing, living), now);
    expect(told).toMatchObject({ kind: 'advance', notices: [{ to: 'r1', kind: 'cancel' }], state: { heard: 1 } });
    const heard = aCriterion({ kind: 'working', key: 'turn-1' }, { heard: 1 });
    expect(decideCriterion(view(heard, living), now).kind).toBe('wait');
    expect(decideCriterion(view(heard, { notices: living.notices }), now)).toMatchObject({
      state: { at: { outcome: { kind: 'cancelled' } } },
    });
  });

  it('WT-122 words reach the next turn once, and a fresh conversation hears them all again', () => {
    const notices = [notice(1, 'say'), notice(2, 'pause'), notice(3, 'say')];
    const prompted = (more: Partial<CriterionState>) =>
      JSON.stringify(
        decideCriterion(
          view(aCriterion({ kind: 'prompting', cut: false }, { runs: 1, ...more }), {
            notices: [...notices, notice(4, 'resume')],
          }),
          now,
        ),
      );
    const resumed = prompted({ conversation: 'c', heard: 1 });
    expect(resumed).toContain('word 3');
    expect(resumed).not.toContain('word 1');
    const fresh = prompted({ heard: 3 });
    expect(fresh).toContain('word 1');
    expect(fresh).toContain('word 3');
    for (const text of [resumed, fresh]) expect(text).not.toMatch(/word [24]/);
  });

  it('WT-122 a turn is told what of the allowance is left, and nothing where there is none', () => {
    const purpose = (change: Partial<CriterionSpec>, more: Partial<CriterionState> = {}) => {
      const decided = decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, more, change)), now);
      return decided.kind === 'spawn' ? decided.children[0]?.spec : decided;
    };
    expect(JSON.stringify(purpose({}))).not.toContain('"budget"');
    const limit = { money: 5, tokens: null };
    const allowance = { before: nothingSpent, ask: limit, stop: limit, unpriced: false, round: 0 };
    expect(purpose({ allowance })).toMatchObject({ purpose: { budget: leftOf(allowance, nothingSpent) } });
    const spent = { ...nothingSpent, money: 2 };
    expect(purpose({ allowance }, { spent })).toMatchObject({ purpose: { budget: leftOf(allowance, spent) } });
    expect(leftOf(allowance, spent)).not.toEqual(leftOf(allowance, nothingSpent));
  });

  it.each([
    ['neither', 9, 19, false],
    ['its task alone', 10, 19, true],
    ['the day alone', 9, 20, true],
    ['both', 10, 20, true],
  ])('no turn begins where the limit is reached of %s', (_of, own, today, stops) => {
    const used = (tokens: number) => ({ ...nothingSpent, tokens });
    const limit = (tokens: number) => ({ money: null, tokens });
    const allowance = { before: nothingSpent, ask: limit(10), stop: limit(99), unpriced: false, round: 3 };
    const thing = aCriterion(
      { kind: 'prompting', cut: false },
      { spent: used(own), metered: { runs: 0, used: used(today) } },
      { allowance: { ...allowance, day: limit(20) } },
    );
    const decision = decideCriterion(view(thing), now);
    if (!stops) return expect(decision.kind).toBe('spawn');
    expect(decision).toMatchObject({
      ...{ kind: 'advance', state: { at: { kind: 'out_of_budget', cut: false, round: 3 } } },
      said: [{ kind: 'budget_used_up', data: { criterion: 'SC-1' } }],
    });
  });

  it('WT-122 what is paused needs nothing but its person, and what has ended is not paused', () => {
    const notices = [notice(1, 'pause')];
    expect(decideCriterion(view(aCriterion({ kind: 'capturing' }, { paused: true }), { notices }), now)).toEqual({
      ...{ kind: 'wait', until: null, on: 'a person to resume' },
    });
    const working = aCriterion({ kind: 'working', key: 'turn-1' });
    const living = decideCriterion(view(working, { notices, children: [aRun('turn-1', null)] }), now);
    expect(living).not.toMatchObject({ on: 'a person to resume' });
    const ended: CriterionStep = { kind: 'ended', outcome: { kind: 'blocked', why: 'no' } };
    for (const paused of [true, false])
      expect(decideCriterion(view(aCriterion(ended, { paused }), { notices }), now).kind).toBe('finish');
  });

  it('a pause waits for the turn, parks, and is over with resume', () => {
    const pause = [notice(1, 'pause')];
    const thing = aCriterion({ kind: 'working', key: 'turn-1' });
    expect(decideCriterion(view(thing, { notices: pause, children: [aRun('turn-1', null)] }), now).kind).toBe('wait');
    expect(decideCriterion(view(aCriterion({ kind: 'capturing' }), { notices: pause }), now)).toMatchObject({
      state: { paused: true },
    });
    const paused = aCriterion({ kind: 'capturing' }, { paused: true });
    expect(decideCriterion(view(paused, { notices: pause }), now).kind).toBe('wait');
    expect(decideCriterion(view(paused, { notices: [...pause, notice(2, 'resume')] }), now)).toMatchObject({
      state: { paused: false },
    });
  });
});

describe('whatever comes', () => {
  const machine: Machine = {
    decide: (seen, at) => decideCriterion(seen as unknown as CriterionView, at),
    apply: (thing, performed) => applyCriterion(thing as Criterion, performed),
  };
  const choices = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 300 });

  it('nothing throws, nothing is performed beside what lives, attempts are bounded, and a cancel leads to the end', () => {
    fc.assert(
      fc.property(choices, fc.nat(120), fc.constantFrom(['one'], ['one', 'two']), (numbers, rounds, agents) => {
        let next = 0;
        const pick = (count: number) => (numbers[next++ % numbers.length] ?? 0) % count;
        let at = begin(aCriterion({ kind: 'prompting', cut: false }, {}, { agents }));
        const go = () => {
          at = round(machine, at, pick);
          if (at.waits !== null) at = happen(at, pick);
        };
        for (let n = 0; n < rounds && !at.ended; n += 1) {
          if (pick(9) === 8) at = say(at, ['pause', 'resume', 'say'][pick(3)] ?? 'say');
          go();
        }
        expect((at.seen.thing.state as CriterionState).history.length).toBeLessThanOrEqual(7);
        if (at.ended) return;
        at = say(at, 'cancel');
        for (let n = 0; n < 10 && !at.ended; n += 1) go();
        expect(at.ended).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a criterion whose agent', () => {
  const said = (text: string, more: object = {}) => aRun('turn-1', turn(text, more));
  const working: CriterionStep = { kind: 'working', key: 'turn-1' };
  const changed = (criteria: readonly object[]) =>
    JSON.stringify({ plan_changed: { why: 'there is no clock', criteria } });
  const planned = { plan: 'multiply' };
  const decide = (run: Run, change: Partial<CriterionSpec> = planned) =>
    decideCriterion(view(aCriterion(working, { runs: 1 }, change), { children: [run] }), now);

  it('says that the plan does not fit ends with what it wants instead, and no gate runs', () => {
    expect(decide(said(changed([{ text: 'at noon' }])))).toMatchObject({
      kind: 'advance',
      state: { at: { kind: 'ended', outcome: { kind: 'amended', amendment: { criteria: [{ text: 'at noon' }] } } } },
    });
  });

  it.each([
    ['only remarks on it', changed([]), 'there is no clock'],
    ['says it so that nobody can read it', '{"plan_changed": {"criteria": 3}}', 'cannot be read'],
  ])('%s goes on to the gates, and that is told', (_words, text, why) => {
    expect(decide(said(text))).toMatchObject({
      state: { at: { kind: 'capturing' } },
      said: [{ kind: 'plan_remarked', data: { why: expect.stringContaining(why) } }],
    });
  });

  const marked = 'It is done. <CODER_COMPLETE>';

  it('PC-24 hands in a report that is not whole is asked once for exactly what is missing, then it is blocked', () => {
    const asked = decide(said(marked));
    expect(asked).toMatchObject({
      state: { at: { kind: 'prompting', lacks: expect.arrayContaining(['the part "Coverage"']) }, askedIn: 1 },
      said: [{ kind: 'report_incomplete' }],
    });
    if (asked.kind !== 'advance') throw new Error(asked.kind);
    const again = decideCriterion(view(aCriterion(asked.state.at, asked.state)), now);
    expect(again).toMatchObject({
      kind: 'spawn',
      children: [
        {
          spec: {
            purpose: { resume: 'conv-1', prompt: expect.stringMatching(/not whole:[\s\S]*- the part "Coverage"/) },
          },
        },
      ],
    });
    const state = { runs: 1, askedIn: 1 };
    const twice = decideCriterion(view(aCriterion(working, state, planned), { children: [said(marked)] }), now);
    expect(twice).toMatchObject({
      state: { at: { outcome: { kind: 'blocked', why: expect.stringContaining('the part "Coverage"') } } },
    });
    const later = { runs: 1, askedIn: 1, attempt: 2 };
    expect(decideCriterion(view(aCriterion(working, later, planned), { children: [said(marked)] }), now)).toMatchObject(
      { state: { at: { kind: 'prompting' }, askedIn: 2 } },
    );
  });

  it('hands in a whole report, or none, goes on to the gates; of the attempt before nothing is left', () => {
    const report = { status: 'complete', criteria: [], files: ['a.ts'], tests: [], results: null, coverage: null };
    const whole = { report: { ...report, verification: 'ran it', assessment: 'sure', follow_ups: [] } };
    expect(decide(said(JSON.stringify(whole)))).toMatchObject({
      state: { at: { kind: 'capturing' }, report: { status: 'complete', files: ['a.ts'] } },
    });
    const before = { runs: 1, report: { ...report, status: 'continue', reason: '', left: ['a'] } as WorkReport };
    expect(
      decideCriterion(view(aCriterion(working, before, planned), { children: [said('Done.')] }), now),
    ).toMatchObject({ state: { at: { kind: 'capturing' }, report: null } });
  });

  const unfinished = (left: readonly string[]) =>
    said(
      JSON.stringify({
        report: {
          ...{ status: 'continue', criteria: [], files: [], tests: [], results: null, coverage: null, left },
          ...{ verification: 'ran it', assessment: 'sure', follow_ups: [] },
        },
      }),
    );

  it('PC-44 stops with something left is sent on in its conversation, so often in an attempt, then its work is checked', () => {
    const held = decide(unfinished(['the docs']), { holds: 2 });
    expect(held).toMatchObject({
      state: { at: { kind: 'prompting', cut: false, left: ['the docs'] }, attempt: 1, held: { attempt: 1, times: 1 } },
      said: [{ kind: 'stop_held_back', data: { criterion: 'SC-1', left: ['the docs'], times: 1, of: 2 } }],
    });
    if (held.kind !== 'advance') throw new Error(held.kind);
    expect(decideCriterion(view(aCriterion(held.state.at, held.state)), now)).toMatchObject({
      kind: 'spawn',
      children: [
        {
          key: 'turn-2',
          spec: { purpose: { resume: 'conv-1', prompt: expect.stringMatching(/this is left:[\s\S]*- the docs/) } },
        },
      ],
    });
    const stops = (
      state: Partial<CriterionState>,
      change: Partial<CriterionSpec> = { holds: 2 },
      run = unfinished(['the docs']),
    ) => decideCriterion(view(aCriterion(working, { runs: 1, ...state }, change), { children: [run] }), now);
    expect(stops({ held: { attempt: 1, times: 1 } })).toMatchObject({ state: { held: { times: 2 } } });
    expect(stops({ held: { attempt: 1, times: 2 } })).toMatchObject({ state: { at: { kind: 'capturing' } } });
    expect(stops({ held: { attempt: 1, times: 2 }, attempt: 2 })).toMatchObject({
      state: { held: { attempt: 2, times: 1 } },
    });
  });

  it.each([
    ['whose level is off', { holds: 0 }, {}],
    ['of an older version', {}, {}],
    ['whose context is too full', { holds: 3 }, { context: { used: 41, window: 100 } }],
    ['that keeps no conversation', { holds: 3 }, { conversation: null }],
  ])('PC-44 %s is not held back', (_words, change, more) => {
    const { state } = unfinished(['the docs']);
    if (state.kind !== 'ended' || state.result.kind !== 'turn') throw new Error(state.kind);
    const run = aRun('turn-1', { kind: 'turn', turn: { ...state.result.turn, ...more } });
    expect(decide(run, change)).toMatchObject({ state: { at: { kind: 'capturing' }, report: { left: ['the docs'] } } });
  });

  it('loses its conversation is asked for its report with all that it has to know', () => {
    const at: CriterionStep = { kind: 'prompting', cut: false, lacks: ['the part "Coverage"'] };
    const prompted = JSON.stringify(decideCriterion(view(aCriterion(at)), now));
    for (const part of ['it fires', 'not whole', 'Coverage']) expect(prompted).toContain(part);
  });

  it('has no plan has none to change', () => {
    expect(decide(said(changed([{ text: 'at noon' }])), {})).toMatchObject({ state: { at: { kind: 'capturing' } } });
  });

  it('has filled its context too far begins afresh, told what was done; where that is not known it goes on', () => {
    const full = (used: number, window: number) => said('done so far', { context: { used, window } });
    expect(decide(full(41, 100))).toMatchObject({
      state: { conversation: null, handover: { from: 'one', answer: 'done so far' } },
    });
    expect(decide(full(40, 100))).toMatchObject({ state: { conversation: 'conv-1' } });
    expect(decide(full(41, 100), { ...planned, context: 60 })).toMatchObject({ state: { conversation: 'conv-1' } });
    expect(decide(said('done so far'))).toMatchObject({ state: { conversation: 'conv-1' } });
  });

  it('is advised, or fixes, is told so at its beginning', () => {
    const counsel = { from: 'two', text: 'Look at the clock.' };
    const begun = decideCriterion(
      view(aCriterion({ kind: 'prompting', cut: false }, {}, { counsel, role: 'fix' })),
      now,
    );
    expect(begun).toMatchObject({ children: [{ spec: { purpose: { role: 'fix' } } }] });
    expect(JSON.stringify(begun)).toContain('two looked why it did not go on');
    const later = { conversation: 'c', attempt: 2, runs: 1 };
    const again = decideCriterion(view(aCriterion({ kind: 'prompting', cut: false }, later, { counsel })), now);
    expect(JSON.stringify(again)).not.toContain('Look at the clock.\\n');
    const goesOn = aCriterion({ kind: 'prompting', cut: false }, { ...later, runs: 0 }, { counsel });
    expect(JSON.stringify(decideCriterion(view(goesOn), now))).toContain('Look at the clock.\\n');
  });
});

describe('what comes of it is told', () => {
  const next = (
    at: CriterionStep,
    children: readonly Run[] = [],
    change: Partial<CriterionSpec> = {},
    more: Partial<CriterionState> = {},
  ) => decideCriterion(view(aCriterion(at, more, change), { children }), now);
  const gating: CriterionStep = { kind: 'gating', found, folder: '/s', results: [] };
  const working: CriterionStep = { kind: 'working', key: 'turn-1' };
  const failed = gateResult('test', 'failed', { why: '1 of 2 failed', exit: 1 });
  const ended = (outcome: TurnOutcome, ending: Ending = { kind: 'exited', code: 0 }) =>
    aRun('turn-1', turn('', { outcome }), ending);
  const verify = 'grep -q minutes src/beat.js';

  it.each([
    [
      'a gate that ran',
      () => next(gating, [aRun('gate-1-test-0', gate(failed))]),
      { kind: 'gate_judged', data: { criterion: 'SC-1', gate: 'test', verdict: 'failed', why: '1 of 2 failed' } },
    ],
    [
      'a gate that only fails as it did on the base, as what that makes of it',
      () =>
        next(gating, [aRun('gate-1-test-0', gate({ ...failed, ids: { passed: [], failed: ['a'], skipped: [] } }))], {
          baseline: [{ ...failed, ids: { passed: [], failed: ['a'], skipped: [] } }],
        }),
      { kind: 'gate_judged', data: { gate: 'test', verdict: 'passed', why: expect.stringContaining('pre-existing') } },
    ],
    [
      'what the plan checks it by',
      () =>
        next({ ...gating, results: [green] }, [aRun('gate-1-verify-0', gate(gateResult('verify', 'passed')))], {
          verify,
        }),
      { kind: 'gate_judged', data: { gate: 'verify', verdict: 'passed' } },
    ],
    [
      'the proof of red',
      () => next({ ...gating, kind: 'red', results: [green] }, [aRun('gate-1-red-0', gate(green))]),
      { kind: 'gate_judged', data: { gate: 'red-first', verdict: 'failed' } },
    ],
    [
      'that the keeper lost a gate',
      () => next(gating, [aRun('gate-1-test-0', gate(failed), { kind: 'lost' })]),
      { kind: 'gate_lost' },
    ],
    [
      'that the keeper lost a turn',
      () => next(working, [ended({ kind: 'cut_off', message: 'm' }, { kind: 'lost' })], {}, { cuts: 1 }),
      { kind: 'turn_cut', data: { criterion: 'SC-1', cuts: 2, conversation: 'conv-1' } },
    ],
    [
      'that an agent failed, and how',
      () => next(working, [ended({ kind: 'crashed', message: 'out of memory' })]),
      {
        kind: 'agent_failed',
        data: { criterion: 'SC-1', agent: 'one', why: expect.stringContaining('out of memory') },
      },
    ],
  ] as const)('%s', (_, decision, fact) => {
    expect(decision()).toMatchObject({ said: [fact] });
  });

  it('but not of a gate for which nothing is run', () => {
    const absent = { verdict: 'not_configured', why: 'there is none' } as const;
    const gates = gatePlan.gates.map((each) => ({ ...each, absent }));
    expect(next(gating, [], { gatePlan: { ...gatePlan, gates } })).toMatchObject({
      ...{ state: { at: { results: [{ verdict: 'not_configured', why: 'there is none' }] } }, said: [] },
    });
  });

  it.each([
    [true, [notice(1, 'pause')], { kind: 'criterion_paused' }],
    [false, [notice(1, 'pause'), notice(2, 'resume')], { kind: 'criterion_resumed' }],
  ])('that it stands still: %s', (paused, notices, fact) => {
    const thing = aCriterion({ kind: 'capturing' }, { paused: !paused });
    expect(decideCriterion(view(thing, { notices }), now)).toMatchObject({ state: { paused }, said: [fact] });
  });

  it('that its agent forgot the conversation, and the next turn begins afresh', () => {
    const forgot = aRun('turn-1', turn('', { outcome: { kind: 'crashed', message: 'unknown' }, conversation: null }));
    expect(next(working, [forgot], {}, { conversation: 'c' })).toMatchObject({
      state: { conversation: null, at: { kind: 'prompting', cut: false } },
      said: [{ kind: 'conversation_forgotten', data: { criterion: 'SC-1' } }],
    });
  });

  it('that a turn was stopped for its budget, and what it did is kept', () => {
    const over = ended({ kind: 'interrupted' });
    const stopped = { ...over, state: { ...over.state, over: true } } as Run;
    expect(next(working, [stopped])).toMatchObject({
      state: { at: { kind: 'keeping' } },
      said: [{ kind: 'turn_stopped', data: { criterion: 'SC-1' } }],
    });
  });

  it('a gate that ran is put beside those before it', () => {
    const lint = { ...(gatePlan.gates[0] as GateDefinition), gate: 'lint' as const, argv: ['lint'] };
    const both = { gatePlan: { ...gatePlan, gates: [lint, ...gatePlan.gates] } };
    const before = gateResult('lint', 'passed');
    expect(next({ ...gating, results: [before] }, [aRun('gate-1-test-0', gate(green))], both)).toMatchObject({
      state: { at: { results: [{ gate: 'lint' }, { gate: 'test' }] } },
    });
  });

  it('a copy that is gone is for its task to bring back, whatever else fails is for the next agent', () => {
    const refused = (error_code: 'COPY_MISSING' | 'GIT_FAILED' | 'SANDBOX_MISSING') =>
      next(working, [aRun('turn-1', { kind: 'refused', failure: { error_code, message: 'gone' } })]);
    expect(refused('COPY_MISSING')).toMatchObject({
      state: { agent: 0, at: { outcome: { kind: 'blocked', lost: { error_code: 'COPY_MISSING' } } } },
    });
    // As where its person went to another branch in the checkout.
    expect(refused('GIT_FAILED')).toMatchObject({
      state: { agent: 0, at: { outcome: { kind: 'blocked', why: 'gone' } } },
    });
    expect(refused('SANDBOX_MISSING')).toMatchObject({ state: { agent: 1, at: { kind: 'prompting' } } });
  });
});

describe('a turn is begun', () => {
  const begun = (
    change: Partial<CriterionSpec>,
    more: Partial<CriterionState> = {},
    notices: readonly Notice[] = [],
  ) => {
    const decided = decideCriterion(
      view(aCriterion({ kind: 'prompting', cut: false }, more, change), { notices }),
      now,
    );
    if (decided.kind !== 'spawn') throw new Error(decided.kind);
    const [run] = decided.children.map(({ spec }) => spec as { readonly purpose: AgentPurpose });
    return { purpose: (run as NonNullable<typeof run>).purpose, said: decided.said };
  };
  const attempt = (number: number) => ({ number, agent: 'one', tree: 't1', results: [], noProgress: false });
  const carried = {
    text: 'What n1 did.',
    from: [{ run: 'r7' as never, agent: 'one', bytes: 90, carried: 12 }],
  };
  const goesOn = (strategy: 'resume' | 'fork' | 'merge_fork' | 'new', conversation?: string) => ({
    goesOn: {
      strategy,
      parents: ['n1'],
      carried,
      ...(conversation && { conversation: { agent: 'one', id: conversation } }),
    },
  });
  const told = (inConversation: boolean, strategy: string) => ({
    kind: 'node_goes_on',
    data: {
      ...{ node: 'SC-1', strategy, parents: ['n1'], in_conversation: inConversation },
      carried: [{ bytes: 90, carried: 12 }],
    },
  });

  it.each([
    ['resume', 'in the conversation of its parent itself', undefined],
    ['fork', 'in a fork of the conversation of its parent', true],
    ['merge_fork', 'in a fork of one, told what the others did', true],
  ] as const)('by the strategy %s: %s', (strategy, _, fork) => {
    const { purpose, said } = begun(goesOn(strategy, 'c1'), { conversation: 'c1' });
    expect(purpose).toMatchObject({ resume: 'c1', carried: carried.text, prompt: expect.stringContaining('it fires') });
    expect(purpose.fork).toBe(fork);
    expect(said).toEqual([told(true, strategy), expect.objectContaining({ kind: 'attempt_started' })]);
  });

  it.each([
    ['resume', { spent: nothingSpent }],
    ['fork', { conversation: 'its own', spent: nothingSpent }],
  ] as const)('in its own conversation once it has one, and nothing is carried over again: %s', (strategy, more) => {
    const { purpose, said } = begun(goesOn(strategy, 'c1'), { conversation: 'c1', runs: 1, ...more });
    expect(purpose).not.toHaveProperty('fork');
    expect(purpose).not.toHaveProperty('carried');
    expect(said).toMatchObject([{ kind: 'attempt_started', data: { resumed: true } }]);
  });

  it('without a conversation of its parent it is told what that did', () => {
    const { purpose, said } = begun(goesOn('merge_fork'));
    expect(purpose).toMatchObject({ resume: null, carried: carried.text });
    expect(said).toMatchObject([told(false, 'merge_fork'), { data: { resumed: false } }]);
  });

  it('where a person went back to an attempt, in a fork of that conversation, and is told so before its first attempt alone', () => {
    const rewound = { round: 'shop-1/SC-1' as never, attempt: 3, agent: 'one', conversation: 'c3' };
    const first = begun({ rewound }, { conversation: 'c3' }).purpose;
    expect(first).toMatchObject({ fork: true, resume: 'c3', prompt: expect.stringContaining('after attempt 3') });
    const later = begun({ rewound }, { conversation: 'c4', history: [attempt(4)] }).purpose;
    expect(later).not.toHaveProperty('fork');
    expect(later.prompt).not.toContain('after attempt 3');
    expect(begun({ rewound: { ...rewound, conversation: null } }).purpose).not.toHaveProperty('fork');
  });

  it('where the work of others clashes with its own, it is told before its first attempt alone', () => {
    const clash = ['src/both.js'];
    expect(begun({ clash }).purpose.prompt).toContain('src/both.js');
    expect(begun({ clash }, { history: [attempt(1)] }).purpose.prompt).not.toContain('src/both.js');
  });

  it('afresh, told what the one before it leaves and what was changed since the base; in a conversation it knows that', () => {
    const handover = { from: 'two', answer: 'The half is done.', failures: [] };
    const fresh = begun({ handover, advice: 'Mind the clock.' }).purpose;
    expect(fresh).toMatchObject({ changesSince: base.tree, prompt: expect.stringContaining('The half is done.') });
    expect(fresh.prompt).toContain('Mind the clock.');
    const resumed = begun({ handover, advice: 'Mind the clock.' }, { conversation: 'c', runs: 1 }).purpose;
    expect(resumed).not.toHaveProperty('changesSince');
    expect(resumed.prompt).not.toMatch(/The half is done|Mind the clock/);
    expect(begun({}).purpose).not.toHaveProperty('changesSince');
  });

  it('told by the last of its attempts what failed', () => {
    const failed = (why: string) => ({ ...attempt(1), results: [gateResult('test', 'failed', { why })] });
    const { prompt } = begun({}, { attempt: 3, history: [failed('the first'), failed('the second')] }).purpose;
    expect(prompt).toContain('the second');
    expect(prompt).not.toContain('the first');
  });
});

it('of what its agent said the last 4,000 characters come back to who asked', () => {
  const working = aCriterion({ kind: 'working', key: 'turn-1' });
  const said = (text: string) =>
    decideCriterion(view(working, { children: [aRun('turn-1', turn(text) as unknown as RunResult)] }), now);
  expect(said(`a${'b'.repeat(3_999)}c`)).toMatchObject({ state: { answer: `${'b'.repeat(3_999)}c` } });
  expect(said('Done.')).toMatchObject({ state: { answer: 'Done.' } });
});

describe('PC-11 PC-12 a criterion in turns of its own', () => {
  const inTurns: Partial<CriterionSpec> = { beats: ['test', 'code', 'refactor'] };
  const passed = gateResult('red-first', 'passed', { why: 'red (exit 1): a.test.js > new' });
  const missing = { error_code: 'COPY_MISSING', message: 'it is gone' };
  const recorded = (state: Partial<CriterionState>, results: readonly GateResult[], change = inTurns) =>
    applyCriterion(aCriterion({ kind: 'recording', found, results }, state, change), {
      ...{ name: 'record-evidence', input: {}, result: { kind: 'done', output: { from: 1, to: 2 } } },
    } as unknown as Performed);
  const inspected = (state: Partial<CriterionState>, output: object) =>
    applyCriterion(aCriterion({ kind: 'inspecting', tree: 't1', changes: [] }, state, inTurns), {
      name: 'inspect-change',
      input: {},
      result: { kind: 'done', output: { tamper: [], secrets: [], tests: ['a.test.js'], ...output } },
    } as unknown as Performed);

  it('begins with its tests, which are looked at alone', () => {
    expect(
      decideCriterion(view(aCriterion({ kind: 'inspecting', tree: 't1', changes: [] }, {}, inTurns)), now),
    ).toMatchObject({
      effect: { name: 'inspect-change', input: { beat: { kind: 'test' } } },
    });
    const others = [{ gate: 'imports', what: 'w', file: null, line: null, weight: 'fail' }];
    expect(inspected({}, { others }).state.at).toMatchObject({ kind: 'staging_tests' });
    expect(inspected({}, { tests: [] }).state.at).toMatchObject({
      kind: 'recording',
      results: [{}, {}, { verdict: 'failed' }],
    });
    expect(inspected({}, { besides: ['src/a.js'] }).state.at).toMatchObject({
      results: [{}, {}, { verdict: 'failed', why: expect.stringContaining('it changed src/a.js') }],
    });
  });

  it('runs them where they stand alone, and keeps the tree in which they were red for the turn of the change', () => {
    const at: CriterionStep = {
      kind: 'tests_red',
      found: { ...found, tests: ['a.test.js', 'test/data.json'] },
      folder: '/r',
    };
    const asked = decideCriterion(view(aCriterion(at, {}, inTurns)), now);
    expect(asked).toMatchObject({ children: [{ key: 'gate-1-tests-0', spec: { purpose: { only: ['a.test.js'] } } }] });
    const red = recorded({}, [passed]);
    expect(red).toMatchObject({
      state: { attempt: 1, beat: 'code', history: [], redTests: { tree: 't1' }, at: { kind: 'prompting' } },
      said: [{ kind: 'tests_red' }],
    });
    // What was missing of the report then is asked for in the next turn as well.
    expect(recorded({ askedIn: 1 }, [passed]).state).not.toHaveProperty('askedIn');
    const { redTests } = red.state;
    expect(
      decideCriterion(
        view(
          aCriterion(
            { kind: 'inspecting', tree: 't2', changes: [] },
            { beat: 'code', ...(redTests && { redTests }) },
            inTurns,
          ),
        ),
        now,
      ),
    ).toMatchObject({ effect: { input: { beat: { kind: 'code', red: 't1' } } } });
    expect(inspected({ beat: 'code' }, {}).state.at).toMatchObject({ kind: 'staging' });
  });

  it.each([
    [
      'given back by a person who had it in hand',
      ['pause', 'give', 'resume'],
      { kind: 'prompting', cut: false },
      'code',
    ],
    ['given back before what its agent did is looked at', ['pause', 'give', 'resume'], { kind: 'capturing' }, 'code'],
    ['only resumed', ['pause', 'resume'], { kind: 'prompting', cut: false }, undefined],
    [
      'resumed after it had been in hand before',
      ['pause', 'give', 'pause', 'resume'],
      { kind: 'capturing' },
      undefined,
    ],
    [
      'given back while its tests are looked at',
      ['pause', 'give', 'resume'],
      { kind: 'staging_tests', found },
      undefined,
    ],
  ] as const)('in the turn for its tests, %s, goes on in that, or with the change beside it', (_, kinds, at, beat) => {
    const notices = kinds.map((kind, index) => notice(index + 1, kind, null));
    const resumed = decideCriterion(view(aCriterion(at, { paused: true }, inTurns), { notices }), now);
    expect(resumed).toMatchObject({ kind: 'advance', state: { paused: false } });
    expect('state' in resumed && resumed.state.beat).toBe(beat);
  });

  it('is another attempt at the tests where they are not red, or its agent is blocked', () => {
    const no = gateResult('red-first', 'failed');
    expect(recorded({}, [no]).state).toMatchObject({
      attempt: 2,
      at: { kind: 'prompting' },
      history: [{ beat: 'test' }],
    });
    expect(recorded({}, [no]).state.beat).toBeUndefined();
    const report: WorkReport = {
      status: 'blocked',
      reason: 'no tests',
      left: [],
      files: [],
      tests: [],
      results: null,
      coverage: null,
    };
    expect(recorded({ report }, [passed]).state.at).toMatchObject({ kind: 'ended', outcome: { kind: 'blocked' } });
  });

  it('tells of tests that were red and are gone, where no other test is new', () => {
    const gone = {
      path: 'a.test.js',
      kind: 'deleted',
      from: null,
      added: 0,
      removed: 9,
      binary: false,
      bytes: 0,
    } as const;
    const at: CriterionStep = {
      ...{ kind: 'gating', folder: '/s', results: [green] },
      found: { ...found, tests: [], sinceRed: [gone] },
    };
    const decided = decideCriterion(view(aCriterion(at, { beat: 'code' }, inTurns)), now);
    const results = 'state' in decided && decided.state.at.kind === 'recording' ? decided.state.at.results : [];
    expect(results.at(-1)).toMatchObject({
      gate: 'red-first',
      why: expect.stringContaining('changed since they were red: a.test.js (removed)'),
    });
  });

  it('loses no test to its form, also one that its base never had', () => {
    const ran = (total: number, skipped = 0) =>
      gateResult('test', 'passed', {
        counts: { total, passed: total - skipped, failed: 0, skipped },
        ids: { passed: ['a.test.js > new'], failed: [], skipped: [] },
      });
    const [met] = recorded({ beat: 'code' }, [ran(3), passed]).state.history;
    // What the turn before came to is no measure where it lost one as well.
    const history = [met, { ...met, number: 2, green: false, results: [ran(2)] }] as CriterionState['history'];
    const seen = (now: GateResult, beat: 'code' | 'refactor' = 'refactor') => {
      const at: CriterionStep = { kind: 'gating', found: { ...found, tests: [] }, folder: '/s', results: [now] };
      const decided = decideCriterion(view(aCriterion(at, { beat, history, attempt: 3 }, inTurns)), instant(1));
      const to = 'state' in decided ? decided.state.at : null;
      return to?.kind === 'recording' ? to.results.find(({ gate: name }) => name === 'tamper')?.why : to?.kind;
    };
    const lost = 'fewer tests run than before the turn for the form: 2 of 3';
    expect([seen(ran(2)), seen(ran(3, 1)), seen(ran(3)), seen(ran(4)), seen(ran(2), 'code')]).toEqual([
      ...[lost, lost, 'nothing found', 'nothing found', 'nothing found'],
    ]);
  });

  it('stays met, as it was, however the turns for its form come to nothing', () => {
    const { at: _at, ...form } = recorded({ beat: 'code', attempt: 3 }, [passed]).state;
    const failing = [gateResult('test', 'failed')];
    const outOfAttempts = recorded({ ...form, attempt: 7 }, failing).state;
    const report: WorkReport = {
      ...{ status: 'blocked', reason: 'no form', left: [], files: [], tests: [], results: null, coverage: null },
    };
    const ways = [outOfAttempts, recorded({ ...form, report }, [passed]).state];
    for (const state of ways) {
      const thing = { ...aCriterion(state.at, {}, inTurns), state };
      expect(decideCriterion(view(thing), now)).toMatchObject({
        kind: 'perform',
        effect: { name: 'restore-copy', input: { tree: 't1', copy: thing.spec.copy } },
      });
      const undone = { name: 'restore-copy', input: {}, result: { kind: 'done', output: { changed: ['a.js'] } } };
      expect(applyCriterion(thing, undone as unknown as Performed)).toMatchObject({
        state: { at: { kind: 'ended', outcome: { kind: 'passed', tree: 't1' } } },
        said: [{ kind: 'form_undone', data: { why: expect.any(String) } }],
      });
      const gone = { name: 'restore-copy', input: {}, result: { kind: 'failed', failure: missing } };
      expect(applyCriterion(thing, gone as unknown as Performed).state.at).toMatchObject({
        outcome: { kind: 'blocked', lost: missing },
      });
    }
    expect(outOfAttempts.history.map(({ number }) => number)).toEqual([3, 7]);
  });

  it('has a turn for its form where it is met and an attempt is left, which counts as no failure', () => {
    const met = recorded({ beat: 'code', attempt: 3 }, [passed]);
    expect(met.state).toMatchObject({ attempt: 4, beat: 'refactor', history: [{ green: true, beat: 'code' }] });
    expect(recorded({ beat: 'code', attempt: 7 }, [passed]).state.at).toMatchObject({ outcome: { kind: 'passed' } });
    const { history } = met.state;
    const asItWas = recorded({ beat: 'refactor', attempt: 4, history }, [passed]).state;
    expect(asItWas).toMatchObject({ at: { outcome: { kind: 'passed' } }, history: [{}, { noProgress: false }] });
    const { at: _at, ...form } = met.state;
    const failed = recorded(form, [gateResult('test', 'failed')]).state;
    expect(failed).toMatchObject({ attempt: 5, beat: 'refactor' });
    expect(failed.history.map(({ confidence }) => confidence)).toEqual([undefined, 6]);
    const last = recorded({ ...form, attempt: 7 }, [gateResult('test', 'failed')]).state;
    expect(last.at).toMatchObject({ kind: 'undoing_form', green: { number: 3, tree: 't1' } });
    const plain: Partial<CriterionSpec> = { beats: ['test', 'code'] };
    expect(recorded({ beat: 'code' }, [passed], plain).state.at).toMatchObject({ outcome: { kind: 'passed' } });
  });
});
