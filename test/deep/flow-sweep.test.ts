// The daemon or the keeper killed again and again while a session folder of twelve tasks goes its way; nightly has both, from all beginnings.
import { describe, expect, it } from 'vitest';
import { flowCrashRun } from '../e2e/flow-crash.ts';
import { stepsOfFlow } from '../e2e/sweep.ts';
import { drawBeginning, halfOf } from './rotation.ts';

/** In its one world a daemon is started a third as often as in each of those. */
const steps = { daemon: 3 * stepsOfFlow.daemon, keeper: stepsOfFlow.keeper };

const drawn = halfOf('who is killed while a flow goes its way', ['daemon', 'keeper'] as const);

// Each has a world of its own, and while a daemon starts, another world works.
describe.each(drawn)('a flow whose %s is killed', { concurrent: true }, (who) => {
  it('again and again ends once, with each node done once and its folder as it must be', async () => {
    const beginning = drawBeginning(`sweep of the ${who} of a flow`, steps[who]);
    const { killed } = await flowCrashRun(who, `${beginning}/${steps[who]}`);
    expect(killed.length).toBeGreaterThan(1);
  }, 900_000);
});
