// The person's environment: the daemon's own, refreshed by each command that starts work. It lives in memory only.
import type { SessionId } from '../../domain/session/ids.ts';
import type { Handed, Person, StartSecrets } from '../../ports/system.ts';

type LearningPerson = Person & { learn(env: Readonly<Record<string, string>>): void };

/** `home`: the machine's word where the environment has none. */
export function createPerson(env: Readonly<Record<string, string>>, home: string): LearningPerson {
  let known = env;
  return {
    env: () => known,
    home: env.HOME || home,
    learn(fresh) {
      if (fresh.PATH !== undefined) known = { ...fresh, HOME: known.HOME || home };
    },
  };
}

// What callers handed over for sessions that are about to start; in memory only.

export function createStartSecrets(): StartSecrets {
  const all = new Map<SessionId, Handed>();
  return {
    keep: (session, handed) => void all.set(session, handed),
    of: (session) => all.get(session) ?? null,
    forget: (session) => void all.delete(session),
  };
}
