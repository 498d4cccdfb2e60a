// The session folder of twelve tasks that the guide shows, carried out by the real daemon, keeper, git and command line with scripted agents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { FlowStatus } from '../../src/contract/flow.ts';
import { rarely } from './depth.ts';
import { expectPrices, layPrices, priceConfig, priceFlow, priceProject, priceScript } from './price-flow.ts';
import { openWorld, type World } from './world.ts';

const guide = join(import.meta.dirname, '../../docs/guide/flows.md');
const shownInGuide = () => [...readFileSync(guide, 'utf8').matchAll(/^```\n(.*?)^```$/gms)].map(([, text]) => text);

let world: World;
beforeAll(async () => {
  world = await openWorld({ project: priceProject, script: priceScript, config: priceConfig });
});
afterAll(() => world.close());

rarely(
  'a session folder of twelve tasks goes its whole way, and the guide shows it as it was and as it is',
  async () => {
    const folder = layPrices(world.checkout);
    const checked = await world.drover(['flow', 'check', folder]);
    const begun = await world.drover(['flow', 'run', folder, '--agent', 'scripted', '-d']);
    expect([begun.code, begun.err]).toEqual([0, expect.stringContaining('is now the workspace shop')]);
    const flow = await world.until(
      () => world.must<FlowStatus>(['flow', 'status', folder]),
      ({ outcome, questions }) => outcome !== null || questions.length > 0,
      180_000,
    );
    await expectPrices(world, folder, flow);
    const [before = '', after = ''] = shownInGuide();
    expect(`$ drover flow check .workflow/active/${priceFlow}\n${checked.out}`).toContain(before);
    const list = readFileSync(join(folder, 'TODO_LIST.md'), 'utf8');
    for (const part of after.split('...\n')) expect(list).toContain(part);
  },
);
