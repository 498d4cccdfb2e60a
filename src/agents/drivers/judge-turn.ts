// What a turn came to, from what the program said and how it ended. Neither is believed alone:
// programs exit 0 after an API error and exit 1 after an answer.
import type { Ending } from '../../domain/run/ending.ts';
import type { TurnOutcome } from '../../domain/run/turn.ts';

/** `began`: it named its conversation. `stderr`: its last part. */
type TurnTold = { readonly said: TurnOutcome | null; readonly began: boolean; readonly stderr: string };

const stopped = new Set(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGKILL', 'SIGPIPE']);
/** 128 + signal, as shells and sandboxes pass it on. */
const stoppedCodes = new Set([129, 130, 137, 141, 143]);

export function judgeTurnEnd({ said, began, stderr }: TurnTold, ending: Ending): TurnOutcome {
  const finished = said !== null && isFinished(said);
  switch (ending.kind) {
    case 'exited':
      if (said && !(finished && ending.code !== 0)) return said;
      if (finished) return crashed(`it ended with exit code ${ending.code} after its answer`, stderr);
      if (stoppedCodes.has(ending.code)) return cutOff(`it was ended from outside (exit code ${ending.code})`);
      if (ending.code !== 0) return crashed(`it ended with exit code ${ending.code}`, stderr);
      return began ? cutOff('its output stopped before the end of the turn') : { kind: 'empty' };
    case 'signalled':
      if (said && !finished) return said;
      return stopped.has(ending.signal)
        ? cutOff(`it was ended by ${ending.signal}`)
        : crashed(`it was ended by ${ending.signal}`, stderr);
    case 'timed_out':
      return { kind: 'timed_out', afterMs: ending.afterMs };
    case 'stalled':
      return { kind: 'timed_out', afterMs: ending.quietMs };
    case 'cancelled':
      return { kind: 'interrupted' };
    case 'over_budget':
      return cutOff('it wrote more than it may');
    case 'not_started':
      return crashed(ending.reason, '');
    case 'lost':
      return cutOff('what held it died');
  }
}

/** It came to its own end. */
export const isFinished = (said: TurnOutcome): boolean =>
  said.kind === 'answered' || said.kind === 'refused_by_permission' || said.kind === 'empty';
const cutOff = (message: string): TurnOutcome => ({ kind: 'cut_off', message });
const lastLine = (text: string) => text.trim().split('\n').at(-1)?.trim() ?? '';
const crashed = (message: string, stderr: string): TurnOutcome => ({
  kind: 'crashed',
  message: [message, lastLine(stderr)].filter(Boolean).join(': '),
});

// What an error of a service means, where a program passes on nothing but words: the second best, after fields.

/** `status`: where it is told apart from the words. */
export function judgeWords(message: string, status: number | null = statusIn(message)): TurnOutcome {
  if (status === 429 || limits.test(message)) return { kind: 'limited', until: null, message };
  if (status === 401 || strangers.test(message)) return { kind: 'auth_missing', message };
  return { kind: 'api_error', status, message };
}

const limits = /usage limit|quota exceeded|resource_exhausted|too many requests|rate.?limit/i;
const strangers = /not logged in|unauthenticated|must specify the \w+_API_KEY|(incorrect|invalid|missing) api key/i;

function statusIn(words: string): number | null {
  const found = /\b(401|429|5\d\d)\b/.exec(words)?.[1];
  return found === undefined ? null : Number(found);
}
