// The agents' suite on the scripted agent: a real child process of ours.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAgents } from '../../src/agents/registry.ts';
import { type AgentStage, agentSuite, type Scene } from './agent.suite.ts';

const usage = { inputTokens: 110, cachedTokens: 10, outputTokens: 20 };

const troubles: Readonly<Record<NonNullable<Scene['trouble']>, object>> = {
  status_401: { authMissing: true },
  no_login: { authMissing: true },
  status_429: { limited: { until: 1_800_000_000_000 } },
  status_500: { apiError: { status: 500 } },
  cut: { apiError: { status: null } },
  hang: { hang: true },
  silent_exit: { exit: { code: 0, silent: true } },
};

const turnOf = ({ prompt, say, write, trouble }: Scene) => ({
  when: { prompt: prompt.source },
  do: [
    { usage: { ...usage, money: 0.25 } },
    ...(write ? [{ write }] : []),
    ...(say === undefined ? [] : [{ say }]),
    ...(trouble ? [troubles[trouble]] : []),
  ],
});

async function build(): Promise<AgentStage> {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-'));
  const script = join(folder, 'script.json');
  const log = join(folder, 'log');
  const entry = resolve(import.meta.dirname, '../../src/agents/scripted/main.ts');
  const agent = createAgents({ scripted: { script, entry, node: process.execPath } }).get('scripted');
  if (agent === null) throw new Error('no scripted agent');
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  return {
    agent,
    readOnly: false,
    usage,
    async play(scenes) {
      writeFileSync(script, JSON.stringify({ turns: scenes.map(turnOf) }));
      rmSync(log, { force: true });
    },
    env: ({ home }) => ({
      PATH: process.env.PATH ?? '',
      HOME: home,
      DROVER_SCRIPTED_LOG: log,
      CLAUDECODE: '1',
      DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '',
    }),
    heard: async () => JSON.parse(lines().at(-1) ?? '{}').prompts ?? [],
    async asked() {
      for (const deadline = Date.now() + 30_000; lines().length === 0 && Date.now() < deadline; ) await wait(20);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

agentSuite('scripted x plain', build);
