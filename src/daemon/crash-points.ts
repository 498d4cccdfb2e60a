// For tests: kills the daemon, or the keeper, at named points. Without the variable it is nothing.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Point } from '../engine/engine.ts';
import type { Store } from '../ports/store.ts';

export type Crash = {
  readonly reach: (point: Point | 'before' | 'after', thing: string, effect: string) => Promise<void>;
  /** Every transaction has a point before it and one after it. */
  readonly around: (store: Store) => Store;
};

const nothing: Crash = { reach: async () => {}, around: (store) => store };

/**
 * `DROVER_TEST_CRASH=WHO:OFFSET/STEP:FILE`, WHO = `daemon` or `keeper`: points are counted in FILE over all lives; where the count divided by STEP leaves OFFSET, WHO is
 * killed. STEP 0 only counts.
 */
export function crashPoints(env: Readonly<Record<string, string | undefined>>, keeperPid: () => number | null): Crash {
  const wanted = /^(daemon|keeper):(\d+)\/(\d+):(.+)$/.exec(env.DROVER_TEST_CRASH ?? '');
  if (wanted === null) return nothing;
  const [, who, offset, step, file = ''] = wanted;
  let count = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  const reach: Crash['reach'] = async (point, thing, effect) => {
    count += 1;
    const now = Number(step) > 0 && count % Number(step) === Number(offset);
    appendFileSync(file, `${now ? 'KILL' : 'pass'} ${point} ${effect} ${thing}\n`);
    if (now) end(who === 'daemon' ? process.pid : keeperPid());
  };
  return {
    reach,
    around: (store) => ({
      read: (work) => store.read(work),
      async transact(work) {
        await reach('before', 'store', 'transact');
        const value = await store.transact(work);
        await reach('after', 'store', 'transact');
        return value;
      },
      describe: () => store.describe(),
      close: () => store.close(),
    }),
  };
}

function end(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended already.
  }
}
