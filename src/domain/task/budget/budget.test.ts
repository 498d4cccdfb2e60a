// A task that has used up what it may, and what a person says to it.
import { describe, expect, it } from 'vitest';
import { settings, turn } from '../../../../test/fakes/outside.ts';
import { answer, decided, done, standing } from '../../../../test/fakes/standing-task.ts';
import type { Criterion } from '../../criterion/criterion.ts';
import { instant } from '../../ids.ts';
import type { Limit } from '../../run/spent.ts';
import type { TaskView } from '../moves.ts';
import type { TaskSpec, TaskState, TaskStep } from '../task.ts';
import { resumeCriterion, stopCriterion, stopForBudget } from './ask.ts';
import { limitOf, spentBy } from './budget-of-task.ts';

const limits = (task: Limit | null, day: Limit | null = null): Partial<TaskSpec> => ({
  settings: { ...settings, limits: { ...settings.limits, budget: { task, day } } as never },
});
const dollars = (money: number): Limit => ({ money, tokens: null });
const spent = (money: number) => ({ money, tokens: 10, unpriced: 0 });
const developing: TaskStep = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
const analyzing: Extract<TaskStep, { kind: 'analyzing' }> = {
  kind: 'analyzing',
  agent: 0,
  resume: null,
  missing: null,
  looks: 0,
  words: null,
};
const advising: TaskStep = { kind: 'advising', back: developing, why: 'w', agent: 0, tree: 't' };
const criterion = (state: object, more: object = {}) =>
  ({
    ...{ id: 'shop-1/SC-1', kind: 'criterion', key: 'SC-1', ended: false, spec: { agents: ['one', 'two'] } },
    ...{ state: { agent: 1, at: { kind: 'working', key: 'k' }, ...state }, ...more },
  }) as unknown as Criterion;
const run = (money: number | null, more: object = {}) =>
  ({
    ...{ id: 'r1', kind: 'run', key: 'run-1', ended: true },
    spec: { purpose: { kind: 'agent', agent: 'one', resume: null } },
    state: {
      ...{ kind: 'ended', endedAt: 1_000, ending: { kind: 'exited', code: 0 } },
      result: turn('', { usage: { inputTokens: 4, cachedTokens: 0, outputTokens: 6, money } }),
    },
    ...more,
  }) as unknown as TaskView['children'][number];
const view = (
  at: TaskStep,
  stated: Partial<TaskSpec>,
  children: TaskView['children'] = [],
  state: Partial<TaskState> = {},
  now = 5_000,
): TaskView => ({
  ...{ thing: standing(at, {}, state, stated), children, notices: [], questions: [] },
  ...{ slot: { kind: 'held' }, now: instant(now) },
});

describe('a turn of the task’s own', () => {
  it('begins where nothing is limited, and where less than four fifths are used', () => {
    expect(stopForBudget(view(analyzing, {}, [run(99)]), analyzing, 'one')).toBeNull();
    expect(stopForBudget(view(analyzing, limits(dollars(10)), [run(7.9)]), analyzing, 'one')).toBeNull();
  });

  it('waits for a person where that much is used, by runs and criteria together', () => {
    const children = [run(5), criterion({ spent: spent(3) })];
    expect(spentBy({ children })).toEqual({ money: 8, tokens: 20, unpriced: 0 });
    const asked = stopForBudget(view(analyzing, limits(dollars(10)), children), analyzing, 'one');
    expect(asked).toMatchObject({
      kind: 'ask',
      answeredBy: null,
      question: { kind: 'budget' },
      state: { at: { kind: 'asking', question: 'budget', back: analyzing } },
    });
    const { question } = asked as Extract<typeof asked, { kind: 'ask' }>;
    expect(question.choices.map(({ id, label }) => `${id}: ${label}`).slice(-2)).toEqual([
      'pause: pause; everything is kept',
      'abandon: give up',
    ]);
    expect(question.choices.map(({ id }) => id)).toContain('more');
  });

  it('is metered first where the day is limited, once before each', () => {
    const stated = limits(null, dollars(20));
    const meter = { kind: 'perform', effect: { name: 'meter-day', input: {} } };
    expect(stopForBudget(view(analyzing, stated), analyzing, 'one')).toEqual(meter);
    const metered = (runs: number, money: number) =>
      stopForBudget(view(analyzing, stated, [], { runs: 2, metered: { runs, used: spent(money) } }), analyzing, 'one');
    expect(metered(1, 0)).toEqual(meter);
    expect(metered(2, 15)).toBeNull();
    expect(metered(2, 16)).toMatchObject({ kind: 'ask' });
    expect(done(standing(analyzing, {}, { runs: 2 }), 'meter-day', spent(4)).state.metered).toEqual({
      ...{ runs: 2, used: spent(4) },
    });
  });
});

describe('a criterion', () => {
  const held = criterion({ at: { kind: 'out_of_budget', cut: false, round: 0 }, spent: spent(9) });
  const raised = (round: number) => ({
    budget: { round, from: spent(9), limit: dollars(30), unpriced: true, models: { two: 'small' } },
  });

  it('that may not begin its next turn is asked about, until it was allowed to', () => {
    const asked = (child: Criterion, state: Partial<TaskState> = {}, stated = limits(dollars(10))) =>
      stopCriterion(view(developing, stated, [child], state), child, developing);
    expect(asked(held)).toMatchObject({ kind: 'ask', question: { kind: 'budget' } });
    expect(asked(criterion({}))).toBeNull();
    expect(asked(held, raised(1))).toBeNull();
    expect(asked(held, {}, {})).toBeNull();
  });

  it('is told once what it may use from now on, with what all else has used', () => {
    const told = (child: Criterion, state: Partial<TaskState>) =>
      resumeCriterion(view(developing, limits(dollars(10)), [run(2), child], state), child);
    const decision = told(held, raised(1));
    expect(decision).toMatchObject({
      kind: 'advance',
      notices: [
        {
          ...{ to: 'shop-1/SC-1', kind: 'allowance' },
          body: { allowance: { before: spent(2), stop: dollars(30), round: 1 }, models: { two: 'small' } },
        },
      ],
    });
    const { state } = decision as Extract<typeof decision, { kind: 'advance' }>;
    expect(told(held, { ...raised(1), ...state })).toBeNull();
    expect(told(held, {})).toBeNull();
    expect(told(criterion({}), raised(1))).toBeNull();
    expect(told(held, { ...raised(2), ...state, budget: raised(2).budget })).not.toBeNull();
  });

  it('that waits for a limit is told when it is over, once for each', () => {
    const limited = (until: number) => criterion({ at: { kind: 'limited', until, message: 'later' } });
    const told = (child: Criterion, now: number, state: Partial<TaskState> = {}) =>
      resumeCriterion(view(developing, {}, [child], state, now), child);
    expect(told(limited(5_000), 4_999)).toBeNull();
    const decision = told(limited(5_000), 5_000);
    expect(decision).toMatchObject({
      notices: [{ to: 'shop-1/SC-1', kind: 'limit_over', body: { until: 5_000 } }],
    });
    const { state } = decision as Extract<typeof decision, { kind: 'advance' }>;
    expect(told(limited(5_000), 5_000, state)).toBeNull();
    expect(told(limited(6_000), 6_000, state)).not.toBeNull();
  });
});

describe('what a person says', () => {
  const asking = (back: TaskStep, more: object = {}): TaskStep => ({
    ...{ kind: 'asking', question: 'budget', key: 'k', back, ...more },
  });
  const said = (
    choice: string,
    words: string | null,
    back: TaskStep = developing,
    children: TaskView['children'] = [criterion({ spent: spent(9) })],
    state: Partial<TaskState> = {},
    at: object = {},
  ) =>
    decided(standing(asking(back, at), {}, state, limits(dollars(10), dollars(20))), {
      ...{ questions: [answer(choice, words)], children },
    });

  it('more is a sum on top of what is used, said with who allowed it', () => {
    expect(said('more', '5')).toMatchObject({
      kind: 'advance',
      state: {
        at: developing,
        budget: { round: 1, from: spent(9), limit: { money: 15, tokens: null }, unpriced: true },
      },
      said: [{ kind: 'budget_raised', data: { by: 'person:test' } }],
    });
  });

  it('raises the day too where that held it up: as it was metered for the criterion, or for the task', () => {
    const day = { day: { from: spent(17), limit: { money: 25 } } };
    const own = criterion({ spent: spent(1), metered: { runs: 1, used: spent(17) } });
    const others = { metered: { runs: 0, used: spent(1) } };
    expect(said('more', '5', developing, [own], others)).toMatchObject({ state: { budget: day } });
    expect(said('more', '5', analyzing, [own], { metered: { runs: 0, used: spent(17) } })).toMatchObject({
      ...{ state: { at: analyzing, budget: day } },
    });
    expect(said('more', '5', analyzing, [own], others)).toMatchObject({
      ...{ state: { budget: { day: { limit: { money: 20 } } } } },
    });
  });

  it.each<[string, TaskStep, string]>([
    ['the criterion', developing, 'two'],
    ['the analysis', analyzing, 'one'],
    ['the review', { kind: 'assessing', round: 1 }, 'one'],
    ['the look of another agent', advising, 'three'],
    ['the review of the plan', { kind: 'reviewing_plan', looks: 0, agent: 0 }, 'one'],
  ])('cheaper is another model of the one that works: %s', (_, back, agent) => {
    const children = [criterion({ spent: spent(9) })];
    const stated = limits(dollars(10), dollars(20));
    const known = { settings: { ...(stated.settings ?? settings), advisers: ['two', 'three'] } };
    const told = decided(standing(asking(back), {}, {}, known), {
      ...{ questions: [answer('cheaper', ' small ')], children },
    });
    expect(told).toMatchObject({ state: { budget: { models: { [agent]: 'small' } } } });
  });

  it('pause keeps everything where it is', () => {
    expect(said('pause', null)).toMatchObject({
      ...{ kind: 'advance', state: { at: developing } },
      notices: [{ to: 'shop-1', kind: 'pause', body: null }],
    });
  });

  it('to give up ends what waits for it first, told once', () => {
    const told = said('abandon', null);
    expect(told).toMatchObject({
      ...{ kind: 'advance', notices: [{ to: 'shop-1/SC-1', kind: 'cancel', body: null }] },
      state: { at: { kind: 'asking', ending: true } },
    });
    expect(said('abandon', null, developing, undefined, {}, { ending: true })).toEqual({
      ...{ kind: 'wait', until: null, on: 'the end of what runs' },
    });
    const over = criterion({}, { ended: true });
    for (const at of [{}, { ending: true }])
      expect(said('abandon', null, developing, [over], {}, at)).toMatchObject({
        state: { at: { kind: 'releasing', outcome: { kind: 'failed', why: 'given up by person:test' } } },
      });
  });
});

describe('a limit of the agent’s service', () => {
  const limited = (until: number | null, endedAt = 1_000) =>
    run(0, {
      state: {
        ...{ kind: 'ended', endedAt, ending: { kind: 'exited', code: 0 } },
        result: turn('', { outcome: { kind: 'limited', until, message: 'later' } as never }),
      },
    });
  const ofAnalysis = (
    child: TaskView['children'][number],
    state: Partial<TaskState> = { runs: 1 },
    at: TaskStep = analyzing,
  ) => limitOf(view(at, {}, [child], state));

  it('is that of the last turn of the last agent, where it told the time', () => {
    expect(ofAnalysis(limited(9_000_000))).toEqual({ agent: 'one', until: 9_000_000, message: 'later' });
    expect(ofAnalysis(limited(null))).toBeNull();
    expect(ofAnalysis(limited(9_000_000), { runs: 1, fetched: 1 })).toBeNull();
    expect(ofAnalysis(run(0))).toBeNull();
    expect(ofAnalysis(run(0, { state: { kind: 'running' } }))).toBeNull();
    const more = { ...analyzing, agents: ['one', 'two'] };
    expect(ofAnalysis(limited(9_000_000), { runs: 1 }, more)).toBeNull();
    expect(ofAnalysis(limited(9_000_000), { runs: 1 }, { ...more, agent: 1 })).toMatchObject({
      ...{ agent: 'two' },
    });
  });

  it('is that of the criterion that lives', () => {
    const at = { kind: 'limited', until: 9, message: 'later' };
    const of = (child: Criterion, step: TaskStep = developing) => limitOf(view(step, {}, [child]));
    expect(of(criterion({ at }))).toEqual({ agent: 'two', until: 9, message: 'later' });
    expect(of(criterion({ at }, { ended: true }))).toBeNull();
    expect(of(criterion({}))).toBeNull();
    expect(of(criterion({ at }), { kind: 'checking' })).toBeNull();
    expect(of(criterion({ at }, { key: 'SC-2' }))).toBeNull();
  });
});
