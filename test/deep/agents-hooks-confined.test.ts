// The hooks of real programs in terminals inside bubblewrap: what is told by them comes out, and their answers go in.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import { runId } from '../../src/domain/ids.ts';
import type { Agent, AgentSpec } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { bubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { environmentOf, furnish } from '../agents/furnish.ts';
import { giveOwn } from '../agents/in-sandbox.ts';
import { installAgents } from '../agents/install.ts';
import { agentHomes } from '../fakes/footprints.ts';
import type { Play } from '../fakes/model-server/play.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';
import { needs } from '../needs/needs.ts';
import { follow } from '../suites/follow.ts';
import { openKeeperRoom } from '../suites/keeper-room.ts';

type Real = {
  readonly settle: (home: string, url: string, cwd: string) => Record<string, string>;
  readonly touch: Play;
};

const codexConfig = (url: string, cwd: string) => `
model = "mock-model"
model_provider = "mock"
[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
env_key = "MODEL_KEY"
wire_api = "responses"
[analytics]
enabled = false
[projects.${JSON.stringify(cwd)}]
trust_level = "trusted"
`;

function put(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

const shell: Play = { when: { user: /touch/ }, shell: 'touch made.txt' };

const reals: Readonly<Record<string, Real>> = {
  claude: {
    settle(home, url, cwd) {
      const settings = {
        ...{ hasCompletedOnboarding: true, theme: 'dark' },
        customApiKeyResponses: { approved: ['sk-dummy'], rejected: [] },
        projects: { [cwd]: { hasTrustDialogAccepted: true } },
      };
      put(home, '.claude.json', JSON.stringify(settings));
      mkdirSync(join(home, '.claude'), { recursive: true });
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-dummy' };
    },
    touch: shell,
  },
  codex: {
    settle(home, url, cwd) {
      put(home, '.codex/config.toml', codexConfig(url, cwd));
      // What the folder brings, nobody has looked at.
      const theirs = [{ hooks: [{ type: 'command', command: `touch '${join(cwd, 'theirs')}'` }] }];
      put(cwd, '.codex/hooks.json', JSON.stringify({ hooks: { UserPromptSubmit: theirs, Stop: theirs } }));
      return { MODEL_KEY: 'sk-dummy' };
    },
    touch: {
      when: { user: /touch/ },
      call: {
        name: 'exec_command',
        input: { cmd: 'touch made.txt', sandbox_permissions: 'require_escalated', justification: 'needed' },
      },
    },
  },
  qwen: {
    settle(home, url) {
      furnish('qwen', url, home);
      return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-dummy', OPENAI_MODEL: 'mock-model' };
    },
    touch: shell,
  },
  opencode: {
    settle(home, url) {
      furnish('opencode', url, home);
      return environmentOf('opencode', url, '', home);
    },
    touch: shell,
  },
};

describe('inside the sandbox', needs('bwrap'), () => {
  let ground = '';
  let server: ModelServer;
  // Inside, the temporary folder is /tmp: what is to be found there must lie elsewhere.
  beforeAll(async () => {
    ground = mkdtempSync('/var/tmp/drover-hooks-');
    server = await startModelServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(ground, { recursive: true, force: true });
  });

  /** A home of the run's own, in which the agent's state appears as a view. */
  const confine =
    (folder: string, person: string): AgentSpec['confine'] =>
    async (program, state, reads) => {
      const home = join(folder, 'task-home');
      mkdirSync(home, { recursive: true });
      const own = await giveOwn(join(ground, 'state'), person, state, {
        ...{ run: basename(folder), owner: basename(folder), agent: 'agent', home, cwd: program.cwd, resume: null },
      });
      const place = {
        home: person,
        stateFolder: join(ground, 'state'),
        agentHomes,
        node: process.execPath,
        gateway: '/nowhere',
      };
      const touch = {
        ...{ writable: [program.cwd, ...own.writable], readable: [...reads, ...own.readable], views: own.views },
        network: 'all' as const,
        home,
      } as const;
      return bubblewrap({ ...place, path: process.env.PATH ?? '' }).confine(program, touch);
    };

  async function start(keeper: Keeper, agent: Agent, folder: string, real: Real) {
    const { bin } = await installAgents();
    const [home, cwd] = [join(folder, 'home'), join(folder, 'copy')];
    for (const each of [home, cwd]) mkdirSync(each);
    const promptFile = join(folder, 'prompt');
    writeFileSync(promptFile, 'touch it');
    const env = {
      ...real.settle(home, server.url, cwd),
      ...{ HOME: home, LANG: 'C.UTF-8', DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '' },
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    };
    const started = await agent.start(keeper, {
      ...{
        runId: runId(1),
        cwd,
        promptFile,
        mode: 'write',
        permissions: 'ask',
        once: false,
        resume: null,
        fork: false,
      },
      ...{ conversation: '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01', model: null, effort: null, args: [], turns: 20 },
      ...{ deadlineMs: 280_000, quietMs: null, columns: 120, rows: 40, folder: join(folder, 'own') },
      ...{ env, usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 } },
      confine: confine(folder, home),
    });
    if (!started.ok) throw new Error(started.failure.message);
    return { live: started.value, cwd };
  }

  test.each(Object.keys(reals))(
    'hooks of %s tell its conversation, its question and its end, and are answered',
    async (name) => {
      const [agent, real] = [createAgents().get(name, 'pty'), reals[name]];
      if (agent === null || real === undefined) throw new Error(`${name} is not driven in a terminal`);
      server.play([real.touch, { when: { tool: /(?:)/ }, say: 'All done.' }, { say: 'Yes.' }]);
      const folder = join(ground, name);
      mkdirSync(folder);
      const { keeper, close } = await openKeeperRoom({ folder: join(folder, 'k') });
      try {
        const { live, cwd } = await start(keeper, agent, folder, real);
        const events = follow(agent, keeper, live);
        let { asked } = await events.nth('permission_asked', 1);
        if (asked.about === 'dialog') {
          // Of those that the folder brings; ours are known.
          expect(asked.text).toContain('2 hooks are new');
          const no = asked.choices.find(({ label }) => /without trusting/.test(label))?.id ?? '';
          expect(await agent.answer(keeper, live, asked.id, no, null)).toBe('answered');
          asked = (await events.nth('permission_asked', 2)).asked;
        }
        // Only hooks tell the subject apart from the screen's words.
        expect(asked.wanted?.subject).toContain('touch made.txt');
        const yes = asked.choices.find(({ means }) => means === 'allow_once')?.id ?? '';
        expect(await agent.answer(keeper, live, asked.id, yes, null)).toBe('answered');
        // And only they tell what was said.
        expect((await events.nth('turn_ended', 1)).outcome).toEqual({ kind: 'answered', text: 'All done.' });
        expect(events.all.some(({ kind }) => kind === 'started')).toBe(true);
        expect(existsSync(join(cwd, 'made.txt'))).toBe(true);
        expect(existsSync(join(cwd, 'theirs'))).toBe(false);
        await agent.end(keeper, live);
        await events.done();
      } finally {
        await close();
      }
    },
  );
});
