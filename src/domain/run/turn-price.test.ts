import { describe, expect, it } from 'vitest';
import { turn } from '../../../test/fakes/outside.ts';
import type { Run } from './run.ts';
import { priceTurns } from './turn-price.ts';

type Told = { agent?: string; task?: string; parent?: string; mode?: string; money?: number | null; tokens?: number };
const ran = ({
  agent = 'one',
  task = 'shop-1',
  parent = 'shop-1/SC-1',
  mode = 'write',
  money = 1,
  tokens = 10,
}: Told) =>
  ({
    ...{ kind: 'run', task, parent, spec: { purpose: { kind: 'agent', agent, mode } } },
    state: {
      kind: 'ended',
      result: turn('', { usage: { inputTokens: tokens, cachedTokens: 0, outputTokens: 0, money } }),
    },
  }) as unknown as Run;
const one = { agent: 'one', model: null };
const priceOf = (model: string, { inputTokens }: { inputTokens: number }) =>
  model === 'big' ? inputTokens / 10 : null;
const priced = (runs: readonly Run[], wanted: { agent: string; model: string | null } = one) =>
  priceTurns(runs, 'shop', [wanted], priceOf)[0];

describe('a turn of an agent', () => {
  it('is like its own of this workspace: their mean, the most of each measure, and how many a criterion took', () => {
    const runs = [
      ran({ money: 1, tokens: 10 }),
      ran({ money: 2, tokens: 40 }),
      ran({ money: 3, tokens: 25, parent: 'shop-2/SC-1' }),
      ran({ money: 99, task: 'till-1' }),
      ran({ money: 99, task: 'shop-till-1' }),
      ran({ money: 99, agent: 'two' }),
    ];
    expect(priced(runs)).toEqual({
      ...one,
      writes: {
        turns: 3,
        usual: { money: 2, tokens: 25, unpriced: 0 },
        most: { money: 3, tokens: 40, unpriced: 0 },
        perCriterion: 1.5,
      },
      reads: null,
    });
  });

  it('that only reads is told apart', () => {
    const { writes, reads } = priced([ran({ money: 5 }), ran({ money: 0.5, mode: 'analysis' })]) ?? {};
    expect([writes?.most.money, reads?.most.money]).toEqual([5, 0.5]);
  });

  it('is like its own elsewhere where there is none here, then like those of others, whose money says nothing', () => {
    expect(priced([ran({ task: 'till-1', money: 4 }), ran({ agent: 'two', money: 9 })])?.writes?.most.money).toBe(4);
    expect(priced([ran({ agent: 'two', money: 9, tokens: 30 })])?.writes?.most).toEqual({
      ...{ money: 0, tokens: 30, unpriced: 30 },
    });
  });

  it('costs by the list what a model that is named costs, also by the tokens of others', () => {
    const big = { agent: 'one', model: 'big' };
    expect(priced([ran({ money: 1, tokens: 50 })], big)?.writes?.most).toEqual({ money: 5, tokens: 50, unpriced: 0 });
    expect(priced([ran({ agent: 'two', tokens: 50 })], big)?.writes?.most.money).toBe(5);
    expect(priced([ran({ money: 1, tokens: 50 })], { ...big, model: 'new' })?.writes?.most.money).toBe(1);
  });

  it('has no price where none is known, and is not known where none is on record', () => {
    expect(priced([ran({ money: null, tokens: 7 })])?.writes?.usual).toEqual({ money: 0, tokens: 7, unpriced: 7 });
    const gate = { kind: 'run', task: 'shop-1', spec: { purpose: { kind: 'gate' } }, state: { kind: 'ended' } };
    const silent = ran({ tokens: 0, money: null });
    expect(priced([gate as unknown as Run, silent])).toEqual({ ...one, writes: null, reads: null });
  });
});
