// The agents' suite on the scripted agent: a real child process of ours.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAcpAgent } from '../../src/agents/drivers/acp.ts';
import { createNativeAgent } from '../../src/agents/drivers/native.ts';
import { createAgents } from '../../src/agents/registry.ts';
import { scriptedAcp } from '../../src/agents/scripted/acp.ts';
import { scriptedNative } from '../../src/agents/scripted/native.ts';
import type { ScriptedSettings } from '../../src/agents/scripted/profile.ts';
import type { Agent, Driver } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { bundleProgram } from '../fakes/bundle-program.ts';
import { ofTests } from '../fakes/of-tests.ts';
import { type AgentStage, agentSuite, type Scene } from './agent.suite.ts';
import { openKeeperRoom } from './keeper-room.ts';

const entry = await bundleProgram(resolve(import.meta.dirname, '../../src/agents/scripted/main.ts'));

const usage = { inputTokens: 110, cachedTokens: 10, outputTokens: 20 };

const troubles: Readonly<Record<NonNullable<Scene['trouble']>, object>> = {
  status_401: { authMissing: true },
  no_login: { authMissing: true },
  status_429: { limited: { until: 1_800_000_000_000 } },
  status_500: { apiError: { status: 500 } },
  cut: { apiError: { status: null } },
  hang: { hang: true },
  garbage: { exit: { code: 0, silent: true } },
  limit: { limited: { until: 1_800_000_000_000 } },
  slow: { sleep: 500 },
};

const turnOf =
  (driver: Driver) =>
  ({ prompt, say, write, until, trouble }: Scene) => ({
    when: { prompt: prompt.source },
    do: [
      { usage: { ...usage, money: 0.25 } },
      ...(write ? [{ ask: { tool: 'write', subject: write.path } }, { write }] : []),
      ...(until === undefined ? [] : [{ run: ['sh', '-c', `until [ -e '${until}' ]; do sleep 0.05; done`] }]),
      ...(trouble ? [troubles[trouble]] : []),
      // What is no JSON must not matter to anybody; on a screen it would be the screen.
      ...(driver === 'pty' ? [] : [{ garbage: 4000 }]),
      ...(say === undefined ? [] : [{ say }]),
    ],
  });

const usual = (settings: ScriptedSettings, driver: Driver): Agent | null =>
  createAgents({ scripted: settings }).get('scripted', driver);

async function build(driver: Driver, make = usual): Promise<AgentStage> {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-'));
  const script = join(folder, 'script.json');
  const log = join(folder, 'log');
  const renew = () => {
    const agent = make({ script, entry, node: process.execPath }, driver);
    if (agent === null) throw new Error(`the scripted agent has no driver ${driver}`);
    return agent;
  };
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  return {
    agent: renew(),
    renew,
    limitUntil: 1_800_000_000_000,
    hangMs: 500,
    readOnly: driver === 'acp',
    usage,
    async play(scenes) {
      writeFileSync(script, JSON.stringify({ turns: scenes.map(turnOf(driver)) }));
      rmSync(log, { force: true });
    },
    env: ({ home }) => ({
      PATH: process.env.PATH ?? '',
      HOME: home,
      DROVER_SCRIPTED_LOG: log,
      CLAUDECODE: '1',
      ...ofTests(),
    }),
    heard: async () => JSON.parse(lines().at(-1) ?? '{}').prompts ?? [],
    async asked() {
      for (const deadline = Date.now() + 30_000; lines().length === 0 && Date.now() < deadline; ) await wait(20);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

for (const driver of ['plain', 'native', 'acp'] as const) agentSuite(`scripted x ${driver}`, () => build(driver));

// Held by the real keeper, one for all: its journals are what the driver's state is made of, and each run has a folder of its own in it.
agentSuite('scripted x native, held by the real keeper', async () => {
  const [stage, { keeper, close }] = await Promise.all([build('native'), openKeeperRoom()]);
  return {
    ...stage,
    openKeeper: async () => ({ keeper, close: () => endAll(keeper) }),
    close: async () => {
      await close();
      await stage.close();
    },
  };
});

/** What one test left running does not run beside the next one. */
async function endAll(keeper: Keeper): Promise<void> {
  const running = (await keeper.list()).filter(({ ending }) => ending === null);
  await Promise.all(running.map(({ runId }) => keeper.end(runId, 'cancelled')));
}

// Its transcript is cut all the time, and whoever reads begins at a bookmark: after each line one is left.
const short = { keepBytes: 1500, bookmarkBytes: 1 };
const long =
  /again gives|a tool call|in a new process|usage is of|HX-|given three times|two who read|thrown away|permission|question|asked no more|interrupt|busy agent|killed|read again|SIGKILL/;
agentSuite(
  'scripted x native, with a short transcript',
  () => build('native', (settings) => createNativeAgent(scriptedNative(settings), short)),
  long,
);
agentSuite(
  'scripted x acp, with a short transcript',
  () => build('acp', (settings) => createAcpAgent(scriptedAcp(settings), short)),
  long,
);

/** Reading a terminal's events again tells how it stands, so what wants the same again is left out; and one of each kind of trouble is enough. */
const inTerminal =
  /comes back whole|CM-36|a tool call|analysis mode|in a new process|_401|\(limit\)|a fork|HX-|given three times|thrown away|permission|restart|asked no more|interrupt|busy agent|killed|unknown conversation|SIGKILL|deadline|is found/;
agentSuite('scripted x pty', () => build('pty'), inTerminal);
