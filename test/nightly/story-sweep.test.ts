// The daemon, and separately the keeper, killed again and again while a split task with an environment, a forge and a chat goes its way: from every beginning on.
import { describe, expect, it } from 'vitest';
import { storyRun } from '../e2e/story-run.ts';
import { beginningsOfStory, stepsOfStory } from '../e2e/sweep.ts';

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(['daemon', 'keeper'] as const)('a story whose %s is killed', { concurrent: true }, (who) => {
  it.each(beginningsOfStory[who].map((beginning) => [beginning] as const))(
    'again and again ends once, answered by chat: from point %i on',
    async (beginning) => {
      const { killed } = await storyRun(who, `${beginning}/${stepsOfStory[who]}`);
      expect(killed.length).toBeGreaterThan(1);
    },
    600_000,
  );
});
