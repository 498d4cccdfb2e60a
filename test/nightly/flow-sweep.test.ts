// The daemon, and separately the keeper, killed at every durable write of a session folder of twelve tasks.
import { describe, expect, it } from 'vitest';
import { flowCrashRun } from '../e2e/flow-crash.ts';
import { beginningsOfFlow, stepsOfFlow } from '../e2e/sweep.ts';

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(['daemon', 'keeper'] as const)('a flow whose %s is killed', { concurrent: true }, (who) => {
  it.each(beginningsOfFlow[who].map((beginning) => [beginning] as const))(
    'at every durable write ends once, with each node done once: from point %i on',
    async (beginning) => {
      const { killed } = await flowCrashRun(who, `${beginning}/${stepsOfFlow[who]}`);
      expect(killed.length).toBeGreaterThan(1);
    },
    900_000,
  );
});
