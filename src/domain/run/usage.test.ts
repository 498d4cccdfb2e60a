import { expect, test } from 'vitest';
import type { Run } from './run.ts';
import { usageBefore } from './usage.ts';

const run = (agent: string, conversation: string | null, inputTokens: number, ended = true) =>
  ({
    spec: { purpose: { kind: 'agent', agent } },
    state: ended
      ? {
          kind: 'ended',
          result: {
            kind: 'turn',
            turn: { conversation, usage: { inputTokens, cachedTokens: 1, outputTokens: 2, money: null } },
          },
        }
      : { kind: 'running' },
  }) as unknown as Run;

test('the ended turns of one conversation of one agent are added up; nothing is known of a fresh one', () => {
  const runs = [run('codex', 'a', 100), run('codex', 'b', 7), run('claude', 'a', 9), run('codex', 'a', 30)];
  expect(usageBefore([...runs, run('codex', 'a', 1000, false)], 'codex', 'a')).toEqual({
    inputTokens: 130,
    cachedTokens: 2,
    outputTokens: 4,
  });
  expect(usageBefore(runs, 'codex', null)).toMatchObject({ inputTokens: 0 });
});
