// The daemon, and separately the keeper, killed while a split task with an environment, a forge and a chat goes its way.
import { describe, expect, it } from 'vitest';
import { storyRun } from '../e2e/story-run.ts';
import { ofStory } from '../e2e/swept-effects.ts';

const points = ofStory.flatMap((name) => ['intent', 'effect', 'commit'].map((point) => `${point} ${name}`));

/** The points of one effect have their kills in different runs: what is cut off three times is rightly asked about. */
const shares = 4;

/** So many points lie between two kills of one run; the runs differ in where they begin. */
const steps = { daemon: 151, keeper: 401 } as const;
const beginnings = { daemon: [0, 50, 101], keeper: [0, 200] } as const;

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(['daemon', 'keeper'] as const)('a story whose %s is killed', { concurrent: true }, (who) => {
  it.each(Array.from({ length: shares }, (_, share) => [share] as const))(
    'before, in and after each effect that only it has ends once, answered by chat: share %i',
    async (share) => {
      const wanted = points.filter((_, at) => at % shares === share);
      const { killed } = await storyRun(who, `at=${wanted.join(',')}`);
      expect(killed.toSorted()).toEqual(wanted.toSorted());
    },
    600_000,
  );

  it.each(beginnings[who].map((beginning) => [beginning] as const))(
    'again and again ends once, answered by chat: from point %i on',
    async (beginning) => {
      const { killed } = await storyRun(who, `${beginning}/${steps[who]}`);
      expect(killed.length).toBeGreaterThan(1);
    },
    600_000,
  );
});
