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
 * `DROVER_TEST_CRASH=WHO:WHEN:FILE`, WHO = `daemon` or `keeper`, who is killed; all points are kept in FILE over all lives. WHEN = `OFFSET/STEP`: where the count of points
 * divided by STEP leaves OFFSET (STEP 0: never); or `at=POINT EFFECT,...`: each of these the first time it is reached.
 */
export function crashPoints(env: Readonly<Record<string, string | undefined>>, keeperPid: () => number | null): Crash {
  const wanted = /^(daemon|keeper):([^:]+):(.+)$/.exec(env.DROVER_TEST_CRASH ?? '');
  if (wanted === null) return nothing;
  const [, who, when = '', file = ''] = wanted;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const due = when.startsWith('at=') ? dueAt(when.slice(3).split(','), lines) : dueEvery(when, lines.length);
  const reach: Crash['reach'] = async (point, thing, effect) => {
    const now = due(`${point} ${effect}`);
    appendFileSync(file, `${now ? 'KILL' : 'pass'} ${point} ${effect} ${thing}\n`);
    if (now) end(who === 'daemon' ? process.pid : keeperPid());
  };
  return {
    reach,
    around: (store) => ({
      read: (work, how) => store.read(work, how),
      async transact(work) {
        await reach('before', 'store', 'transact');
        const value = await store.transact(work);
        await reach('after', 'store', 'transact');
        return value;
      },
      describe: () => store.describe(),
      check: () => store.check(),
      backUp: (to) => store.backUp(to),
      close: () => store.close(),
    }),
  };
}

function dueEvery(when: string, before: number): (name: string) => boolean {
  const [offset, step] = when.split('/').map(Number);
  let count = before;
  return () => {
    count += 1;
    return step !== undefined && step > 0 && count % step === offset;
  };
}

function dueAt(wanted: readonly string[], lines: readonly string[]): (name: string) => boolean {
  const open = new Set(wanted.filter((name) => !lines.some((line) => line.startsWith(`KILL ${name} `))));
  return (name) => open.delete(name);
}

function end(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended already.
  }
}
