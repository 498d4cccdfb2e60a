// The scripted agent in a terminal, with everything a test needs to talk to it and to see what it made of that.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createAgents } from '../../src/agents/registry.ts';
import type { ScriptedSettings } from '../../src/agents/scripted/profile.ts';
import { runId } from '../../src/domain/ids.ts';
import type { AgentEvent } from '../../src/domain/run/turn.ts';
import type { Screen } from '../../src/domain/screen/screen.ts';
import type { Agent, AgentSpec, Live, Message } from '../../src/ports/agent.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import { ofTests } from '../fakes/of-tests.ts';
import { terminalSpec } from './terminal-spec.ts';

export type PtyStage = Awaited<ReturnType<typeof openStage>>;
type Options = { readonly modes?: string; readonly hooks?: 'none' } & Pick<ScriptedSettings, 'steady' | 'beginMs'>;

const patience = 50_000;

export async function openStage(turns: readonly object[], { modes = '', hooks, ...settled }: Options = {}) {
  const folder = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'pty-')));
  const cwd = join(folder, 'copy');
  mkdirSync(cwd);
  const script = join(folder, 'script.json');
  const log = join(folder, 'log');
  writeFileSync(script, JSON.stringify({ turns }));
  const entry = resolve(import.meta.dirname, '../../src/agents/scripted/main.ts');
  const keeper = createKeeperFake(join(folder, 'k'));
  const settings = { script, entry, node: process.execPath, ...settled };
  const agentAnew = () => createAgents({ scripted: settings }).get('scripted', 'pty') as Agent;
  const agent = agentAnew();
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: folder, ...ofTests() },
    ...{ DROVER_SCRIPTED_LOG: log, DROVER_SCRIPTED_PTY: modes },
    ...(hooks ? { DROVER_SCRIPTED_HOOKS: hooks } : {}),
  };
  let stop = new AbortController();
  let followed: Promise<void> = Promise.resolve();
  const all: AgentEvent[] = [];
  const ears = new Set<() => void>();

  function follow(live: Live, by: Agent = agent): void {
    stop = new AbortController();
    followed = (async () => {
      for await (const event of by.events(keeper, live, stop.signal)) {
        all.push(event);
        for (const ear of ears) ear();
      }
    })();
    followed.catch(() => undefined);
  }

  /** The first event of this kind from `from` on. */
  async function happens(test: (event: AgentEvent) => boolean, what: string, from = 0): Promise<number> {
    const { promise, resolve: found, reject } = Promise.withResolvers<number>();
    const look = () => {
      const at = all.findIndex((event, index) => index >= from && test(event));
      if (at >= 0) found(at);
    };
    const late = setTimeout(async () => {
      const seen = await keeper.screen(runId(1));
      const told = all.map((each) => JSON.stringify(each)).join('\n');
      reject(new Error(`did not happen: ${what}\n${told}\n${seen?.screen.lines.join('\n')}`));
    }, patience);
    ears.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(late);
      ears.delete(look);
    });
  }

  const stage = {
    agent,
    agentAnew,
    keeper,
    folder,
    cwd,
    all,
    follow,
    happens,
    async start(more: Partial<AgentSpec> = {}, prompt: string | null = null): Promise<Live> {
      const promptFile = prompt === null ? null : join(folder, 'prompt');
      if (promptFile !== null) writeFileSync(promptFile, prompt ?? '');
      const spec = terminalSpec({ cwd, promptFile, folder: join(folder, 'own'), env, ...more });
      const started = await agent.start(keeper, spec);
      if (!started.ok) throw new Error(started.failure.message);
      follow(started.value);
      return started.value;
    },
    ready: (from = 0) => happens((each) => each.kind === 'standing' && each.standing.kind === 'ready', 'ready', from),
    stands: (kind: string, from = 0) =>
      happens((each) => each.kind === 'standing' && each.standing.kind === kind, kind, from),
    turnEnd: (from = 0) => happens((each) => each.kind === 'turn_ended', 'the end of a turn', from),
    say: (live: Live, message: Partial<Message> & { readonly id: string }, by: Agent = agent) =>
      by.prompt(
        keeper,
        live,
        { text: '', submit: true, steer: false, keys: false, ...message },
        AbortSignal.timeout(patience),
      ),
    prompts: (): readonly string[] =>
      existsSync(log) ? (JSON.parse(readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? '{}').prompts ?? []) : [],
    async screen(test: (screen: Screen) => boolean): Promise<Screen> {
      for await (const screen of keeper.screens(runId(1), AbortSignal.timeout(patience)))
        if (test(screen)) return screen;
      throw new Error('the screen never showed it');
    },
    /** As a person at the keyboard. */
    async keys(text: string): Promise<void> {
      const { inputSeq = 0 } = (await keeper.find(runId(1))) ?? {};
      await keeper.write(runId(1), inputSeq + 1, Buffer.from(text));
    },
    async unfollow(): Promise<void> {
      stop.abort();
      await followed.catch(() => undefined);
    },
    async close(): Promise<void> {
      await stage.unfollow();
      await keeper.close();
    },
  };
  return stage;
}
