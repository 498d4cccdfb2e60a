// What an error of a service means, where a program passes on nothing but words: the second best, after fields.
import type { TurnOutcome } from '../../domain/run/turn.ts';

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
