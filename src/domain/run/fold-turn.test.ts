import { expect, it, test } from 'vitest';
import { foldTurn, unknownTurn } from './fold-turn.ts';

test('a turn has its conversation, the number of tools, the last usage and the outcome', () => {
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 2, money: 0.1 };
  const tool = { kind: 'tool_started', id: 't', tool: 'Bash', what: 'ls' } as const;
  const turn = foldTurn([
    { kind: 'started', conversation: 'C', model: null },
    tool,
    tool,
    { kind: 'usage', usage },
    { kind: 'turn_ended', outcome: { kind: 'empty' } },
  ]);
  expect(turn).toEqual({ outcome: { kind: 'empty' }, conversation: 'C', usage, tools: 2 });
});

test('a stream without an end is no answer', () => {
  expect(foldTurn([])).toEqual(unknownTurn);
});

const most = Number.MAX_SAFE_INTEGER;
it.each([
  [
    'gives back what others spent',
    { inputTokens: -9, cachedTokens: -1, outputTokens: -5, money: -1000 },
    [0, 0, 0, null],
  ],
  [
    'is no number',
    { inputTokens: Number.NaN, cachedTokens: Number.NaN, outputTokens: 7, money: Number.NaN },
    [0, 0, 7, null],
  ],
  ['has no end', { inputTokens: 1e300, cachedTokens: 0, outputTokens: Infinity, money: 1e308 }, [most, 0, most, most]],
  ['is dear, and may be', { inputTokens: 1e9, cachedTokens: 0, outputTokens: 0.5, money: 1e12 }, [1e9, 0, 0.5, 1e12]],
])('a usage that %s is counted as far as it can be true, so that no budget is got around', (_, usage, counted) => {
  for (const events of [
    [{ kind: 'usage', usage } as const],
    [{ kind: 'context', used: 1, window: null, usage } as const],
  ]) {
    const { inputTokens, cachedTokens, outputTokens, money } = foldTurn(events).usage;
    expect([inputTokens, cachedTokens, outputTokens, money]).toEqual(counted);
  }
});
