// Programs of which nothing is known, whose input line stays on a still screen while they work, in real terminals.
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import { runId } from '../../src/domain/ids.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import { follow } from './follow.ts';
import { terminalSpec } from './terminal-spec.ts';

const patience = 30_000;
const echoAgent = resolve(import.meta.dirname, '../fakes/echo-agent/main.ts');
let close = async (): Promise<void> => undefined;
afterEach(() => close());

async function begin(command: string, args: (folder: string) => readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'rest-')));
  const fake = createKeeperFake(join(folder, 'k'));
  const looks = { count: 0 };
  const activity: typeof fake.activity = (run) => {
    looks.count += 1;
    return fake.activity(run);
  };
  const keeper = { ...fake, activity };
  const { PATH = '', DROVER_TEST_MARK = '' } = process.env;
  const env = { PATH, HOME: folder, DROVER_TEST_MARK };
  const agent = createAgents().program(command);
  const spec = {
    ...terminalSpec({ cwd: folder, promptFile: null, folder: join(folder, 'own'), env }),
    args: args(folder),
  };
  const started = await agent.start(keeper, spec);
  if (!started.ok) throw new Error(started.failure.message);
  const live = started.value;
  const events = follow(agent, keeper, live);
  close = async () => {
    await events.leave();
    await keeper.close();
  };
  const told = (kind: string) => events.all.filter((each) => each.kind === kind).length;
  const poll = (look: () => unknown) => expect.poll(look, { timeout: patience });
  return {
    ...{ folder, looks, poll, told, end: () => agent.end(keeper, live) },
    isReady: () => events.all.findLast((each) => each.kind === 'standing')?.standing.kind === 'ready',
    say: (id: string, text: string) =>
      agent.prompt(keeper, live, { id, text, submit: true, steer: false, keys: false }, AbortSignal.timeout(patience)),
    shows: (text: string) => poll(async () => (await keeper.screen(runId(1)))?.screen.lines.join('\n')).toContain(text),
  };
}

const shell =
  'printf "> "; while read -r line; do printf "> "; until [ -e "$1" ]; do sleep 0.2; done; echo "done: $line"; printf "> "; done';

for (const [what, command, words] of [
  [
    'that has a timer set',
    process.execPath,
    (go: string) => [echoAgent, '--composer', '--log', `${go}.log`, '--until', go],
  ],
  ['that waits for a child', '/bin/sh', (go: string) => ['-c', shell, 'sh', go]],
] as const)
  test(`WT-84 HX-42 one ${what} is not ready before the end of its turn, and after a turn too short to be seen it is`, async () => {
    const { folder, looks, poll, told, isReady, say } = await begin(command, (at) => words(join(at, 'go')));
    await poll(isReady).toBe(true);
    expect(await say('m1', 'one')).toEqual({ kind: 'delivered' });
    await poll(() => told('turn_started')).toBe(1);
    const before = looks.count;
    await poll(() => looks.count).toBeGreaterThan(before + 8);
    expect([told('turn_ended'), isReady()]).toEqual([0, false]);
    writeFileSync(join(folder, 'go'), '');
    await poll(() => told('turn_ended')).toBe(1);
    await poll(isReady).toBe(true);
    expect(await say('m2', 'two')).toEqual({ kind: 'delivered' });
    await poll(() => told('turn_ended')).toBe(2);
    await poll(isReady).toBe(true);
  });

test('WT-91 a shell at a terminal that is asked to leave is hung up', async () => {
  const { poll, told, isReady, end } = await begin('/bin/bash', () => ['--norc', '-i']);
  await poll(isReady).toBe(true);
  await end();
  await poll(() => told('ended')).toBe(1);
});
