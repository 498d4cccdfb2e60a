// An agent that prints far more than anybody reads.
import { expect, it } from 'vitest';
import { demoScript } from '../../src/local/demo-script.ts';
import { openWorld } from '../e2e/world.ts';

it('50 MB of an agent that is no JSON neither fill the daemon nor lose the turn', async () => {
  const [analysis, write] = demoScript.turns;
  const script = { turns: [analysis, { ...write, do: [{ garbage: 50 * 1024 * 1024 }, ...write.do] }] };
  const world = await openWorld({ script });
  try {
    const task = await world.start('Too early.', '--until', 'test');
    expect((await world.ended(task)).outcome).toBe('proven');
    const { out } = await world.drover(['task', 'log', task]);
    expect(out.length).toBeLessThan(1024 * 1024);
  } finally {
    await world.close();
  }
});
