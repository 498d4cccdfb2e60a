// Long sessions: their transcripts are cut, and who reads them goes on from a bookmark.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAcpAgent } from '../../src/agents/drivers/acp/acp.ts';
import { bookmarksFolder, latestBookmark, leaveBookmark } from '../../src/agents/drivers/bookmarks.ts';
import { createNativeAgent } from '../../src/agents/drivers/native/native.ts';
import { scriptedAcp } from '../../src/agents/scripted/acp.ts';
import { scriptedNative } from '../../src/agents/scripted/native.ts';
import { ok } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { AgentEvent } from '../../src/domain/run/turn.ts';
import type { Agent, AgentSpec, Live, Message } from '../../src/ports/agent.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import { ofTests } from '../fakes/of-tests.ts';
import { type Following, follow, type Of } from './follow.ts';

const id = runId(1);
let folder: string;
let keeper: Keeper & { close(): Promise<void> };
let follows: Following[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bookmarks-'));
  keeper = createKeeperFake(join(folder, 'k'));
  follows = [];
});
afterEach(async () => {
  await Promise.all(follows.map((each) => each.leave()));
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

const from = async () => (await keeper.find(id))?.outputFrom ?? 0;

describe('the transcript of a pipe', () => {
  const bookmarks = () => join(folder, 'bookmarks');

  /** Writes as many bytes as it is told to. */
  async function start(): Promise<(bytes: number) => Promise<void>> {
    const argv = ['/bin/sh', '-c', 'while read n; do head -c "$n" /dev/zero | tr "\\0" x; done'];
    const io = { kind: 'pipe', stdin: 'open' } as const;
    const env = { PATH: process.env.PATH ?? '', DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '' };
    await keeper.ensure(id, {
      argv,
      cwd: folder,
      env,
      io,
      deadlineMs: 60_000,
      keepBytes: 1000,
      bookmarks: bookmarks(),
    });
    let written = 0;
    let said = 0;
    return async (bytes) => {
      said += 1;
      written += bytes;
      await keeper.write(id, said, Buffer.from(`${bytes}\n`));
      await expect.poll(async () => (await keeper.find(id))?.outputBytes).toBe(written);
    };
  }

  const bookmark = (at: number) => {
    mkdirSync(bookmarks(), { recursive: true });
    writeFileSync(join(bookmarks(), String(at)), '');
  };

  test('is cut where its reader has left a bookmark, and no further', async () => {
    const put = await start();
    await put(5000);
    expect(await from()).toBe(0);
    bookmark(2000);
    bookmark(300);
    await put(300);
    await expect.poll(from).toBe(2000);
    const bytes: Uint8Array[] = [];
    const stop = new AbortController();
    for await (const chunk of keeper.attach(id, 0, stop.signal)) {
      bytes.push(chunk);
      if (Buffer.concat(bytes).length >= 3300) stop.abort();
    }
    expect(Buffer.concat(bytes).toString()).toBe('x'.repeat(3300));
  });

  test('keeps its last part, however far it was read', async () => {
    const put = await start();
    bookmark(100_000);
    await put(5000);
    await expect.poll(from).toBeGreaterThan(0);
    expect(await from()).toBeLessThanOrEqual(5000 - 750);
  });
});

describe('bookmarks', () => {
  const events: readonly AgentEvent[] = [
    { kind: 'turn_started', message: 'm1' },
    { kind: 'text', text: 'a' },
  ];
  const live = () => ({ folder });

  test('are read as they were left, sets too; the highest that is whole is taken, and few of them stay', async () => {
    const saved = { seen: new Set(['a', 'b']), none: null };
    for (const at of [10, 20, 30]) await leaveBookmark(live(), { at, saved, told: events });
    expect(await latestBookmark(live())).toEqual({ at: 30, saved, told: events });
    expect(readdirSync(bookmarksFolder(folder)).sort()).toEqual(['20', '30']);
    writeFileSync(join(bookmarksFolder(folder), '40'), '{"version":1,"at":');
    writeFileSync(join(bookmarksFolder(folder), '50'), '{"version":0,"saved":{},"told":[]}');
    expect((await latestBookmark(live()))?.at).toBe(30);
  });

  test('a late one does not take the place of a higher one', async () => {
    await leaveBookmark(live(), { at: 30, saved: null, told: [] });
    await leaveBookmark(live(), { at: 10, saved: null, told: [] });
    expect((await latestBookmark(live()))?.at).toBe(30);
  });

  test('of what was told long ago, words are forgotten; turns, tools and questions are not', async () => {
    const long = Array.from({ length: 1500 }, () => events).flat();
    await leaveBookmark(live(), { at: 1, saved: null, told: long });
    const told = (await latestBookmark(live()))?.told ?? [];
    expect(told.filter(({ kind }) => kind === 'turn_started')).toHaveLength(1500);
    expect(told.filter(({ kind }) => kind === 'text')).toHaveLength(500);
  });

  test('that cannot be written are not there', async () => {
    writeFileSync(bookmarksFolder(folder), 'a file');
    await leaveBookmark(live(), { at: 30, saved: null, told: [] });
    expect(await latestBookmark(live())).toBeNull();
  });
});

const keeping = { keepBytes: 20_000, bookmarkBytes: 2000 };

describe.each(['native', 'acp'] as const)('a long session over %s', (driver) => {
  const settings = () => ({
    script: join(folder, 'script.json'),
    entry: resolve(import.meta.dirname, '../../src/agents/scripted/main.ts'),
    node: process.execPath,
  });
  /** As each daemon makes it. */
  const make = (): Agent =>
    driver === 'native'
      ? createNativeAgent(scriptedNative(settings()), keeping)
      : createAcpAgent(scriptedAcp(settings()), keeping);

  async function begin(): Promise<Live> {
    const [cwd, home] = [join(folder, 'copy'), join(folder, 'home')];
    for (const each of [cwd, home]) mkdirSync(each, { recursive: true });
    const write = [{ ask: { tool: 'write', subject: 'a' } }, { write: { path: 'made.txt', text: 'made' } }];
    const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 2, money: 0.25 };
    const long = { run: ['sh', '-c', `until [ -e '${join(folder, 'go')}' ]; do sleep 0.02; done`] };
    const turns = [
      { when: { prompt: 'make' }, do: [{ usage }, ...write, { say: 'made' }] },
      { when: { prompt: 'long' }, do: [{ usage }, long, { say: 'at last' }] },
      { when: { prompt: '.' }, do: [{ usage }, { garbage: 6000 }, { say: 'yes' }] },
    ];
    writeFileSync(settings().script, JSON.stringify({ turns }));
    const env = { PATH: process.env.PATH ?? '', HOME: home, ...ofTests() };
    const spec: AgentSpec = {
      ...{
        runId: id,
        cwd,
        promptFile: null,
        mode: 'write',
        resume: null,
        permissions: 'ask',
        once: false,
        fork: false,
      },
      ...{ conversation: '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01', model: null, effort: null, args: [], turns: 100 },
      ...{ columns: 80, rows: 24, folder: join(folder, 'own'), deadlineMs: 120_000, quietMs: null, env },
      ...{ usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 }, confine: async (program) => ok(program) },
    };
    const started = await make().start(keeper, spec);
    if (!started.ok) throw new Error(started.failure.message);
    return started.value;
  }

  const listen = (live: Live): Following => {
    const following = follow(make(), keeper, live);
    follows.push(following);
    return following;
  };
  const message = (name: string, text: string): Message => ({
    id: name,
    text,
    submit: true,
    steer: false,
    keys: false,
  });
  const never = new AbortController().signal;
  /** As often as its being ready is not seen yet. */
  const tell = (live: Live, name: string, text: string) =>
    expect.poll(() => make().prompt(keeper, live, message(name, text), never)).toEqual({ kind: 'delivered' });
  const turns = 12;

  async function talk(live: Live, events: Following): Promise<void> {
    for (let turn = 1; turn <= turns; turn += 1) {
      await tell(live, `m${turn}`, `words ${turn}`);
      await events.nth('turn_ended', turn);
    }
  }
  const kinds = ['turn_started', 'turn_ended', 'usage', 'standing', 'started'] as const;
  const lasting = (all: readonly AgentEvent[]) => all.filter(({ kind }) => kinds.some((each) => each === kind));

  test('is read on from a bookmark after its transcript was cut: every turn is told again, and nothing is said again', async () => {
    const live = await begin();
    const before = listen(live);
    await talk(live, before);
    await expect.poll(from).toBeGreaterThan(0);
    await before.leave();
    const after = listen(live);
    await after.nth('turn_ended', turns);
    await expect.poll(() => lasting(after.all)).toEqual(lasting(before.all));
    expect(await make().prompt(keeper, live, message('m3', 'words 3'), never)).toEqual({ kind: 'delivered' });
    await tell(live, 'last', 'the last words');
    expect(await after.nth('turn_ended', turns + 1)).toMatchObject({ outcome: { kind: 'answered', text: 'yes' } });
    const started = after.all.filter((each): each is Of<'turn_started'> => each.kind === 'turn_started');
    expect(started.map((each) => each.message)).toEqual([
      ...Array.from({ length: turns }, (_, turn) => `m${turn + 1}`),
      'last',
    ]);
    await make().end(keeper, live);
    const all = await after.done();
    expect(all.at(-1)).toMatchObject({ kind: 'ended', ending: { kind: 'exited', code: 0 } });
    expect(lasting(await listen(live).done())).toEqual(lasting(all));
  });

  test('goes on in the middle of a turn, and a question that was open is open', async () => {
    const live = await begin();
    const first = listen(live);
    await talk(live, first);
    await tell(live, 'asks', 'make the file');
    const { asked } = await first.nth('permission_asked', 1);
    await first.leave();
    expect(await from()).toBeGreaterThan(0);
    const second = listen(live);
    expect((await second.nth('permission_asked', 1)).asked).toEqual(asked);
    const allow = asked.choices.find(({ means }) => means === 'allow_once')?.id ?? '';
    expect(await make().answer(keeper, live, asked.id, allow, null)).toBe('answered');
    await second.nth('turn_ended', turns + 1);
    expect(existsSync(join(live.cwd, 'made.txt'))).toBe(true);
    await tell(live, 'long', 'a long one');
    await second.nth('turn_started', turns + 2);
    await second.leave();
    const third = listen(live);
    await third.nth('turn_started', turns + 2);
    writeFileSync(join(folder, 'go'), '');
    expect(await third.nth('turn_ended', turns + 2)).toMatchObject({ outcome: { kind: 'answered', text: 'at last' } });
  });

  test('whose readers leave no bookmarks is kept whole; who reads silently leaves none', async () => {
    const live = await begin();
    const silent = { ...live, mute: true } as const;
    const events = listen(silent);
    await talk(live, events);
    expect(await from()).toBe(0);
    expect(await latestBookmark(live)).toBeNull();
  });
});
