import { expect, test } from 'vitest';
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
