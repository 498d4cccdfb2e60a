// For tests: kills this very process at the Nth named point. Without the variable it is nothing.
import { appendFileSync } from 'node:fs';
import type { Boot } from './boot.ts';

/** `DROVER_TEST_CRASH=N:FILE`: points are counted in FILE over all lives of the daemon, and the Nth is its end. `DROVER_TEST_CRASH=0:FILE` only counts. */
export function crashPoints(env: Readonly<Record<string, string | undefined>>): Boot['reach'] {
  const [wanted, ...rest] = (env.DROVER_TEST_CRASH ?? '').split(':');
  const file = rest.join(':');
  if (wanted === undefined || file === '') return async () => {};
  let count = 0;
  return async (point, thing, effect) => {
    count += 1;
    appendFileSync(file, `${count} ${point} ${effect} ${thing}\n`);
    if (count === Number(wanted)) process.kill(process.pid, 'SIGKILL');
  };
}
