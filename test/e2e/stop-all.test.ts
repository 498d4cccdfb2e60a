// Everything is ended at once, and goes on where a person has it go on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { ChainCreated, ChainView } from '../../src/contract/chain.ts';
import type { Ps } from '../../src/contract/service.ts';
import type { SessionsStopped } from '../../src/contract/session.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { deeply, rarely } from './depth.ts';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

/** Each turn waits for a file. */
async function open(): Promise<void> {
  world = await openWorld();
  const turns = demoScript.turns.map((turn) => ({ ...turn, do: [{ wait: { file: 'node_modules/go' } }, ...turn.do] }));
  const approves = { say: JSON.stringify({ summary: 'It is small.', findings: [] }) };
  world.setScript({ turns: [{ when: { prompt: '^Review the plan' }, do: [approves] }, ...turns] });
  world.setConfig(
    `policy: hands-off\nworkspaces:\n  shop: { path: ${world.checkout}, agents: { review: [scripted] } }\n`,
  );
}

/** Turns of agents that go on; gates, fetches and the like left out. */
const agents = async () => (await world.must<Ps>(['ps'])).runs.filter(({ program }) => program === 'scripted').length;

rarely('PC-41 a task is paused at once: its agent is ended, and resume takes the turn up again', async () => {
  await open();
  const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
  await world.until(agents, (count) => count === 1);
  await world.must(['task', 'pause', task, '--now']);
  await world.until(agents, (count) => count === 0);
  expect((await world.show(task)).paused).toBe(true);
  expect((await world.show(task)).open_questions).toEqual([]);
  const { copy } = await world.show(task);
  if (copy === null) throw new Error('there is no copy');
  mkdirSync(join(copy, 'node_modules'), { recursive: true });
  writeFileSync(join(copy, 'node_modules/go'), '');
  await world.must(['task', 'resume', task]);
  await world.until(
    () => world.show(task),
    ({ phase, outcome }) => outcome !== null || phase === 'submit',
  );
  const { lines } = await world.must<{ lines: readonly { text: string }[] }>(['task', 'log', task]);
  expect(lines.some(({ text }) => text.includes('the turn was cut off'))).toBe(true);
});

deeply('X6 stop --all ends every agent, of tasks and chains, and nothing begins anew by itself', async () => {
  await open();
  const task = await world.start('The heartbeat job fires too early.', '-w', 'shop');
  writeFileSync(join(world.folder, '23.md'), '# Fix the heartbeat\n');
  const chain = await world.must<ChainCreated>([
    ...['chain', join(world.folder, '23.md'), '-w', 'shop', '--name', 'cx', '--agent', 'scripted', '-d'],
  ]);
  await world.until(agents, (count) => count === 2);
  const stopped = await world.must<SessionsStopped>(['stop', '--all', '--yes']);
  expect(stopped.tasks).toEqual([task]);
  expect(stopped.runs).toHaveLength(2);
  const id = chain.chains[0] ?? '';
  await world.until(
    () => world.must<ChainView>(['chain', 'show', id]),
    (view) => view.needs_person,
  );
  expect(await agents()).toBe(0);
  expect((await world.show(task)).paused).toBe(true);
});
