// What the turns of all agents have used that ended since midnight: those of tasks, and runs by themselves.
import type { Run } from '../../domain/run/run.ts';
import { spentOn } from '../../domain/run/usage.ts';
import type { EffectFunction } from '../../ports/effect.ts';

/** More runs than a day has. */
const mostRuns = 10_000;

export const meterDay: EffectFunction<'meter-day'> = async ({ store }, _input, { now }) => {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const runs = (await store.read((reads) =>
    reads.things({ kind: 'run', ended: true, limit: mostRuns }),
  )) as readonly Run[];
  const today = runs.filter(({ state }) => state.kind === 'ended' && state.endedAt >= midnight);
  return { kind: 'done', output: spentOn(today) };
};
