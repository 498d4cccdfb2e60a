// The whole sweep: the daemon, and separately the keeper, killed at every durable write and round every outside effect of the demo task.
import { describe, expect, it } from 'vitest';
import { type CrashRun, crashRun } from '../e2e/crash-run.ts';

/** So many points lie between two kills of one run; the runs differ in where they begin, so every point has its turn. */
const steps = { daemon: 24, keeper: 40 } as const;
/** Kills at two neighbouring beginnings are at different points, so a part of the beginnings is enough for the keeper, whose death is the same whatever the daemon is at. */
const offsets = {
  daemon: Array.from({ length: steps.daemon }, (_, at) => at),
  keeper: Array.from({ length: steps.keeper / 4 }, (_, at) => at * 4),
} as const;

describe.each(['daemon', 'keeper'] as const)('a task while the %s is killed', (who) => {
  const runs: CrashRun[] = [];

  it.each(offsets[who].map((offset) => [offset] as const))(
    'ends once, each effect of Drover once: from point %i on',
    async (offset) => {
      runs.push(await crashRun(who, offset, steps[who]));
    },
    600_000,
  );

  it('was killed round every effect and every durable write (the keeper: at some of them)', () => {
    const reached = new Set(runs.flatMap((run) => run.reached));
    const killed = new Set(runs.flatMap((run) => run.killed));
    if (who === 'daemon') expect([...reached].filter((point) => !killed.has(point))).toEqual([]);
    else expect(killed.size).toBeGreaterThan(5);
  });
});
