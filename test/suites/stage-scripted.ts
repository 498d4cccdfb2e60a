// The scripted agent as the agents' suite wants it: a real child process of ours.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAgents } from '../../src/agents/registry.ts';
import type { ScriptedSettings } from '../../src/agents/scripted/profile.ts';
import type { Agent, Driver } from '../../src/ports/agent.ts';
import { bundleProgram } from '../fakes/bundle-program.ts';
import { ofTests } from '../fakes/of-tests.ts';
import type { AgentStage, Scene } from './agent.suite.ts';

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

export async function stageScripted(driver: Driver, make = usual): Promise<AgentStage> {
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
