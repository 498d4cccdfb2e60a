// Codex passes errors on as sentences only; the status stands in most of them (not in those of 5xx).
import type { TurnOutcome } from '../../domain/run/turn.ts';
import { readResetTime } from '../../domain/text/read-reset-time.ts';

export function judgeError(message: string, now: number): TurnOutcome {
  const status = statusOf(message);
  if (/usage limit|quota exceeded/i.test(message))
    return { kind: 'limited', until: readResetTime(message, now), message };
  if (status === 429) return { kind: 'limited', until: null, message };
  if (status === 401 || /^Missing environment variable|not logged in|codex login/i.test(message))
    return { kind: 'auth_missing', message };
  return { kind: 'api_error', status, message };
}

function statusOf(message: string): number | null {
  const found = /(?:unexpected status|last status:) (\d{3})\b/.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}
