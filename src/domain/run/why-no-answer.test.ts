// Why a turn is no answer.
import { expect, it } from 'vitest';
import type { TurnOutcome } from './turn.ts';
import { whyNoAnswer } from './why-no-answer.ts';

it.each<readonly [object, string]>([
  [{ kind: 'auth_missing', message: 'm' }, 'it is not logged in (AGENT_AUTH): m'],
  [{ kind: 'limited', message: 'm', until: null }, 'its service limits it (AGENT_LIMIT): m'],
  [{ kind: 'api_error', message: 'm', status: null }, 'its service failed (ENGINE_ERROR): m'],
  [{ kind: 'api_error', message: 'm', status: 529 }, 'its service failed with status 529 (ENGINE_ERROR): m'],
  [{ kind: 'cut_off', message: 'm' }, 'it failed (ENGINE_ERROR): m'],
  [{ kind: 'crashed', message: 'm' }, 'it failed (ENGINE_ERROR): m'],
  [{ kind: 'timed_out' }, 'it did not end in time (ENGINE_TIMEOUT)'],
  [{ kind: 'empty' }, 'it ended without a word (ENGINE_ERROR)'],
  [{ kind: 'interrupted' }, 'it was interrupted'],
  [{ kind: 'answered', text: '' }, 'it answered'],
  [{ kind: 'refused_by_permission', text: '' }, 'it answered'],
])('%j: %s', (outcome, why) => {
  expect(whyNoAnswer(outcome as TurnOutcome)).toBe(why);
});
