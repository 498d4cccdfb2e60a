// What every agent must do through every driver, whatever the program behind it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ok, type Result } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { Ending } from '../../src/domain/run/ending.ts';
import { foldTurn } from '../../src/domain/run/fold-turn.ts';
import type { Program } from '../../src/domain/run/program.ts';
import type { AgentEvent, Turn } from '../../src/domain/run/turn.ts';
import type { Agent, AgentSpec, Live, Message } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import { type Following, follow, type Of } from './follow.ts';

/** What the model behind the agent does when its prompt matches; the first that fits is played. */
export type Scene = {
  readonly prompt: RegExp;
  readonly say?: string;
  /** Writes `text` into this file of the copy, before it says its text. */
  readonly write?: { readonly path: string; readonly text: string };
  /** Is busy with a tool until this file of the copy is there, before it says its text. */
  readonly until?: string;
  /** `garbage`: bytes that are no answer. `slow`: a second before the first byte of the answer. `limit`: a usage limit, with the time it ends where that can be told. */
  readonly trouble?:
    | 'status_401'
    | 'status_429'
    | 'status_500'
    | 'limit'
    | 'slow'
    | 'cut'
    | 'hang'
    | 'no_login'
    | 'garbage';
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
  /** What its conversation ids look like; a UUID when absent. */
  readonly conversation?: RegExp;
  /** It names it with its first word and not before. */
  readonly namesLate?: boolean;
  /** A refused permission ends its turn without another word. */
  readonly refusalEnds?: boolean;
  /** How it ends when it was asked to leave; exit 0 when absent. */
  readonly leaves?: Ending;
  /** What its screen and hooks do not tell: the words of an answer, its tools. All is told when absent. */
  readonly silentOn?: readonly ('texts' | 'tools')[];
  /** It enforces read-only by itself. */
  readonly readOnly: boolean;
  readonly usage: { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number };
  /** How long a turn that hangs is let go on; the time of a program that is slow to start when absent. */
  readonly hangMs?: number;
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
const forked = '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a02';

/** Tests by their names. */
export type Selection = Pick<RegExp, 'test'>;

const everyTest: Selection = /(?:)/;

/** `only`: the tests whose names it fits; all when absent. */
export function agentSuite(name: string, build: () => Promise<AgentStage>, only = everyTest): void {
  // Of a selection a group may be empty.
  const group = (title: string, body: () => void) => (only === everyTest ? describe(title, body) : body());
  const test = (title: string, work: () => Promise<unknown>) => {
    if (only.test(title)) it(title, work);
  };
  describe(name, () => {
    let stage: AgentStage;
    let folder: string;
    let place: Place;
    let keeper: Keeper;
    let open: OpenKeeper;
    let number = 0;
    let programs: Program[] = [];
    const follows: Following[] = [];

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
      await Promise.all(follows.splice(0).map((each) => each.leave()));
      await open.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    /** A run's own number is its id. */
    function specOf(promptFile: string | null, more: Partial<AgentSpec>): AgentSpec {
      return {
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
        folder: join(folder, `own-${number}`),
        turns: 20,
        // Far beyond what a prompt of 250 kB takes on a machine that runs all else beside it.
        deadlineMs: 240_000,
        quietMs: null,
        env: {},
        usageBefore: nothingBefore,
        confine: async (program) => ok(program),
        ...more,
      };
    }

    async function begin({ prompt, login = true, ...rest }: Start): Promise<Result<Live>> {
      number += 1;
      const promptFile = prompt === null ? null : join(folder, `prompt-${number}`);
      if (promptFile !== null) writeFileSync(promptFile, prompt ?? '');
      mkdirSync(join(folder, `own-${number}`), { recursive: true });
      const inner = stage.confine?.(place) ?? (async (program: Program) => ok(program));
      const confine: AgentSpec['confine'] = async (program, state, reads) => {
        programs.push(program);
        return inner(program, state, reads);
      };
      return stage.agent.start(keeper, specOf(promptFile, { env: stage.env(place, { login }), confine, ...rest }));
    }

    async function start(how: Start): Promise<Live> {
      const started = await begin(how);
      if (!started.ok) throw new Error(started.failure.message);
      return started.value;
    }

    async function events(live: Live): Promise<readonly AgentEvent[]> {
      const all: AgentEvent[] = [];
      for await (const event of stage.agent.events(keeper, live, new AbortController().signal)) all.push(event);
      return all;
    }

    const listen = (live: Live, agent = stage.agent): Following => {
      const following = follow(agent, keeper, live);
      follows.push(following);
      return following;
    };

    const turnOf = async (how: Start): Promise<Turn> => foldTurn(await events(await start(how)));
    const files = () => readdirSync(place.copy);
    const leaves = (): Ending => stage.leaves ?? { kind: 'exited', code: 0 };
    const inTerminal = () => stage.agent.driver === 'pty';
    const tells = (what: 'texts' | 'tools') => !stage.silentOn?.includes(what);
    /** An answer's words, as far as they are told. */
    const told = (text: string) => (tells('texts') ? text : '');
    /** In a terminal only hooks name the conversation; it has the one it was started with. */
    const named = () => !inTerminal() || stage.agent.capabilities.hooks;
    const talk = (first: Turn) => first.conversation ?? conversation;

    test('an answer comes back whole, with its conversation, and the ending last', async () => {
      await stage.play([{ prompt: /hello/, say: 'A wörd of 中文 \u2028 and 🐎.' }], place);
      const all = await events(await start({ prompt: 'hello there' }));
      expect(foldTurn(all)).toMatchObject({
        outcome: { kind: 'answered', text: told('A wörd of 中文 \u2028 and 🐎.') },
        conversation: named() ? expect.stringMatching(stage.conversation ?? /^[0-9a-f-]{36}$/) : null,
      });
      expect(all.slice(-2).map(({ kind }) => kind)).toEqual(['turn_ended', 'ended']);
      expect(all.at(-1)).toEqual({ kind: 'ended', ending: leaves() });
    });

    test('reading the events again gives the same, and starting again starts nothing', async () => {
      await stage.play([{ prompt: /hello/, say: 'once' }], place);
      const live = await start({ prompt: 'hello' });
      const first = await events(live);
      number -= 1;
      expect(await start({ prompt: 'hello' })).toEqual(live);
      expect(await events(live)).toEqual(first);
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
      const all = await events(await start({ prompt: 'make the file' }));
      const tools = tells('tools') ? 1 : 0;
      expect(foldTurn(all)).toMatchObject({ outcome: { kind: 'answered', text: told('Made it.') }, tools });
      expect(readFileSync(join(place.copy, 'made.txt'), 'utf8')).toBe('made');
      expect(all.filter((each) => each.kind === 'tool_ended' && each.ok)).toHaveLength(tools);
    });

    test('CM-42 asked to write in analysis mode, an agent with a read-only mode of its own changes nothing and still answers', async () => {
      await stage.play([{ prompt: /make/, write: { path: 'made.txt', text: 'made' }, say: 'I may not.' }], place);
      const { outcome } = await turnOf({ prompt: 'make the file', mode: 'analysis' });
      expect(files()).toEqual(stage.readOnly ? [] : ['made.txt']);
      const refused = stage.refusalEnds && outcome.kind === 'refused_by_permission';
      expect(outcome).toMatchObject({ text: refused ? '' : told('I may not.') });
    });

    test('a conversation goes on in a new process: the model sees what was said before', async () => {
      await stage.play([{ prompt: /first/, say: 'one' }], place);
      const first = await turnOf({ prompt: 'the first thing' });
      await stage.play([{ prompt: /second/, say: 'two' }], place);
      const second = await turnOf({ prompt: 'the second thing', resume: talk(first) });
      const { conversation: same } = first;
      expect(second).toMatchObject({ outcome: { kind: 'answered', text: told('two') }, conversation: same });
      expect(await stage.heard()).toEqual(['the first thing', 'the second thing']);
    });

    test('usage is of this turn alone, also when the program counts on', async () => {
      await stage.play([{ prompt: /first|second/, say: 'one' }], place);
      const first = await turnOf({ prompt: 'the first thing' });
      const second = await turnOf({ prompt: 'the second thing', resume: first.conversation, usageBefore: first.usage });
      expect(first.usage).toMatchObject(stage.usage);
      expect(second.usage).toMatchObject(stage.usage);
      // A program that counts money on and does not say where it began tells none.
      expect(second.usage.money ?? first.usage.money ?? 0).toBeCloseTo(first.usage.money ?? 0, 9);
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
      ['limit', { kind: 'limited' }],
      ['cut', { kind: 'api_error', status: null }],
      ['no_login', { kind: 'auth_missing' }],
    ];
    for (const [trouble, outcome] of troubles)
      test(`CM-39 trouble with the model (${trouble}) is no answer, whatever the exit code`, async () => {
        await stage.play([{ prompt: /./, trouble }], place);
        expect((await turnOf({ prompt: 'hello', login: trouble !== 'no_login' })).outcome).toMatchObject(outcome);
      });

    test('CM-39 garbage from the model is no answer', async () => {
      await stage.play([{ prompt: /./, trouble: 'garbage' }], place);
      const { outcome } = await turnOf({ prompt: 'hello', deadlineMs: 60_000 });
      expect(['api_error', 'empty', 'cut_off', 'crashed', 'timed_out']).toContain(outcome.kind);
    });

    test('a usage limit is told with the time it ends, where the program tells it', async () => {
      await stage.play([{ prompt: /./, trouble: 'limit' }], place);
      const all = await events(await start({ prompt: 'hello' }));
      const until = stage.limitUntil ?? null;
      expect(all).toContainEqual({ kind: 'limited', until, message: expect.any(String) });
      expect(foldTurn(all).outcome).toMatchObject({ kind: 'limited', until });
    });

    test('a slow answer is an answer', async () => {
      await stage.play([{ prompt: /hello/, trouble: 'slow', say: 'at last' }], place);
      expect((await turnOf({ prompt: 'hello' })).outcome).toEqual({ kind: 'answered', text: told('at last') });
    });

    test('an answer of a megabyte of three-byte characters comes whole', async () => {
      // No two pieces of it are the same: who thinks that a model repeats itself would be right.
      const say = Array.from({ length: 350_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join(
        '',
      );
      await stage.play([{ prompt: /hello/, say }], place);
      const { outcome } = await turnOf({ prompt: 'hello' });
      expect(outcome.kind).toBe('answered');
      expect(outcome.kind === 'answered' && outcome.text === say).toBe(true);
    });

    test('a fork goes on from the history and leaves the original as it was', async () => {
      await stage.play([{ prompt: /./, say: 'yes' }], place);
      const first = await turnOf({ prompt: 'the first thing' });
      const fork = { prompt: 'in the fork', resume: talk(first), fork: true, conversation: forked };
      if (!stage.agent.capabilities.fork) return expect(await begin(fork)).toMatchObject({ ok: false });
      const second = await turnOf(fork);
      expect(await stage.heard()).toEqual(['the first thing', 'in the fork']);
      expect(second.conversation).not.toBe(first.conversation);
      await turnOf({ prompt: 'in the original', resume: talk(first) });
      expect(await stage.heard()).toEqual(['the first thing', 'in the original']);
    });

    group('as a session', () => {
      const stays = () => stage.agent.driver !== 'plain';
      const renewed = () => stage.renew?.() ?? stage.agent;
      /** Who may act at the same time: a terminal has one keyboard, and one daemon's driver in turn. */
      const beside = () => (inTerminal() ? stage.agent : renewed());
      const isBusy = (each: AgentEvent): each is Of<'standing'> =>
        each.kind === 'standing' && each.standing.kind === 'busy';
      /** Its tool is at work. */
      const atWork = async (events: Following) => {
        if (!inTerminal()) return void (await events.nth('tool_started', 1));
        await stage.asked();
        await events.seen('busy', isBusy);
      };
      const message = (id: string, text: string, more: Partial<Message> = {}): Message => ({
        id,
        text,
        submit: true,
        steer: false,
        keys: false,
        ...more,
      });
      const tell = (live: Live, what: Message, agent = stage.agent) =>
        agent.prompt(keeper, live, what, new AbortController().signal);
      const session = (how: Partial<Start> = {}) => start({ prompt: null, once: false, permissions: 'ask', ...how });
      const ready = (following: Following) =>
        following.seen(
          'ready',
          (each): each is Of<'standing'> => each.kind === 'standing' && each.standing.kind === 'ready',
        );
      /** It stands ready since its last turn ended: a terminal's screen may lag behind a hook. */
      const idle = async (events: Following) => {
        if (!inTerminal()) return await ready(events);
        const since = events.all.length - [...events.all].reverse().findIndex(({ kind }) => kind === 'turn_ended');
        return await events.seen(
          'ready again',
          (each): each is Of<'standing'> =>
            each.kind === 'standing' && each.standing.kind === 'ready' && events.all.indexOf(each) >= since,
        );
      };
      const asksIn = (all: readonly AgentEvent[]) => all.filter((each) => each.kind === 'permission_asked');

      /** What an agent that takes one prompt a process must say. */
      async function refuses(): Promise<void> {
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await start({ prompt: 'hello' });
        expect(await tell(live, message('m1', 'more'))).toMatchObject({ kind: 'not_taken' });
        expect(await stage.agent.answer(keeper, live, 'q', 'allow', null)).toBe('gone');
        await events(live);
        expect(await stage.heard()).toEqual(['hello']);
      }

      test('HX-25 a message to an idle agent starts a turn that names it; the process stays for the next', async () => {
        if (!stays()) return refuses();
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await session();
        const events = listen(live);
        await ready(events);
        expect(await tell(live, message('m1', 'one'))).toEqual({ kind: 'delivered' });
        expect(await events.nth('turn_started', 1)).toMatchObject({ message: 'm1' });
        expect(await events.nth('turn_ended', 1)).toMatchObject({ outcome: { kind: 'answered', text: told('yes') } });
        await idle(events);
        expect(await tell(live, message('m2', 'two'))).toEqual({ kind: 'delivered' });
        await events.nth('turn_ended', 2);
        expect(await stage.heard()).toEqual(['one', 'two']);
        expect(programs).toHaveLength(1);
      });

      test('a message given three times under one id, twice at once, is delivered once', async () => {
        if (!stays()) return refuses();
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await session();
        const events = listen(live);
        await ready(events);
        const given = await Promise.all([1, 2].map(() => tell(live, message('m1', 'one'), beside())));
        await events.nth('turn_ended', 1);
        expect([...given, await tell(live, message('m1', 'one'))]).toEqual(Array(3).fill({ kind: 'delivered' }));
        await idle(events);
        await tell(live, message('m2', 'two'));
        await events.nth('turn_ended', 2);
        expect(await stage.heard()).toEqual(['one', 'two']);
      });

      test('two who read the events at once say nothing twice', async () => {
        if (!stays()) return refuses();
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await session({ prompt: 'the first' });
        const both = [listen(live), listen(live, renewed())];
        await Promise.all(both.map((events) => events.nth('turn_ended', 1)));
        expect(await stage.heard()).toEqual(['the first']);
        await tell(live, message('m2', 'two'));
        await Promise.all(both.map((events) => events.nth('turn_ended', 2)));
        expect(await stage.heard()).toEqual(['the first', 'two']);
        expect(both.map(({ all }) => all.filter(({ kind }) => kind === 'turn_started').length)).toEqual([2, 2]);
      });

      test('a driver thrown away in mid-turn is made anew: the turn goes on and nothing is said again', async () => {
        if (!stays()) return refuses();
        await stage.play(
          [
            { prompt: /long/, until: 'go', say: 'finished' },
            { prompt: /./, say: 'yes' },
          ],
          place,
        );
        const live = await session({ prompt: 'a long one', permissions: 'auto' });
        const before = listen(live);
        await atWork(before);
        await before.leave();
        const events = listen(live, renewed());
        await atWork(events);
        writeFileSync(join(place.copy, 'go'), '');
        expect(await events.nth('turn_ended', 1)).toMatchObject({
          outcome: { kind: 'answered', text: told('finished') },
        });
        await idle(events);
        expect(await tell(live, message('m2', 'two'), renewed())).toEqual({ kind: 'delivered' });
        await events.nth('turn_ended', 2);
        expect(await stage.heard()).toEqual(['a long one', 'two']);
      });

      /** An agent that was asked to write, and waits to be allowed. */
      async function asking() {
        await stage.play(
          [
            { prompt: /make/, write: { path: 'made.txt', text: 'made' }, say: 'So be it.' },
            { prompt: /./, say: 'yes' },
          ],
          place,
        );
        const live = await session({ prompt: 'make the file' });
        const events = listen(live);
        const { asked } = await events.nth('permission_asked', 1);
        const choice = (means: string) => asked.choices.find((each) => each.means === means)?.id ?? 'none';
        return { live, events, asked, allow: choice('allow_once'), deny: choice('deny') };
      }
      const asks = () => stays() && stage.agent.capabilities.permissions;
      /** There is nothing that an answer could be for. */
      async function asksNothing(): Promise<void> {
        if (!stays()) return refuses();
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await session();
        const events = listen(live);
        await ready(events);
        expect(await stage.agent.answer(keeper, live, 'q', 'allow', null)).toBe('gone');
        expect(await tell(live, message('m1', 'one'))).toEqual({ kind: 'delivered' });
        await events.nth('turn_ended', 1);
        expect(asksIn(events.all)).toEqual([]);
      }

      test('a permission is asked with its subject, allowed once and for good: the answer may be repeated, another is too late', async () => {
        if (!asks()) return asksNothing();
        const { live, events, asked, allow, deny } = await asking();
        expect(asked.about).toBe('permission');
        // A screen shows the question whole; what it is for is told apart by protocols and hooks.
        expect(named() ? asked.wanted?.subject : asked.text).toContain('made.txt');
        const sources = inTerminal() ? ['hook', 'screen'] : ['protocol'];
        expect(sources).toContain((await events.seen('asks', isAsking)).source);
        const twice = [1, 2].map(() => stage.agent.answer(keeper, live, asked.id, allow, null));
        expect(await Promise.all(twice)).toEqual(['answered', 'answered']);
        expect(await events.nth('permission_closed', 1)).toMatchObject({ id: asked.id });
        await events.nth('turn_ended', 1);
        expect(readFileSync(join(place.copy, 'made.txt'), 'utf8')).toBe('made');
        expect(await renewed().answer(keeper, live, asked.id, allow, null)).toBe('answered');
        expect(await renewed().answer(keeper, live, asked.id, deny, null)).toBe('gone');
        expect(asksIn(events.all)).toHaveLength(1);
      });

      test('a permission that is refused is not used, and the turn goes on to its end', async () => {
        if (!asks()) return asksNothing();
        const { live, events, asked, deny } = await asking();
        expect(await stage.agent.answer(keeper, live, asked.id, deny, 'not in this repository')).toBe('answered');
        const { outcome } = await events.nth('turn_ended', 1);
        // A dialog's no may stop the turn, as its words say.
        const ends = ['answered', 'refused_by_permission', ...(inTerminal() ? ['interrupted'] : [])];
        expect(ends).toContain(outcome.kind);
        expect(files()).toEqual([]);
      });

      test('a question that is still open after a restart has the same id and can be answered', async () => {
        if (!asks()) return asksNothing();
        const { live, events: before, asked, allow } = await asking();
        await before.leave();
        const events = listen(live, renewed());
        expect((await events.nth('permission_asked', 1)).asked).toEqual(asked);
        expect(await renewed().answer(keeper, live, asked.id, allow, null)).toBe('answered');
        await events.nth('turn_ended', 1);
        expect(files()).toEqual(['made.txt']);
      });

      test('an answer to what is asked no more, or never was, is told as gone', async () => {
        if (!asks()) return asksNothing();
        const { live, events, asked, allow } = await asking();
        expect(await stage.agent.answer(keeper, live, 'never', allow, null)).toBe('gone');
        expect(await stage.agent.answer(keeper, live, asked.id, 'no such choice', null)).toBe('gone');
        await stage.agent.interrupt(keeper, live);
        await events.nth('turn_ended', 1);
        expect(await stage.agent.answer(keeper, live, asked.id, allow, null)).toBe('gone');
        expect(files()).toEqual([]);
      });

      test('an interrupted turn ends as interrupted, and the next prompt is answered', async () => {
        if (!stays()) return refuses();
        await stage.play(
          [
            { prompt: /hang/, trouble: 'hang' },
            { prompt: /./, say: 'yes' },
          ],
          place,
        );
        const live = await session({ prompt: 'hang on' });
        const events = listen(live);
        await stage.asked();
        await events.nth('turn_started', 1);
        await Promise.all([stage.agent.interrupt(keeper, live), beside().interrupt(keeper, live)]);
        expect(await events.nth('turn_ended', 1)).toMatchObject({ outcome: { kind: 'interrupted' } });
        await idle(events);
        expect(await tell(live, message('m2', 'go on'))).toEqual({ kind: 'delivered' });
        expect(await events.nth('turn_ended', 2)).toMatchObject({ outcome: { kind: 'answered', text: told('yes') } });
        expect((await stage.heard()).at(-1)).toBe('go on');
      });

      test('a busy agent takes no message; words that steer reach it in the turn, where it can be steered', async () => {
        if (!stays()) return refuses();
        await stage.play(
          [
            { prompt: /long/, until: 'go', say: 'finished' },
            { prompt: /./, say: 'steered' },
          ],
          place,
        );
        const live = await session({ prompt: 'a long one', permissions: 'auto' });
        const events = listen(live);
        await atWork(events);
        expect(await tell(live, message('m1', 'later'))).toMatchObject({ kind: 'not_taken' });
        const { steer } = stage.agent.capabilities;
        const kind = (await tell(live, message('m2', 'other words', { steer: true }))).kind;
        expect(kind).toBe(steer ? 'delivered' : 'not_taken');
        writeFileSync(join(place.copy, 'go'), '');
        await events.nth('turn_ended', 1);
        expect(await stage.heard()).toEqual(steer ? ['a long one', 'other words'] : ['a long one']);
        const started = events.all.filter((each) => each.kind === 'turn_started').map((each) => each.message);
        expect(started).toEqual(steer ? [null, 'm2'] : [null]);
      });

      test('an agent whose stdin ends in mid-turn ends with or without its answer, and not with another', async () => {
        if (!stays() || inTerminal()) return refuses();
        await stage.play([{ prompt: /long/, until: 'go', say: 'finished' }], place);
        const live = await session({ prompt: 'a long one', permissions: 'auto' });
        const events = listen(live);
        await atWork(events);
        await keeper.closeInput(live.runId);
        writeFileSync(join(place.copy, 'go'), '');
        const { outcome } = await events.nth('turn_ended', 1);
        if (outcome.kind === 'answered') expect(outcome.text).toBe('finished');
        else expect(['cut_off', 'interrupted', 'crashed', 'api_error']).toContain(outcome.kind);
        if (stage.leaves !== undefined) await stage.agent.end(keeper, live);
        expect((await events.done()).at(-1)).toMatchObject({ kind: 'ended' });
      });

      test('HX-56 asked to leave, an idle agent goes by itself and takes no message any more', async () => {
        if (!stays()) return refuses();
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await session({ prompt: 'hello' });
        const events = listen(live);
        await events.nth('turn_ended', 1);
        await idle(events);
        await Promise.all([stage.agent.end(keeper, live), beside().end(keeper, live)]);
        expect(await tell(live, message('m2', 'two'))).toMatchObject({ kind: 'not_taken' });
        expect((await events.done()).at(-1)).toEqual({ kind: 'ended', ending: leaves() });
        expect(await stage.heard()).toEqual(['hello']);
      });

      test('an agent that is killed while it waits for an answer has closed its question and cut off its turn', async () => {
        if (!asks()) return asksNothing();
        const { live, events, asked, allow } = await asking();
        kill(await keeper.find(live.runId), 'SIGKILL');
        const all = await events.done();
        expect(all).toContainEqual({ kind: 'permission_closed', id: asked.id });
        expect(all.slice(-2)).toMatchObject([{ kind: 'turn_ended', outcome: { kind: 'cut_off' } }, { kind: 'ended' }]);
        expect(await stage.agent.answer(keeper, live, asked.id, allow, null)).toBe('gone');
        expect(await tell(live, message('m2', 'two'))).toMatchObject({ kind: 'not_taken' });
      });

      test('what a session said is read again the same after its end', async () => {
        if (!stays()) return refuses();
        await stage.play([{ prompt: /./, say: 'yes' }], place);
        const live = await session({ prompt: 'hello' });
        const events = listen(live);
        await events.nth('turn_ended', 1);
        await stage.agent.end(keeper, live);
        const all = await events.done();
        const again = await listen(live, renewed()).done();
        expect(again.filter(({ kind }) => kind !== 'standing')).toEqual(all.filter(({ kind }) => kind !== 'standing'));
      });
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
        const events = listen(live);
        await stage.asked();
        kill(await keeper.find(live.runId), signal);
        const all = await events.done();
        const { outcome, conversation } = foldTurn(all);
        expect(outcome.kind).toBe('cut_off');
        // Who names it late may have done so or not.
        if (!named()) expect(conversation).toBeNull();
        else if (!stage.namesLate || conversation !== null) expect(conversation).toEqual(expect.any(String));
        expect(allowed).toContain(endingOf(all));
      });

    test('an interrupt ends the whole turn as interrupted', async () => {
      await stage.play([{ prompt: /./, trouble: 'hang' }], place);
      const live = await start({ prompt: 'hello' });
      const events = listen(live);
      await stage.asked();
      await stage.agent.interrupt(keeper, live);
      expect(foldTurn(await events.done()).outcome).toEqual({ kind: 'interrupted' });
    });

    test('a turn beyond its deadline is timed out', async () => {
      await stage.play([{ prompt: /./, trouble: 'hang' }], place);
      const deadlineMs = stage.hangMs ?? 4000;
      expect((await turnOf({ prompt: 'hello', deadlineMs })).outcome).toEqual({
        kind: 'timed_out',
        afterMs: deadlineMs,
      });
    });

    test('CM-35 an agent that is not installed is an ENGINE_ERROR and nothing is started', async () => {
      if (stage.agent.name === 'scripted')
        return expect(await stage.agent.find({ PATH: '' })).toMatchObject({ found: true });
      const promptFile = join(folder, 'prompt');
      writeFileSync(promptFile, 'hello');
      const nowhere = { PATH: join(folder, 'nowhere') };
      const started = await stage.agent.start(keeper, specOf(promptFile, { env: nowhere }));
      expect(started).toMatchObject({ ok: false, failure: { error_code: 'ENGINE_ERROR' } });
      expect(await keeper.list()).toEqual([]);
    });

    test('WT-71 it is found with a hint how to install it, and asked for its version where that is wanted', async () => {
      const env = stage.env(place, { login: true });
      const found = await stage.agent.find(env, { version: true });
      expect(found).toMatchObject({
        found: true,
        path: expect.any(String),
        version: expect.stringMatching(/\d/),
        hint: expect.any(String),
      });
      // Nobody waits for a program only to know that it is there.
      expect(await stage.agent.find(env)).toEqual({ ...found, version: null });
    });
  });
}

const isAsking = (event: AgentEvent): event is Of<'standing'> =>
  event.kind === 'standing' && event.standing.kind === 'asks';

const endingOf = (all: readonly AgentEvent[]) => {
  const last = all.at(-1);
  return last?.kind === 'ended' ? last.ending.kind : null;
};

function kill(kept: { readonly pid: number | null } | null, signal: NodeJS.Signals): void {
  if (kept?.pid) process.kill(-kept.pid, signal);
}
