// The daemon, and separately the keeper, killed while a split task with an environment, a forge and a chat goes its way; all beginnings are in test/nightly.
import { describe, expect, it } from 'vitest';
import { storyRun } from '../e2e/story-run.ts';
import { beginningsOfStory, halvesOf, stepsOfStory } from '../e2e/sweep.ts';
import { ofStory } from '../e2e/swept-effects.ts';
import { drawBeginning, halfOf } from './rotation.ts';

const halves = halvesOf(ofStory);

// Each has a world of its own, and while a daemon starts, another world works.
describe.each([
  ['daemon', 0],
  ['keeper', 1],
] as const)('a story whose %s is killed', { concurrent: true }, (who, beside) => {
  it.each(halfOf(`the kills of the ${who} round effects of the story`, halves, beside))(
    'before, in and after each effect that only it has ends once, answered by chat: half %i',
    async (_half, wanted) => {
      const { killed } = await storyRun(who, `at=${wanted.join(',')}`, { hunks: false });
      expect(killed.toSorted()).toEqual(wanted.toSorted());
    },
    600_000,
  );

  it('again and again ends once, answered by chat', async () => {
    const beginnings = beginningsOfStory[who];
    const beginning = beginnings[drawBeginning(`story whose ${who} is killed`, beginnings.length)];
    const { killed } = await storyRun(who, `${beginning}/${stepsOfStory[who]}`);
    expect(killed.length).toBeGreaterThan(1);
  }, 600_000);
});
