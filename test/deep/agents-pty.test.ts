// The real programs in terminals, against a model on loopback: dialogs, typing, permissions, interrupts, the end.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/registry.ts';
import type { AgentEvent } from '../../src/domain/run/turn.ts';
import type { Agent, Live } from '../../src/ports/agent.ts';
import { furnish } from '../agents/furnish.ts';
import { installAgents } from '../agents/install.ts';
import { inTerminal } from '../agents/kept-short.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import type { Play } from '../fakes/model-server/play.ts';
import { type ModelServer, startModelServer } from '../fakes/model-server/start-model-server.ts';
import { type AgentStage, agentSuite, type Place, type Scene } from '../suites/agent.suite.ts';
import { terminalSpec } from '../suites/terminal-spec.ts';

const patience = 120_000;

type Real = {
  /** Configuration in its home, and its environment. */
  readonly settle: (home: string, url: string) => Record<string, string>;
  /** A command that it must ask about. */
  readonly touch: Play;
  readonly asks: boolean;
  /** The folder is trusted, as after a first start. */
  readonly trust?: (home: string, cwd: string) => void;
  /** What is otherwise in its stage of the suite. */
  readonly stage?: Partial<AgentStage>;
};

function put(home: string, path: string, value: object | string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), typeof value === 'string' ? value : JSON.stringify(value));
}

const touchPlay: Play = { when: { user: /touch/ }, shell: 'touch made.txt' };
const codexConfig = (url: string) => `
model = "mock-model"
model_provider = "mock"
[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
env_key = "MODEL_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
`;
const models = [
  { id: 'mock-model', name: 'Mock', reasoning: false, input: ['text'], contextWindow: 100000, maxTokens: 8000 },
];

const reals: Readonly<Record<string, Real>> = {
  claude: {
    settle: (home, url) => {
      put(home, '.claude.json', { hasCompletedOnboarding: true, theme: 'dark' });
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-dummy', CLAUDE_CODE_MAX_RETRIES: '1' };
    },
    trust: (home, cwd) =>
      put(home, '.claude.json', {
        ...{ hasCompletedOnboarding: true, theme: 'dark' },
        customApiKeyResponses: { approved: ['sk-dummy'], rejected: [] },
        projects: { [cwd]: { hasTrustDialogAccepted: true } },
      }),
    touch: touchPlay,
    asks: true,
  },
  codex: {
    settle: (home, url) => {
      put(home, '.codex/config.toml', codexConfig(url));
      return { MODEL_KEY: 'sk-dummy' };
    },
    trust: (home, cwd) =>
      appendFileSync(join(home, '.codex/config.toml'), `[projects.${JSON.stringify(cwd)}]\ntrust_level = "trusted"\n`),
    touch: {
      when: { user: /touch/ },
      call: {
        name: 'exec_command',
        input: { cmd: 'touch made.txt', sandbox_permissions: 'require_escalated', justification: 'needed' },
      },
    },
    asks: true,
  },
  qwen: {
    settle: (home, url) => {
      put(home, '.qwen/settings.json', {
        security: { auth: { selectedType: 'openai' } },
        general: { enableAutoUpdate: false },
      });
      return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-dummy', OPENAI_MODEL: 'mock-model' };
    },
    touch: touchPlay,
    asks: true,
  },
  pi: {
    settle: (home, url) => {
      const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      const mock = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'MOCK_KEY' };
      put(home, '.pi/agent/models.json', {
        providers: { mock: { ...mock, models: models.map((each) => ({ ...each, cost })) } },
      });
      put(home, '.pi/agent/settings.json', { defaultProvider: 'mock', defaultModel: 'mock-model' });
      return { MOCK_KEY: 'sk-dummy' };
    },
    touch: touchPlay,
    asks: false,
  },
  gemini: {
    settle: (home, url) => {
      furnish('gemini', url, home);
      // It would start itself anew, and lose what is typed meanwhile.
      put(home, '.gemini/trustedFolders.json', { [join(home, 'copy')]: 'TRUST_FOLDER' });
      return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'sk-dummy' };
    },
    trust: (home, cwd) => put(home, '.gemini/trustedFolders.json', { [cwd]: 'TRUST_FOLDER' }),
    stage: { silentOn: ['texts', 'tools'] },
    touch: touchPlay,
    asks: true,
  },
  // More of its suite is in a file of its own.
  opencode: {
    settle: (home, url) => {
      furnish('opencode', url, home);
      return { MODEL_KEY: 'sk-dummy', OPENCODE_DISABLE_MODELS_FETCH: '1' };
    },
    stage: { namesLate: true, refusalEnds: true, conversation: /^ses_\w+$/ },
    touch: touchPlay,
    asks: true,
  },
};

const callOf = ({ call, shell }: Play, command: string): Partial<Play> =>
  shell === undefined && call ? { call: { ...call, input: { ...call.input, cmd: command } } } : { shell: command };

/** A scene with a tool is two answers: the call, then the text. */
function playsOf({ touch }: Real, { prompt, say = '', write, until, trouble }: Scene): readonly Play[] {
  const when = { user: prompt };
  if (trouble) return [{ when, fault: { kind: 'hang' } }];
  const command = write ? `printf %s '${write.text}' > '${write.path}'` : waitFor(until);
  if (command === null) return [{ when, say }];
  const call = write ? callOf(touch, command) : { shell: command };
  return [
    { when, ...call },
    { when: { tool: /(?:)/ }, say },
  ];
}

const waitFor = (file: string | undefined) =>
  file === undefined ? null : `until [ -e '${file}' ]; do sleep 0.05; done`;

async function openStage(name: string, real: Real): Promise<AgentStage> {
  const { bin } = await installAgents();
  const server = await startModelServer();
  const renew = () => createAgents().get(name, 'pty') as Agent;
  const furnished = ({ home, copy }: Place) => {
    mkdirSync(join(home, 'tmp'), { recursive: true });
    const env = real.settle(home, server.url);
    real.trust?.(home, copy);
    return env;
  };
  return {
    ...{ agent: renew(), renew, readOnly: true, usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 } },
    async play(scenes) {
      server.play(scenes.flatMap((scene) => playsOf(real, scene)));
    },
    env: (place) => ({
      ...furnished(place),
      ...{ HOME: place.home, TMPDIR: join(place.home, 'tmp'), LANG: 'C.UTF-8', CLAUDECODE: '1' },
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '',
    }),
    heard: async () => server.requests.at(-1)?.users ?? [],
    asked: () => expect.poll(() => server.requests.length, { timeout: patience }).toBeGreaterThan(0),
    close: () => server.close(),
    ...real.stage,
  };
}

for (const [name, real] of Object.entries(reals)) agentSuite(`${name} x pty`, () => openStage(name, real), inTerminal);

for (const [name, real] of Object.entries(reals))
  describe(`${name} x pty`, () => {
    let server: ModelServer;
    let keeper: ReturnType<typeof createKeeperFake>;
    let live: Live;
    let cwd = '';
    const agent = createAgents().get(name, 'pty') as Agent;
    const stop = new AbortController();
    const all: AgentEvent[] = [];
    let followed = Promise.resolve();

    async function happens(what: string, pick: (each: AgentEvent) => boolean, from = 0): Promise<number> {
      for (const end = Date.now() + patience; Date.now() < end; await wait(20)) {
        const at = all.findIndex((each, index) => index >= from && pick(each));
        if (at >= 0) return at;
      }
      throw new Error(await seen(`${what} did not happen`));
    }
    /** With everything that was told, and the screen as it is. */
    async function seen(what: string): Promise<string> {
      const screen = (await keeper.screen(live.runId))?.screen;
      return [what, ...all.map((each) => JSON.stringify(each)), screen?.title, ...(screen?.lines ?? [])].join('\n');
    }
    /** Chooses the yes of what is asked. */
    async function allow(event: AgentEvent | undefined): Promise<void> {
      if (event?.kind !== 'permission_asked') throw new Error('no question');
      const { id, choices } = event.asked;
      const yes = choices.find(({ means }) => means === 'allow_once')?.id ?? '';
      if ((await agent.answer(keeper, live, id, yes, null)) === 'gone') throw new Error(await seen(`${id} is gone`));
    }
    const isReady = (each: AgentEvent) => each.kind === 'standing' && each.standing.kind === 'ready';
    const isEnd = (each: AgentEvent) => each.kind === 'turn_ended';
    async function say(id: string, text: string) {
      const message = { id, text, submit: true, steer: false, keys: false };
      const delivery = await agent.prompt(keeper, live, message, AbortSignal.timeout(patience));
      if (delivery.kind === 'delivered') return delivery;
      throw new Error(await seen(JSON.stringify(delivery)));
    }
    /** A whole turn: what its end told. */
    async function turn(id: string, text: string) {
      const from = all.length;
      expect(await say(id, text)).toEqual({ kind: 'delivered' });
      const end = await happens('the end of a turn', isEnd, from);
      await happens('ready', isReady, end);
      expect(all.slice(from)).toContainEqual({ kind: 'turn_started', message: id });
      return all[end];
    }

    beforeAll(async () => {
      const { bin } = await installAgents();
      const home = realpathSync(mkdtempSync(join(process.env.HOME ?? '', `${name}-`)));
      cwd = join(home, 'copy');
      for (const each of ['copy', 'tmp']) mkdirSync(join(home, each));
      server = await startModelServer({
        plays: [
          real.touch,
          { when: { tool: /(?:)/ }, say: 'All done.' },
          { when: { user: /hang/ }, fault: { kind: 'hang' } },
          { say: 'A short answer.' },
        ],
      });
      keeper = createKeeperFake(join(home, 'k'));
      const base = {
        HOME: home,
        TMPDIR: join(home, 'tmp'),
        LANG: 'C.UTF-8',
        DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '',
      };
      const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
      const promptFile = join(home, 'prompt');
      writeFileSync(promptFile, 'the first prompt\nof two lines');
      const spec = terminalSpec({
        ...{ cwd, promptFile, folder: join(home, 'own'), deadlineMs: 1_000_000, columns: 120, rows: 40 },
        env: { ...base, PATH: path, ...real.settle(home, server.url) },
      });
      const started = await agent.start(keeper, spec);
      if (!started.ok) throw new Error(started.failure.message);
      live = started.value;
      followed = (async () => {
        for await (const event of agent.events(keeper, live, stop.signal)) all.push(event);
      })();
    });
    afterAll(async () => {
      stop.abort();
      await followed.catch(() => undefined);
      await keeper?.close();
      await server?.close();
    });

    test('HX-48 what it asks at its first start is answered with yes, then its first prompt is typed', async () => {
      for (let from = 0; ; ) {
        const at = await happens(
          'its start',
          (each) => each.kind === 'permission_asked' || each.kind === 'turn_started',
          from,
        );
        const event = all[at];
        if (event?.kind !== 'permission_asked') break;
        await allow(event);
        from = at + 1;
      }
      await happens('ready', isReady, await happens('the end of its first turn', isEnd));
      expect(server.requests.flatMap(({ users }) => users)).toContain('the first prompt\nof two lines');
    });

    test('HX-25 a message is delivered, its turn told', async () => {
      expect(await turn('m1', 'the second prompt')).toMatchObject({ outcome: { kind: 'answered' } });
    });

    test('a permission is asked, and given', async () => {
      if (!real.asks) return expect(agent.capabilities.permissions).toBe(false);
      const from = all.length;
      expect(await say('m3', 'touch it')).toEqual({ kind: 'delivered' });
      const asked = all[await happens('a question', (each) => each.kind === 'permission_asked', from)];
      if (asked?.kind !== 'permission_asked') throw new Error('no question');
      expect(asked.asked.text).toContain('touch made.txt');
      await allow(asked);
      await happens('ready', isReady, await happens('the end', isEnd, from));
      expect(existsSync(join(cwd, 'made.txt'))).toBe(true);
    });

    test('an interrupt ends the turn, and the next message arrives', async () => {
      const from = all.length;
      expect(await say('m4', 'hang now')).toEqual({ kind: 'delivered' });
      await happens('busy', (each) => each.kind === 'standing' && each.standing.kind === 'busy', from);
      await agent.interrupt(keeper, live);
      const end = await happens('the end', isEnd, from);
      expect(all[end]).toEqual({ kind: 'turn_ended', outcome: { kind: 'interrupted' } });
      await happens('ready', isReady, end);
      await turn('m5', 'go on');
    });

    test('HX-39 32 KiB of many words arrive whole', async () => {
      const text = `big ${'x'.repeat(70)}\n${`${'läng '.repeat(15)}\n`.repeat(400)}the end`;
      expect(Buffer.byteLength(text)).toBeGreaterThan(32 * 1024);
      await turn('m2', text);
      const squeezed = server.requests.flatMap(({ users }) => users).map((each) => each.replaceAll(/\s/g, ''));
      // A program may put words of its own around a long paste.
      expect(squeezed.some((each) => each.includes(text.replaceAll(/\s/g, '')))).toBe(true);
    });

    test('HX-56 asked to leave it leaves', async () => {
      await agent.end(keeper, live);
      const at = await happens('its end', (each) => each.kind === 'ended');
      expect(all[at]).toMatchObject({ ending: { kind: 'exited', code: 0 } });
    });
  });
