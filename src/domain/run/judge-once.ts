// What a run by itself came to, for whoever waits for it: an answer, or why there is none. Never from what was printed alone.
import { type Failure, fail } from '../error.ts';
import { isForgotten } from './is-forgotten.ts';
import type { Once } from './once.ts';
import type { RunResult } from './run.ts';
import type { Turn } from './turn.ts';
import { whyNoAnswer } from './why-no-answer.ts';

export type OnceOutcome =
  | { readonly kind: 'answered'; readonly text: string; readonly refused: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

export function judgeOnce({ agent, resume }: Pick<Once, 'agent' | 'resume'>, result: RunResult): OnceOutcome {
  if (result.kind === 'refused') return { kind: 'failed', failure: result.failure };
  if (result.kind !== 'turn') throw new Error(`a run by itself never comes to ${result.kind}`);
  const { turn } = result;
  if (isForgotten(resume, turn))
    return failed('RESUME_NOT_FOUND', `${agent} does not know the conversation ${resume} any more.`);
  return ofTurn(agent, turn);
}

function ofTurn(agent: string, { outcome }: Turn): OnceOutcome {
  const why = `${agent}: ${whyNoAnswer(outcome)}.`;
  switch (outcome.kind) {
    case 'answered':
    case 'refused_by_permission': {
      const refused = outcome.kind === 'answered' ? [] : outcome.what;
      if (outcome.text.trim() === '') return failed('ENGINE_ERROR', `${agent}: it ended without a word.`);
      return { kind: 'answered', text: outcome.text, refused };
    }
    case 'auth_missing':
      return failed('AGENT_AUTH', why);
    case 'limited':
      return failed('AGENT_LIMIT', why, { until: outcome.until });
    case 'timed_out':
      return failed('ENGINE_TIMEOUT', why, { after_ms: outcome.afterMs });
    case 'interrupted':
      return failed('CANCELLED', why);
    case 'api_error':
    case 'cut_off':
    case 'crashed':
    case 'empty':
      return failed('ENGINE_ERROR', why);
  }
}

const failed = (code: Failure['error_code'], message: string, details?: Record<string, unknown>): OnceOutcome => ({
  kind: 'failed',
  failure: fail(code, message, details).failure,
});
