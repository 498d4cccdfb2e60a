// The daemon and the keeper killed round outside effects of the demo task, each round another half of them, and at durable writes from one beginning on; nightly has both halves and all beginnings.
import { describe, expect, it } from 'vitest';
import { crashRun } from '../e2e/crash-run.ts';
import { beginningsOfDemo, halvesOf, stepsOfDemo } from '../e2e/sweep.ts';
import { ofDemo } from '../e2e/swept-effects.ts';
import { drawBeginning, halfOf } from './rotation.ts';

/** Parts of the change are put back in the first alone. */
const halves = halvesOf(ofDemo, ['cut-hunks']);

// Each has a world of its own, and while a daemon starts, another world works.
describe.each([
  ['daemon', 0],
  ['keeper', 1],
] as const)('a task whose %s is killed', { concurrent: true }, (who, beside) => {
  it.each(halfOf(`the kills of the ${who} round effects`, halves, beside))(
    'before, in and after each effect ends once, each effect of Drover once: half %i',
    async (_half, wanted) => {
      const hunks = wanted.some((point) => point.endsWith('cut-hunks'));
      const { killed } = await crashRun(who, `at=${wanted.join(',')}`, { hunks });
      expect(killed.toSorted()).toEqual(wanted.toSorted());
    },
    600_000,
  );

  it('at durable writes far from one another ends once, each effect of Drover once', async () => {
    const beginnings = beginningsOfDemo[who];
    const beginning = beginnings[drawBeginning(`sweep of the ${who}`, beginnings.length)];
    const { killed } = await crashRun(who, `${beginning}/${stepsOfDemo[who]}`);
    expect(killed.length).toBeGreaterThan(1);
  }, 600_000);
});
