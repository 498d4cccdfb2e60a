// How criteria stand that are worked on beside one another, as a person is told.
import { describe, expect, it } from 'vitest';
import { gateResult, settings } from '../../../test/fakes/outside.ts';
import { standing } from '../../../test/fakes/standing-task.ts';
import type { Criterion } from '../../domain/criterion/criterion.ts';
import type { Run } from '../../domain/run/run.ts';
import type { TaskStep } from '../../domain/task/task.ts';
import { newestGates, viewCriteria } from './criteria-view.ts';

it('a verdict that rests on an exit code alone says so to programs, which is what the page shows as well', () => {
  const why = 'ended with 0; by its exit code alone, which is weaker: which tests ran is not known';
  const results = [gateResult('test', 'passed', { why })];
  const task = standing({ kind: 'gathering_tests' }, { work: { results } });
  expect(newestGates(task, [])).toMatchObject([{ gate: 'test', verdict: 'passed', why, counts: null }]);
});

const criteria = ['a.js', 'b.js', 'c.js'].map((file, index) => ({
  ...{ label: `SC-${index + 1}`, text: `make ${file}`, verify: null, files: [file], kind: 'behaviour' as const },
  ...(index === 2 && { dependsOn: ['SC-1'] }),
}));
const round = (label: string, outcome: object, member = true) =>
  ({
    ...{ id: `shop-1/${label}`, kind: 'criterion', key: label, ended: true },
    spec: { label, text: '', agents: ['one'], ...(member && { member: { among: ['SC-1', 'SC-2'] } }) },
    state: { at: { kind: 'ended', outcome }, history: [], attempt: 1, agent: 0 },
  }) as unknown as Criterion;
const passed = { kind: 'passed', tree: 't', unverified: [] };
const stuck = { kind: 'blocked', why: 'no way' };

function seenOf(
  at: TaskStep,
  rounds: readonly Criterion[],
  done: readonly string[] = [],
  together = 2,
  runs: readonly object[] = [],
) {
  const limits = { ...settings.limits, together };
  const task = standing(
    at,
    { work: { plan: { text: '', criteria }, done } },
    {},
    { settings: { ...settings, limits } },
  );
  const seen = {
    task,
    criteria: rounds,
    runs: runs as readonly Run[],
    questions: [],
    slot: { kind: 'none' } as const,
    entered: [],
  };
  return viewCriteria(seen);
}

it.each([
  [null, 'not verified: lint; by exit codes'],
  [{ passed: 1, failed: 0, skipped: 0, total: 1 }, 'not verified: lint; by numbers of tests'],
])('a criterion that is met says on what it rests: counts %j', (counts, why) => {
  const met = round('SC-1', { ...passed, unverified: ['lint'] }, false);
  const history = [{ number: 1, agent: 'one', tree: 't', results: [gateResult('test', 'passed', { counts })] }];
  const told = { ...met, state: { ...met.state, history } } as unknown as Criterion;
  expect(seenOf({ kind: 'checking' }, [told], ['SC-1'])[0]).toMatchObject({ state: 'met', why });
});
const told = (...all: Parameters<typeof seenOf>) =>
  seenOf(...all).map(({ id, state, why }) => `${id} ${state}${why === '' ? '' : `: ${why}`}`);
const developing = (more: object = {}): TaskStep => ({
  ...{ kind: 'developing', index: 1, key: 'SC-2', advice: null, agents: null, ...more },
});

it('names what comes first, for who draws them', () => {
  expect(seenOf(developing(), []).map(({ depends_on: first }) => first)).toEqual([[], [], ['SC-1']]);
});

it('one that passed by itself is not met before it is part of the whole', () => {
  const rounds = [round('SC-1', passed), round('SC-2', passed)];
  expect(told(developing(), rounds, ['SC-1'])).toEqual([
    'SC-1 met',
    'SC-2 running: passed by itself; it is put together with the others',
    'SC-3 waiting',
  ]);
  expect(told({ kind: 'checking' }, rounds, ['SC-1', 'SC-2'])).toEqual(['SC-1 met', 'SC-2 met', 'SC-3 waiting']);
});

it('those that are red together say so, and what was said, until it is known which of them it is', () => {
  const results = [gateResult('test', 'failed', { why: '1 of 2 tests failed' }), gateResult('lint', 'passed')];
  const whole = round('SC-1, SC-2', stuck, false);
  const red = {
    ...whole,
    spec: { ...whole.spec, together: [{ label: 'SC-1' }, { label: 'SC-2' }] },
    state: { ...whole.state, history: [{ number: 1, agent: 'one', tree: 't', results }] },
  } as unknown as Criterion;
  const rounds = [round('SC-1', passed), round('SC-2', passed), red];
  const words =
    'SC-2 running: passed by itself; SC-1, SC-2 are red together, and which of them it is, is looked for: test failed: 1 of 2 tests failed';
  expect(told(developing(), rounds, ['SC-1'])).toEqual(['SC-1 met', words, 'SC-3 waiting']);
  expect(told(developing(), [...rounds, round('SC-2', passed, false)], ['SC-1', 'SC-2'])).toContain('SC-2 met');
});

it('one in conflict is blocked and names the files, while it is asked about and while others are gone on with', () => {
  const rounds = [round('SC-1', passed), round('SC-2', passed)];
  const line = 'SC-2 blocked: conflict with the others in b.js';
  const asking: TaskStep = { kind: 'asking', question: 'stuck', key: 'k', back: developing({ clash: ['b.js'] }) };
  expect(told(asking, rounds, ['SC-1'])).toContain(line);
  const left = [{ label: 'SC-2', key: 'SC-2', how: 'ask', clash: ['b.js'] }];
  expect(told(developing({ index: 2, key: 'SC-3', left }), rounds, ['SC-1'])).toContain(line);
});

it('an attempt is told with what looked at it, and where its agent says otherwise', () => {
  const check = { gate: 'red-first', verdict: 'passed', why: 'red without the change: 2 tests' } as const;
  const made = { number: 1, agent: 'one', tree: 't', noProgress: false, differs: ['it says that 3 tests passed'] };
  const { state, ...row } = round('SC-1', passed, false);
  const history = [{ ...made, results: [{ ...check, argv: ['npm', 'test'], tail: 'x' }] }];
  const rounds = [{ ...row, state: { ...state, history } } as unknown as Criterion];
  const [first] = seenOf({ kind: 'checking' }, rounds, ['SC-1']);
  expect(first?.attempts).toEqual([
    expect.objectContaining({
      checks: [check],
      differs: made.differs,
      result: 'all gates passed; it says that 3 tests passed',
    }),
  ]);
});

it('PC-04 who waits for one that does not get on is blocked and names it; where all go one by one it only waits', () => {
  const rounds = [round('SC-1', stuck), round('SC-2', passed)];
  expect(told(developing(), rounds, ['SC-2'])).toEqual([
    'SC-1 blocked: no way',
    'SC-2 met',
    'SC-3 blocked: it waits for SC-1',
  ]);
  expect(told(developing(), [round('SC-1', stuck, false)], [], 1)).toEqual([
    ...['SC-1 blocked: no way', 'SC-2 waiting', 'SC-3 waiting'],
  ]);
});

it('what was checked beside the others, without a turn of its agent, is no first try and counts as none', () => {
  const made = { number: 1, agent: 'one', tree: 't', noProgress: false, results: [] };
  const { state, ...row } = round('SC-1', passed, false);
  const viewed = (turn: string) => {
    const rounds = [{ ...row, state: { ...state, history: [{ ...made, turn }] } } as unknown as Criterion];
    const [view] = seenOf({ kind: 'checking' }, rounds, ['SC-1']);
    return [view?.attempts[0]?.strategy, view?.tried];
  };
  expect([viewed('turn-0'), viewed('turn-1')]).toEqual([
    ['put together with the others', 0],
    ['first try', 1],
  ]);
  const underWay = (runs: number) => {
    const at = { kind: 'gating', found: {}, folder: 'f', results: [] };
    const [view] = seenOf(developing(), [
      { ...row, ended: false, state: { ...state, at, runs } } as unknown as Criterion,
    ]);
    return [view?.attempts[0]?.strategy, view?.tried];
  };
  expect([underWay(0), underWay(1)]).toEqual([
    ['put together with the others', 0],
    ['first try', 1],
  ]);
});

describe('an attempt that no gate looked at', () => {
  const aRun = (key: string, id: string) => ({ id, key, parent: 'shop-1/SC-1' });
  const viewed = (state: object, runs: readonly object[]) => {
    const { state: blank, ...row } = round('SC-1', stuck, false);
    const criterion = { ...row, state: { ...blank, ...state } } as unknown as Criterion;
    return seenOf({ kind: 'checking' }, [criterion], [], 2, runs)[0]?.attempts.map(({ run, result }) => [run, result]);
  };
  const unchanged = { gate: 'red-first', verdict: 'failed', why: 'nothing was changed for it', argv: [], findings: [] };
  const made = { number: 1, agent: 'one', tree: 't', noProgress: false, turn: 'turn-1', results: [unchanged] };

  it('is told with its run and why', () => {
    const runs = [aRun('turn-1', 'r1'), aRun('turn-2', 'r2'), aRun('gate-2-test-0', 'r3')];
    expect(viewed({ history: [made, { ...made, number: 2, turn: 'turn-2' }] }, runs)).toEqual([
      ['r1', 'no gate ran, because red-first failed: nothing was changed for it'],
      ['r2', 'no gate ran, because red-first failed: nothing was changed for it'],
    ]);
    const { turn: _turn, ...older } = made;
    expect(viewed({ history: [older] }, runs)).toMatchObject([[null, expect.any(String)]]);
  });

  it.each([
    ['its agent could do nothing', stuck, 'no way'],
    [
      'its agent says that the plan does not fit',
      { kind: 'amended', amendment: { why: 'x' } },
      'its agent says that the plan does not fit',
    ],
    ['it was ended', { kind: 'cancelled' }, 'it was ended before'],
  ])('is told where its criterion ended with it: %s', (_, outcome, why) => {
    const at = { kind: 'ended', outcome };
    expect(viewed({ at }, [aRun('turn-1', 'r1')])).toEqual([['r1', `no gate ran, because ${why}`]]);
    const two = [aRun('turn-1', 'r1'), aRun('turn-2', 'r2')];
    expect(viewed({ at, attempt: 2, history: [made] }, two)).toMatchObject([
      ['r1', expect.any(String)],
      ['r2', `no gate ran, because ${why}`],
    ]);
    // The last that was made is the one that ended it.
    expect(viewed({ at, attempt: 2, history: [made] }, [aRun('turn-1', 'r1')])).toHaveLength(1);
    expect(viewed({ at }, [])).toEqual([]);
  });
});
