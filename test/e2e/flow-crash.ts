// The session folder of twelve tasks while the daemon, or the keeper, is killed again and again; and what must be true at its end.
import { expect } from 'vitest';
import type { FlowStatus } from '../../src/contract/flow.ts';
import { type CrashRun, underKills } from './crash-run.ts';
import { expectPrices, layPrices, modules, priceConfig, priceProject, priceScript, turnsIn } from './price-flow.ts';
import { openWorld, type World } from './world.ts';

/** `when`: see `crashPoints`. */
export async function flowCrashRun(who: 'daemon' | 'keeper', when: string): Promise<CrashRun> {
  const world = await openWorld({ project: priceProject, script: priceScript, config: priceConfig });
  return underKills(world, who, when, async (spare) => {
    const folder = layPrices(world.checkout);
    await begin(world, folder);
    const flow = await world.until(
      () => statusOf(world, folder),
      (seen) => seen !== null && (seen.outcome !== null || seen.questions.length > 0),
      600_000,
    );
    spare();
    await expectPrices(world, folder, flow as FlowStatus);
    // It went on working while the daemon was dead.
    if (who === 'daemon') expect(turnsIn(world)).toBe(Object.keys(modules).length + 1);
  });
}

/** A look that was cut off is made again; null: there is nothing to be seen yet. */
async function statusOf(world: World, folder: string): Promise<FlowStatus | null> {
  const seen = await world.ask<FlowStatus>(['flow', 'status', folder]);
  return seen.ok ? seen.data : null;
}

/** A request whose reply was cut may have been done: it is looked for before it is made again, as a person would. */
async function begin(world: World, folder: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const seen = await world.ask<FlowStatus>(['flow', 'status', folder]);
    if (seen.ok) return;
    if (seen.error_code === 'FLOW_NOT_FOUND') await world.ask(['flow', 'run', folder, '--agent', 'scripted', '-d']);
  }
  throw new Error(`the flow could not be begun: ${world.log()}`);
}
