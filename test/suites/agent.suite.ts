// What every agent must do through every driver, whatever the program behind it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ok, type Result } from '../../src/domain/error.ts';
import { type RunId, runId } from '../../src/domain/ids.ts';
import { foldTurn } from '../../src/domain/run/fold-turn.ts';
import type { Program } from '../../src/domain/run/program.ts';
import type { Happening, Turn } from '../../src/domain/run/turn.ts';
import type { Agent, AgentSpec, Live } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { createKeeperFake } from '../fakes/keeper.ts';

/** What the model behind the agent does when its prompt matches; the first that fits is played. */
export type Scene = {
  readonly prompt: RegExp;
  readonly say?: string;
  /** Writes `text` into this file of the copy, before it says its text. */
  readonly write?: { readonly path: string; readonly text: string };
  /** Is busy with a tool until this file of the copy is there, before it says its text. */
  readonly until?: string;
  /** `slow`: a second before the first byte of the answer. `limit`: a usage limit, with the time it ends where that can be told. */
  readonly trouble?:
    | 'status_401'
    | 'status_429'
    | 'status_500'
    | 'limit'
    | 'slow'
    | 'cut'
    | 'hang'
    | 'no_login'
    | 'silent_exit';
};

export type Place = { readonly home: string; readonly copy: string };

export type AgentStage = {
  readonly agent: Agent;
  /** The same agent as a fresh daemon would make it; `agent` itself when absent. */
  readonly renew?: () => Agent;
  /** When the limit of a scene ends, as the program tells it: milliseconds since 1970. null where it tells none. */
  readonly limitUntil?: number | null;
  /** Sets the model's rules; what was heard before is forgotten. */
  play(scenes: readonly Scene[], place: Place): Promise<void>;
  /** The environment of a run in this place. */
  env(place: Place, options: { readonly login: boolean }): Record<string, string>;
  /** All prompts that the model saw at the last request, oldest first. */
  heard(): Promise<readonly string[]>;
  /** Resolves when the model was asked something since `play`. */
  asked(): Promise<void>;
  /** Around each run; the identity when absent. */
  readonly confine?: (place: Place) => AgentSpec['confine'];
  /** The one in this process when absent. */
  readonly openKeeper?: (folder: string) => Promise<OpenKeeper>;
  /** Where the runs' folders are made; the test's home when absent. */
  readonly ground?: string;
  /** It enforces read-only by itself. */
  readonly readOnly: boolean;
  readonly usage: { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number };
  close(): Promise<void>;
};

export type OpenKeeper = { readonly keeper: Keeper; close(): Promise<void> };

type Start = Partial<
  Pick<
    AgentSpec,
    'mode' | 'resume' | 'conversation' | 'usageBefore' | 'deadlineMs' | 'env' | 'once' | 'fork' | 'permissions'
  >
> & {
  readonly prompt: string | Uint8Array | null;
  readonly login?: boolean;
};

async function openFake(folder: string): Promise<OpenKeeper> {
  const keeper = createKeeperFake(folder);
  return { keeper, close: () => keeper.close() };
}

const nothingBefore = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
const conversation = '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01';

export function agentSuite(name: string, build: () => Promise<AgentStage>): void {
  describe(name, () => {
    let stage: AgentStage;
    let folder: string;
    let place: Place;
    let keeper: Keeper;
    let open: OpenKeeper;
    let number = 0;
    let programs: Program[] = [];

    beforeAll(async () => {
      stage = await build();
    });
    afterAll(() => stage?.close());
    beforeEach(async () => {
      folder = realpathSync(mkdtempSync(join(stage.ground ?? process.env.HOME ?? '', 'agent-')));
      place = { home: join(folder, 'home'), copy: join(folder, 'copy') };
      for (const each of Object.values(place)) mkdirSync(each);
      open = await (stage.openKeeper ?? openFake)(join(folder, 'k'));
      keeper = open.keeper;
      programs = [];
    });
    afterEach(async () => {
      await open.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    async function begin({ prompt, login = true, ...rest }: Start): Promise<Result<Live>> {
      number += 1;
      const promptFile = prompt === null ? null : join(folder, `prompt-${number}`);
      if (promptFile !== null) writeFileSync(promptFile, prompt ?? '');
      mkdirSync(join(folder, 'own'), { recursive: true });
      const inner = stage.confine?.(place) ?? (async (program: Program) => ok(program));
      return stage.agent.start(keeper, {
        runId: runId(number),
        cwd: place.copy,
        promptFile,
        mode: 'write',
        resume: null,
        conversation,
        model: null,
        permissions: 'auto',
        once: true,
        fork: false,
        effort: null,
        args: [],
        columns: 120,
        rows: 40,
        folder: join(folder, 'own'),
        turns: 20,
        deadlineMs: 120_000,
        quietMs: null,
        env: stage.env(place, { login }),
        usageBefore: nothingBefore,
        confine: async (program, state, reads) => {
          programs.push(program);
          return inner(program, state, reads);
        },
        ...rest,
      });
    }

    async function start(how: Start): Promise<Live> {
      const started = await begin(how);
      if (!started.ok) throw new Error(started.failure.message);
      return started.value;
    }

    async function happenings(live: Live): Promise<readonly Happening[]> {
      const all: Happening[] = [];
      for await (const happening of stage.agent.events(keeper, live, new AbortController().signal)) all.push(happening);
      return all;
    }

    const turnOf = async (how: Start): Promise<Turn> => foldTurn(await happenings(await start(how)));
    const files = () => readdirSync(place.copy);

    test('an answer comes back whole, with its conversation, and the ending last', async () => {
      await stage.play([{ prompt: /hello/, say: 'A wörd of 中文 \u2028 and 🐎.' }], place);
      const all = await happenings(await start({ prompt: 'hello there' }));
      expect(foldTurn(all)).toMatchObject({
        outcome: { kind: 'answered', text: 'A wörd of 中文 \u2028 and 🐎.' },
        conversation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(all.slice(-2).map(({ kind }) => kind)).toEqual(['turn_ended', 'ended']);
      expect(all.at(-1)).toEqual({ kind: 'ended', ending: { kind: 'exited', code: 0 } });
    });

    test('reading the events again gives the same, and starting again starts nothing', async () => {
      await stage.play([{ prompt: /hello/, say: 'once' }], place);
      const live = await start({ prompt: 'hello' });
      const first = await happenings(live);
      number -= 1;
      expect(await start({ prompt: 'hello' })).toEqual(live);
      expect(await happenings(live)).toEqual(first);
      expect(programs).toHaveLength(1);
    });

    test('CM-36 it is started in the copy, resumable, with the prompt not in argv', async () => {
      await stage.play([{ prompt: /hello/, say: 'yes' }], place);
      await turnOf({ prompt: 'hello, a prompt nobody must see in ps' });
      const stdin = stage.agent.driver === 'plain' ? { file: expect.stringContaining('prompt-') } : 'open';
      const io = stage.agent.driver === 'pty' ? { kind: 'pty' } : { kind: 'pipe', stdin };
      expect(programs[0]).toMatchObject({ cwd: place.copy, io });
      expect(programs[0]?.argv.join(' ')).not.toContain('nobody must see');
      expect(programs[0]?.env).not.toHaveProperty('CLAUDECODE');
    });

    test('a tool call changes a file of the copy and is told with its start and end', async () => {
      await stage.play([{ prompt: /make/, write: { path: 'made.txt', text: 'made' }, say: 'Made it.' }], place);
      const all = await happenings(await start({ prompt: 'make the file' }));
      expect(foldTurn(all)).toMatchObject({ outcome: { kind: 'answered', text: 'Made it.' }, tools: 1 });
      expect(readFileSync(join(place.copy, 'made.txt'), 'utf8')).toBe('made');
      expect(all).toContainEqual(expect.objectContaining({ kind: 'tool_ended', ok: true }));
    });

    test('CM-42 asked to write in analysis mode, an agent with a read-only mode of its own changes nothing and still answers', async () => {
      await stage.play([{ prompt: /make/, write: { path: 'made.txt', text: 'made' }, say: 'I may not.' }], place);
      const { outcome } = await turnOf({ prompt: 'make the file', mode: 'analysis' });
      expect(files()).toEqual(stage.readOnly ? [] : ['made.txt']);
      expect(outcome).toMatchObject({ text: 'I may not.' });
    });

    test('a conversation goes on in a new process: the model sees what was said before', async () => {
      await stage.play([{ prompt: /first/, say: 'one' }], place);
      const first = await turnOf({ prompt: 'the first thing' });
      await stage.play([{ prompt: /second/, say: 'two' }], place);
      const second = await turnOf({ prompt: 'the second thing', resume: first.conversation });
      expect(second).toMatchObject({ outcome: { kind: 'answered', text: 'two' }, conversation: first.conversation });
      expect(await stage.heard()).toEqual(['the first thing', 'the second thing']);
    });

    test('usage is of this turn alone, also when the program counts on', async () => {
      await stage.play([{ prompt: /first|second/, say: 'one' }], place);
      const first = await turnOf({ prompt: 'the first thing' });
      const second = await turnOf({ prompt: 'the second thing', resume: first.conversation, usageBefore: first.usage });
      expect(first.usage).toMatchObject(stage.usage);
      expect(second.usage).toMatchObject(stage.usage);
      expect(second.usage.money ?? 0).toBeCloseTo(first.usage.money ?? 0, 9);
    });

    test('CM-44 PC-72 a prompt of 250 kB with quotes, backticks, $HOME and newlines reaches the model byte for byte', async () => {
      const prompt = `begin "double" 'single' \`tick\` $HOME $(id) \\ %s\n\n${'Zeile mit ünïcödé und "quotes"\n'.repeat(8000)}the end`;
      expect(Buffer.byteLength(prompt)).toBeGreaterThan(250_000);
      await stage.play([{ prompt: /begin/, say: 'read' }], place);
      expect((await turnOf({ prompt })).outcome).toEqual({ kind: 'answered', text: 'read' });
      expect(await stage.heard()).toEqual([prompt]);
    });

    test('PC-26 an agent that ends politely without a word is empty, not answered', async () => {
      await stage.play([{ prompt: /./, say: '' }], place);
      expect((await turnOf({ prompt: 'hello' })).outcome).toEqual({ kind: 'empty' });
    });

    const troubles: readonly [NonNullable<Scene['trouble']>, object][] = [
      ['status_401', { kind: 'auth_missing' }],
      ['status_429', { kind: 'limited' }],
      ['status_500', { kind: 'api_error' }],
      ['cut', { kind: 'api_error', status: null }],
      ['no_login', { kind: 'auth_missing' }],
    ];
    for (const [trouble, outcome] of troubles)
      test(`CM-39 trouble with the model (${trouble}) is no answer, whatever the exit code`, async () => {
        await stage.play([{ prompt: /./, trouble }], place);
        expect((await turnOf({ prompt: 'hello', login: trouble !== 'no_login' })).outcome).toMatchObject(outcome);
      });

    test('an unknown conversation is no answer and says so', async () => {
      await stage.play([{ prompt: /./, say: 'never' }], place);
      const { outcome } = await turnOf({ prompt: 'hello', resume: '99999999-2222-4333-8444-555555555555' });
      expect(outcome).toMatchObject({
        kind: 'crashed',
        message: expect.stringMatching(/no (conversation|rollout|session)/i),
      });
    });

    for (const [signal, allowed] of [
      ['SIGKILL', ['signalled', 'exited']],
      ['SIGTERM', ['signalled', 'exited']],
    ] as const)
      test(`${signal} from outside cuts the turn off; its conversation is known`, async () => {
        await stage.play([{ prompt: /./, trouble: 'hang' }], place);
        const live = await start({ prompt: 'hello' });
        await stage.asked();
        kill(await keeper.find(live.runId), signal);
        const all = await happenings(live);
        expect(foldTurn(all)).toMatchObject({ outcome: { kind: 'cut_off' }, conversation: expect.any(String) });
        expect(allowed).toContain(endingOf(all));
      });

    test('an interrupt ends the whole turn as interrupted', async () => {
      await stage.play([{ prompt: /./, trouble: 'hang' }], place);
      const live = await start({ prompt: 'hello' });
      await stage.asked();
      await stage.agent.interrupt(keeper, live);
      expect(foldTurn(await happenings(live)).outcome).toEqual({ kind: 'interrupted' });
    });

    test('a turn beyond its deadline is timed out', async () => {
      await stage.play([{ prompt: /./, trouble: 'hang' }], place);
      expect((await turnOf({ prompt: 'hello', deadlineMs: 4000 })).outcome).toEqual({
        kind: 'timed_out',
        afterMs: 4000,
      });
    });

    test('CM-35 an agent that is not installed is an ENGINE_ERROR and nothing is started', async () => {
      if (stage.agent.name === 'scripted')
        return expect(await stage.agent.find({ PATH: '' })).toMatchObject({ found: true });
      const started = await stage.agent.start(keeper, {
        ...(await specWithout()),
        env: { PATH: join(folder, 'nowhere') },
      });
      expect(started).toMatchObject({ ok: false, failure: { error_code: 'ENGINE_ERROR' } });
      expect(await keeper.list()).toEqual([]);
    });

    async function specWithout(): Promise<AgentSpec> {
      const promptFile = join(folder, 'prompt');
      writeFileSync(promptFile, 'hello');
      const base = {
        runId: runId(999) as RunId,
        cwd: place.copy,
        promptFile,
        mode: 'write',
        resume: null,
        conversation,
        model: null,
        permissions: 'auto',
        once: true,
        fork: false,
        effort: null,
        args: [],
        columns: 120,
        rows: 40,
        folder: join(folder, 'own'),
        turns: 1,
      } as const;
      return {
        ...base,
        deadlineMs: 1000,
        quietMs: null,
        env: {},
        usageBefore: nothingBefore,
        confine: async (program) => ok(program),
      };
    }

    test('it is found with its version and a hint how to install it', async () => {
      const found = await stage.agent.find(stage.env(place, { login: true }));
      expect(found).toMatchObject({
        found: true,
        path: expect.any(String),
        version: expect.stringMatching(/\d/),
        hint: expect.any(String),
      });
    });
  });
}

const endingOf = (all: readonly Happening[]) => {
  const last = all.at(-1);
  return last?.kind === 'ended' ? last.ending.kind : null;
};

function kill(kept: { readonly pid: number | null } | null, signal: NodeJS.Signals): void {
  if (kept?.pid) process.kill(-kept.pid, signal);
}
