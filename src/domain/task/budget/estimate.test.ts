// The most that the work on a plan may cost.
import { describe, expect, it } from 'vitest';
import { settings } from '../../../../test/fakes/outside.ts';
import { decided, done, spec, standing } from '../../../../test/fakes/standing-task.ts';
import type { AgentPrices } from '../../run/turn-price.ts';
import type { Settings } from '../settings/settings.ts';
import type { TaskSpec } from '../task.ts';
import { estimate, sayEstimate, turnsToPrice } from './estimate.ts';

const spent = (money: number, tokens = 1_000, unpriced = 0) => ({ money, tokens, unpriced });
const prices = (agent: string, most = spent(0.5), usual = spent(0.25)): AgentPrices => ({
  ...{ agent, model: null, writes: { turns: 9, usual, most, perCriterion: 2 } },
  reads: { turns: 4, usual, most: spent(0.1) },
});
const planOf = (count: number) => ({
  criteria: Array.from({ length: count }, (_, at) => ({
    ...{ label: `SC-${at + 1}`, text: 'it fires', verify: 'npm test', files: [], kind: 'behaviour' as const },
  })),
});
const said = (change: Partial<Settings>, given: readonly AgentPrices[], count = 1, more: Partial<TaskSpec> = {}) => {
  const of = { ...spec, settings: { ...settings, ...change }, ...more };
  return sayEstimate(of, estimate(of, planOf(count), given));
};

describe('the most that it may cost', () => {
  it('is all attempts of all criteria and rounds of fixes at the dearest turn like it, and what it usually is', () => {
    expect(said({}, [prices('one')])).toBe(
      'The most it may cost is $10.50 (21 turns that write, 0 that only read, each as the dearest of 9 like it); usually it is $0.50.',
    );
    expect(said({}, [prices('one')], 3)).toContain('$17.50 (35 turns');
    expect(said({ limits: { attempts: 3, fixRounds: 0 } }, [prices('one')])).toContain('$1.50 (3 turns');
  });

  it('has the looks of others and the reviews of the whole in it', () => {
    expect(said({ advisers: ['two'] }, [prices('one'), prices('two')])).toContain(
      '$11.10 (21 turns that write, 6 that',
    );
    expect(said({ review: true }, [prices('one')])).toContain('$10.90 (21 turns that write, 4 that only read');
    const mute = { ...prices('two'), reads: null };
    expect(said({ advisers: ['two'] }, [prices('one'), mute])).toContain('$13.50 (21 turns that write, 6 that');
  });

  it('is by whoever of those that may write is dearest', () => {
    const agents = { ...settings.agents, develop: ['one', 'two'] };
    expect(said({ agents }, [prices('one'), prices('two', spent(2, 4_000))])).toContain('$42.00 (21 turns');
  });

  it('is for all that do it, where several do', () => {
    expect(said({}, [prices('one'), prices('two')], 1, { rivals: [['one'], ['two']] })).toContain(
      '$21.00 (42 turns that write, 0 that only read, each as the dearest of 9 like it); usually it is $1.00.',
    );
  });

  it('is by the dearest model that was named for one of them, where models were', () => {
    const more = { rivals: [['one'], ['one']], rivalModels: ['small', 'large'] };
    expect(turnsToPrice({ ...spec, ...more }).agents).toEqual([
      { agent: 'one', model: 'small' },
      { agent: 'one', model: 'large' },
    ]);
    expect(said({}, [prices('one'), prices('one', spent(2, 4_000))], 1, more)).toContain('$84.00 (42 turns');
  });

  it('is unknown where no turn of one that may write is on record, and says of whom', () => {
    const unknown =
      'The most it may cost is not known (21 turns that write, 0 that only read): no turn of one is on record.';
    expect(said({}, [])).toBe(unknown);
    expect(said({}, [{ ...prices('one'), writes: null }])).toBe(unknown);
    const agents = { ...settings.agents, develop: ['one', 'two'] };
    expect(said({ agents }, [prices('one')])).toContain('no turn of two is on record');
  });

  it('is told in tokens where a turn like it has no known price, and says so', () => {
    expect(said({}, [prices('one', spent(0, 1_000, 1_000), spent(0, 500, 500))])).toBe(
      'The most it may cost is 21000 tokens (21 turns that write, 0 that only read, each as the dearest of 9 like it); usually it is 1000 tokens.\nWhat these tokens cost is not known.',
    );
  });

  it('names the budget, at which a person is asked', () => {
    const limits = { ...settings.limits, budget: { task: { money: 5, tokens: null }, day: null } };
    expect(said({ limits }, [prices('one')])).toContain('\nNear the budget of $5.00 you are asked before it goes on.');
  });
});

describe('before a plan is shown', () => {
  const planning = { kind: 'planning', looks: 0 } as const;

  it('turns of all that may work on it are priced, with the models they are to work with, once', () => {
    const role = { develop: { models: { one: 'big' } } };
    const agent = { ...settings.agent, two: { ...settings.agent.two, model: 'small' } } as Settings['agent'];
    const of = { ...spec, settings: { ...settings, role, agent, advisers: ['one', 'two'] } };
    const input = {
      ...{ workspace: 'shop' },
      agents: [
        { agent: 'one', model: 'big' },
        { agent: 'two', model: 'small' },
      ],
    };
    expect(turnsToPrice(of)).toEqual(input);
    const { prices: _, ...state } = standing(planning).state;
    const task = { ...standing(planning, {}, {}, of), state };
    expect(decided(task)).toEqual({ kind: 'perform', effect: { name: 'price-turns', input } });
  });

  it('what came of that is told, and stands in the question with what makes the plan harder to meet', () => {
    const came = done(standing(planning), 'price-turns', { prices: [prices('one')] });
    const most =
      'The most it may cost is $10.50 (21 turns that write, 0 that only read, each as the dearest of 9 like it); usually it is $0.50.';
    expect(came).toMatchObject({ state: { at: planning }, said: [{ kind: 'cost_estimated', data: { most } }] });
    const plan = 'SC-1: dates are handled properly\n';
    const asked = decided({ ...standing(planning, {}, {}, { plan }), state: came.state as never });
    if (asked.kind !== 'ask') throw new Error(asked.kind);
    expect(asked.question.text).toContain(`\n\n${most}`);
    expect(asked.question.text).toContain(
      'What makes it harder to meet:\n- SC-1: confidence 0.6: it names no command that shows it; "properly" may mean much',
    );
    expect(asked.question.shown).toMatchObject({ cost: { writes: 21, known: { most: { money: 10.5 } } } });
  });
});
