import { describe, expect, test } from 'vitest';
import { judgeOnce } from './judge-once.ts';
import type { TurnOutcome } from './turn.ts';

const usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null };
const judge = (outcome: TurnOutcome, resume: string | null = null, conversation: string | null = 'c') =>
  judgeOnce({ agent: 'claude', resume }, { kind: 'turn', turn: { outcome, conversation, usage, tools: 0 } });
const codeOf = (outcome: ReturnType<typeof judge>) =>
  outcome.kind === 'failed' ? outcome.failure.error_code : 'answered';

describe('a run by itself', () => {
  test('has answered only with words', () => {
    expect(judge({ kind: 'answered', text: 'Yes.' })).toEqual({ kind: 'answered', text: 'Yes.', refused: [] });
    expect(codeOf(judge({ kind: 'answered', text: ' \n' }))).toBe('ENGINE_ERROR');
    expect(codeOf(judge({ kind: 'empty' }))).toBe('ENGINE_ERROR');
  });

  test('that was not allowed something says what', () => {
    expect(judge({ kind: 'refused_by_permission', what: ['Bash'], text: 'I could not.' })).toMatchObject({
      refused: ['Bash'],
    });
  });

  test.each([
    [{ kind: 'auth_missing', message: '' }, 'AGENT_AUTH'],
    [{ kind: 'limited', until: null, message: '' }, 'AGENT_LIMIT'],
    [{ kind: 'timed_out', afterMs: 1 }, 'ENGINE_TIMEOUT'],
    [{ kind: 'interrupted' }, 'CANCELLED'],
    [{ kind: 'api_error', status: 500, message: '' }, 'ENGINE_ERROR'],
    [{ kind: 'cut_off', message: '' }, 'ENGINE_ERROR'],
    [{ kind: 'crashed', message: '' }, 'ENGINE_ERROR'],
  ] as const)('ended by %j fails with %s', (outcome, code) => {
    expect(codeOf(judge(outcome))).toBe(code);
  });

  test('whose agent has forgotten the conversation says that', () => {
    expect(codeOf(judge({ kind: 'crashed', message: 'unknown session' }, 'old', null))).toBe('RESUME_NOT_FOUND');
    expect(codeOf(judge({ kind: 'crashed', message: 'unknown session' }, 'old', 'old'))).toBe('ENGINE_ERROR');
  });
});
