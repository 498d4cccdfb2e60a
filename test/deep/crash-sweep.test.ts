// The whole sweep: the daemon, and separately the keeper, killed round every outside effect and at every durable write of the demo task.
import { describe, expect, it } from 'vitest';
import { crashRun } from '../e2e/crash-run.ts';
import { ofDemo } from '../e2e/swept-effects.ts';

const points = ofDemo.flatMap((name) => ['intent', 'effect', 'commit'].map((point) => `${point} ${name}`));

/** Points of so many effects, far from one another, have their kill in the same run. */
const shares = 9;

/**
 * So many points lie between two kills of one run; the runs differ in where they begin. Points are also before and after every transaction. For the keeper they are more
 * than a turn has: an agent whose every turn is cut is rightly given up.
 */
const steps = { daemon: 24, keeper: 101 } as const;
const beginnings = {
  daemon: Array.from({ length: steps.daemon }, (_, at) => at),
  keeper: Array.from({ length: 20 }, (_, at) => at * 5),
} as const;

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(['daemon', 'keeper'] as const)('a task whose %s is killed', { concurrent: true }, (who) => {
  it.each(Array.from({ length: shares }, (_, share) => [share] as const))(
    'before, in and after each effect ends once, each effect of Drover once: share %i',
    async (share) => {
      const wanted = points.filter((_, at) => at % shares === share);
      const { killed } = await crashRun(who, `at=${wanted.join(',')}`);
      expect(killed.toSorted()).toEqual(wanted.toSorted());
    },
    600_000,
  );

  it.each(beginnings[who].map((beginning) => [beginning] as const))(
    'at every durable write ends once, each effect of Drover once: from point %i on',
    async (beginning) => {
      const { killed } = await crashRun(who, `${beginning}/${steps[who]}`);
      expect(killed.length).toBeGreaterThan(1);
    },
    600_000,
  );
});
