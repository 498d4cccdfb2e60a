// The person's environment: the daemon's own, refreshed by each command that starts work. It lives in memory only.
import type { Person } from '../ports/system.ts';

export type LearningPerson = Person & { learn(env: Readonly<Record<string, string>>): void };

/** `home`: the machine's word where the environment has none. */
export function createPerson(env: Readonly<Record<string, string>>, home: string): LearningPerson {
  let known = env;
  return {
    env: () => known,
    home: env.HOME ?? home,
    learn(fresh) {
      if (fresh.PATH !== undefined) known = { ...fresh, HOME: known.HOME ?? home };
    },
  };
}
