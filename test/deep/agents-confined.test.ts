// What of the agents' suite must hold inside bubblewrap, on the programs that have no whole suite there: a prompt, a tool, a resume, a permission.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import type { Driver } from '../../src/ports/agent.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { environmentOf, type Furnished, furnish } from '../agents/furnish.ts';
import { installAgents } from '../agents/install.ts';
import { confined } from '../agents/kept-short.ts';
import type { Play } from '../fakes/model-server/play.ts';
import { startModelServer } from '../fakes/model-server/start-model-server.ts';
import { type AgentStage, agentSuite, type Place, type Scene } from '../suites/agent.suite.ts';
import { openKeeperRoom } from '../suites/keeper-room.ts';

const mounts: readonly (readonly [Furnished, Driver])[] = [
  ['gemini', 'acp'],
  ['qwen', 'acp'],
  ['opencode', 'acp'],
  ['pi', 'native'],
  ['copilot', 'acp'],
];

function playsOf({ prompt, say = '', write }: Scene): readonly Play[] {
  if (!write) return [{ when: { user: prompt }, say }];
  return [
    { when: { user: prompt }, shell: `printf %s '${write.text}' > '${write.path}'` },
    { when: { tool: /(?:)/ }, say },
  ];
}

async function build(name: Furnished, driver: Driver, ground: string): Promise<AgentStage> {
  const { bin } = await installAgents();
  const server = await startModelServer();
  const agent = createAgents().get(name, driver);
  if (agent === null) throw new Error(`${name} has no driver ${driver}`);
  return {
    ...{
      agent,
      ground,
      readOnly: true,
      usage: { inputTokens: 100, cachedTokens: 10, outputTokens: 20 },
    },
    ...(name === 'opencode' ? { conversation: /^ses_\w+$/ } : {}),
    async play(scenes, { home }) {
      furnish(name, server.url, home);
      server.play(scenes.flatMap(playsOf));
    },
    env: ({ home }) => environmentOf(name, server.url, bin, home),
    heard: async () => server.requests.at(-1)?.users ?? [],
    asked: () => expect.poll(() => server.requests.length, { timeout: 60_000 }).toBeGreaterThan(0),
    confine: inSandbox(ground),
    async openKeeper(folder) {
      mkdirSync(folder);
      const { keeper, close } = await openKeeperRoom({ folder });
      return { keeper, close };
    },
    close: () => server.close(),
  };
}

/** As a task's run is confined: a home of the task's own, in which the agent's state appears by links. */
function inSandbox(ground: string): NonNullable<AgentStage['confine']> {
  return (place: Place) => async (program, state, reads) => {
    const home = join(dirname(place.home), 'task-home');
    const there = state.filter((path) => existsSync(path));
    for (const path of there) {
      const link = join(home, path.slice(place.home.length + 1));
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(path, link);
    }
    const person = {
      ...{ home: place.home, stateFolder: join(ground, 'state') },
      ...{ node: process.execPath, path: process.env.PATH ?? '' },
    };
    const touch = { writable: [program.cwd, ...there], readable: reads, network: 'all', home } as const;
    return bubblewrap(person).confine(program, touch);
  };
}

describe('inside the sandbox', () => {
  const works = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', '--', 'true']).status === 0;
  // Inside, the temporary folder is /tmp: what is to be found there must lie elsewhere.
  let ground = '';
  beforeAll(() => {
    if (works) ground = mkdtempSync('/var/tmp/drover-agents-');
  });
  afterAll(() => rmSync(ground, { recursive: true, force: true }));
  if (works)
    for (const [name, driver] of mounts)
      agentSuite(`${name} x ${driver}, confined`, () => build(name, driver, ground), confined);
  test('bubblewrap works on this machine, or this is no CI', () => {
    if (process.env.CI) expect(works).toBe(true);
  });
});
