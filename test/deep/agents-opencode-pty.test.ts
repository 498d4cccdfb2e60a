// More of the agents' suite on the real opencode in a terminal, told of by its plugin; the rest is in agents-pty.test.ts.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import type { Agent } from '../../src/ports/agent.ts';
import { environmentOf, furnish } from '../agents/furnish.ts';
import { installAgents } from '../agents/install.ts';
import { toldByPlugin } from '../agents/kept-short.ts';
import type { Play } from '../fakes/model-server/play.ts';
import { startModelServer } from '../fakes/model-server/start-model-server.ts';
import { type AgentStage, agentSuite, type Scene } from '../suites/agent.suite.ts';

const patience = 200_000;

/** A scene with a tool is two answers: the call, then the text. */
function playsOf({ prompt, say = '', write, until, trouble }: Scene): readonly Play[] {
  const when = { user: prompt };
  if (trouble === 'status_401') return [{ when, fault: { kind: 'status', status: 401 } }];
  if (trouble) return [{ when, fault: { kind: 'hang' } }];
  const command = write
    ? `printf %s '${write.text}' > '${write.path}'`
    : until && `until [ -e '${until}' ]; do sleep 0.05; done`;
  if (!command) return [{ when, say }];
  return [
    { when, shell: command },
    { when: { tool: /(?:)/ }, say },
  ];
}

async function openStage(): Promise<AgentStage> {
  const { bin } = await installAgents();
  const server = await startModelServer();
  const renew = () => createAgents().get('opencode', 'pty') as Agent;
  return {
    ...{ agent: renew(), renew, readOnly: true, namesLate: true, refusalEnds: true, conversation: /^ses_\w+$/ },
    usage: { inputTokens: 100, cachedTokens: 10, outputTokens: 20 },
    async play(scenes) {
      server.play(scenes.flatMap(playsOf));
    },
    env({ home }) {
      mkdirSync(join(home, 'tmp'), { recursive: true });
      furnish('opencode', server.url, home);
      return { ...environmentOf('opencode', server.url, bin, home), TMPDIR: join(home, 'tmp'), CLAUDECODE: '1' };
    },
    heard: async () => server.requests.at(-1)?.users ?? [],
    asked: () => expect.poll(() => server.requests.length, { timeout: patience }).toBeGreaterThan(0),
    close: () => server.close(),
  };
}

agentSuite('opencode x pty', openStage, toldByPlugin);
