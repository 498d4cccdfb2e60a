// What callers handed over for sessions that are about to start; in memory only.
import type { SessionId } from '../domain/session/ids.ts';
import type { Handed, Held } from '../ports/system.ts';

export function createHeld(): Held {
  const all = new Map<SessionId, Handed>();
  return {
    keep: (session, handed) => void all.set(session, handed),
    of: (session) => all.get(session) ?? null,
    forget: (session) => void all.delete(session),
  };
}
