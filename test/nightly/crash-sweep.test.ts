// The whole sweep: the daemon, and separately the keeper, killed at every durable write of the demo task.
import { describe, expect, it } from 'vitest';
import { crashRun } from '../e2e/crash-run.ts';
import { beginningsOfDemo, stepsOfDemo } from '../e2e/sweep.ts';

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(['daemon', 'keeper'] as const)('a task whose %s is killed', { concurrent: true }, (who) => {
  it.each(beginningsOfDemo[who].map((beginning) => [beginning] as const))(
    'at every durable write ends once, each effect of Drover once: from point %i on',
    async (beginning) => {
      const { killed } = await crashRun(who, `${beginning}/${stepsOfDemo[who]}`);
      expect(killed.length).toBeGreaterThan(1);
    },
    600_000,
  );
});
