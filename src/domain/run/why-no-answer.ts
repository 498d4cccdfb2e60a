// Why a turn is no answer, in words for the person; codes where the person can do something about it.
import type { TurnOutcome } from './turn.ts';

export function whyNoAnswer(outcome: TurnOutcome): string {
  switch (outcome.kind) {
    case 'auth_missing':
      return `it is not logged in (AGENT_AUTH): ${outcome.message}`;
    case 'limited':
      return `its service limits it (AGENT_LIMIT): ${outcome.message}`;
    case 'api_error':
      return `its service failed${outcome.status === null ? '' : ` with status ${outcome.status}`} (ENGINE_ERROR): ${outcome.message}`;
    case 'cut_off':
    case 'crashed':
      return `it failed (ENGINE_ERROR): ${outcome.message}`;
    case 'timed_out':
      return 'it did not end in time (ENGINE_TIMEOUT)';
    case 'empty':
      return 'it ended without a word (ENGINE_ERROR)';
    case 'interrupted':
      return 'it was interrupted';
    case 'answered':
    case 'refused_by_permission':
      return 'it answered';
  }
}
