// Sessions without a daemon around them: real store, queue, engine, effects and followers; the agents talk in this process and outlive every restart.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStateFiles } from '../../../src/daemon/system/files.ts';
import { randomIds } from '../../../src/daemon/system/secrets.ts';
import { createStartSecrets } from '../../../src/daemon/system/user.ts';
import { watchFolder } from '../../../src/daemon/system/watch-folder.ts';
import { fail, ok, type Result } from '../../../src/domain/error.ts';
import { type HostId, instant, type QuestionId, type RunId, runId, type ThingId } from '../../../src/domain/ids.ts';
import type { NewNotice } from '../../../src/domain/notice.ts';
import type { Ending } from '../../../src/domain/run/ending.ts';
import type { Program } from '../../../src/domain/run/program.ts';
import { messageId, type SessionId, sessionId } from '../../../src/domain/session/ids.ts';
import type { Message, MessageSpec } from '../../../src/domain/session/message.ts';
import { newMessage } from '../../../src/domain/session/new-message.ts';
import { newSession } from '../../../src/domain/session/new-session.ts';
import type { Session, SessionLive, SessionSpec } from '../../../src/domain/session/session.ts';
import { effects } from '../../../src/effects/table.ts';
import { drive } from '../../../src/engine/drive.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { Followers } from '../../../src/engine/followers/followers.ts';
import type { Watcher } from '../../../src/engine/followers/watch-file.ts';
import { thingKinds } from '../../../src/engine/kinds.ts';
import { recordExit } from '../../../src/engine/record-exit.ts';
import { systemClock } from '../../../src/keeper/system-clock.ts';
import type { EffectPorts } from '../../../src/ports/effect.ts';
import type { CheckoutState } from '../../../src/ports/git.ts';
import type { Keeper, Kept } from '../../../src/ports/keeper.ts';
import type { Queue } from '../../../src/ports/queue.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { Log } from '../../../src/ports/system.ts';
import { createEmbeddedQueue } from '../../../src/queue/embedded.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { instantDisk } from '../instant-disk.ts';
import { demandWaiting } from '../still-engine.ts';
import { type Talk, Talkers } from './talker.ts';

const host = 'here' as HostId;

export const aSessionSpec = (run: RunId, given: Partial<SessionSpec> = {}): SessionSpec => ({
  ...{ name: 'red-fox', key: 'red-fox', repository: '/repo', cwd: '/repo', agent: 'talker', driver: 'native' },
  ...{ description: '', permissions: 'ask', allow: [], deny: [], model: null, effort: null, args: [] },
  ...{ resume: null, fork: false, sandbox: false, maxRuntimeMs: null, inboxTtlMs: 3_600_000, watchFile: null },
  ...{ onDone: null, meta: null, budget: null, columns: 80, rows: 24, run, credential: `hash-${run}` },
  ...{ startedBy: 'person:Ada', spawnerPane: null },
  ...given,
});

export type Sessions = Awaited<ReturnType<typeof openSessions>>;

export type SessionsOptions = {
  readonly watch?: Watcher;
  /** Where a drive may be cut off. */
  readonly reach?: Engine['reach'];
  /** What git says of the repository; absent: there is none. */
  readonly git?: () => Result<Pick<CheckoutState, 'head' | 'dirty'>>;
};

export async function openSessions(options: SessionsOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
  const bugs: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    bug: (error) => `log-${bugs.push(error instanceof Error ? (error.stack ?? '') : String(error))}`,
  };
  const clock = { ...systemClock, shift: 0, now: () => instant(systemClock.now() + clock.shift) };
  const programs: { readonly run: RunId; readonly program: Program }[] = [];
  const listeners = new Set<(kept: Kept) => void>();
  const talkers = new Talkers((run) => {
    const kept = talkers.kept(run);
    if (kept !== null) for (const listener of listeners) listener(kept);
  });
  const hooks = new Map<RunId, Kept>();
  /** How hooks end. */
  const hookEnding: { now: Ending } = { now: { kind: 'exited', code: 0 } };
  const keeper = {
    find: async (run: RunId) => talkers.kept(run) ?? hooks.get(run) ?? null,
    list: async () => [],
    end: async (run: RunId) => talkers.of(run).leave({ kind: 'cancelled' }),
    forget: async () => undefined,
    ensure: async (run: RunId, program: Program) => {
      const there = hooks.get(run);
      if (there !== undefined) return there;
      programs.push({ run, program });
      const files = { output: '/dev/null', error: null, input: '/dev/null' };
      const kept: Kept = {
        ...{ runId: run, pid: 1, startedAt: 1, ending: hookEnding.now, endedAt: 2, files },
        ...{ outputBytes: 0, outputFrom: 0, inputSeq: 0, escaped: [] },
      };
      hooks.set(run, kept);
      setImmediate(() => {
        for (const listener of listeners) listener(kept);
      });
      return kept;
    },
  } as unknown as Keeper;
  const held = createStartSecrets();
  const files = createStateFiles(folder, randomUUID);

  type Life = {
    readonly store: Store;
    readonly queue: Queue;
    readonly engine: Engine;
    readonly attendance: Followers;
    readonly stop: AbortController;
  };
  const begin = async (): Promise<Life> => {
    const store = demandWaiting(
      await openSqliteStore({ path: join(folder, 'drover.db'), clock, log, sync: instantDisk }),
    );
    const queue = createEmbeddedQueue({ store, clock, log });
    const stop = new AbortController();
    const ports = {
      ...{ store, queue, keeper, files, clock, log, held, agents: talkers, ids: randomIds },
      git: {
        inspect: async () => options.git?.() ?? fail('PATH_NOT_FOUND', 'no repository'),
        openHub: async () => fail('GIT_FAILED', 'no hub'),
        linksOut: async () => [],
      },
      person: { env: () => ({ PATH: '/bin', HOME: folder }), home: folder },
      config: { read: async () => ok({ agents: {} }) },
      sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
    } as unknown as EffectPorts;
    const engine: Engine = {
      ...{ ports, effects, kinds: thingKinds, host, signal: stop.signal },
      reach: options.reach ?? (async () => undefined),
      attend: (thing) => attendance.begin(thing),
    };
    const attendance = new Followers(engine, options.watch ? { file: options.watch, folder: watchFolder } : null);
    await queue.work(host, (thing) => drive(engine, thing), { concurrency: 8 });
    const tell = (kept: Kept) => {
      if (!stop.signal.aborted)
        recordExit(engine, kept).catch((error) => (stop.signal.aborted ? undefined : log.bug(error)));
    };
    listeners.add(tell);
    stop.signal.addEventListener('abort', () => listeners.delete(tell));
    for (const run of talkers.talks.keys()) {
      const kept = talkers.kept(run);
      if (kept?.ending != null) tell(kept);
    }
    await attendance.beginAll();
    return { store, queue, engine, attendance, stop };
  };
  const end = async ({ stop, attendance, queue, store }: Life) => {
    stop.abort(new Error('the daemon died'));
    await attendance.close();
    await queue.close();
    await store.close();
  };
  let life = await begin();

  const insert = (thing: Session | Message) =>
    life.store.transact(async (tx) => {
      await tx.insert(thing);
      await life.queue.add(tx, [{ thing: thing.id, at: clock.now(), host }]);
    });
  const notify = (thing: ThingId, kind: string, body: unknown = null, by = 'person:Ada') =>
    life.store.transact(async (tx) => {
      await tx.notify({ thing, at: clock.now(), by, kind, body } as NewNotice);
      await life.queue.add(tx, [{ thing, at: clock.now(), host }]);
    });
  const session = async (id: SessionId) => (await life.store.read((reads) => reads.thing(id))) as Session;
  const message = async (id: ThingId) => (await life.store.read((reads) => reads.thing(id))) as Message;
  /** Looks again and again for what the engine will bring about. */
  const until = async <T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> => {
    for (const deadline = Date.now() + 25_000; ; await sleep(5)) {
      const found = await look();
      if (found !== null && found !== false && found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`it never came about: ${what}\n${bugs.join('\n')}`);
    }
  };

  return {
    ...{ folder, bugs, clock, talkers, programs, hookEnding, held, session, message, until, notify },
    get store() {
      return life.store;
    },
    /** Only the row: nobody handed anything over. */
    insert,
    async start(given: Partial<SessionSpec> = {}, env: Readonly<Record<string, string>> | null = { PATH: '/bin' }) {
      const [number, run] = await life.store.transact(async (tx) => [await tx.next('session'), await tx.next('run')]);
      const id = sessionId(number ?? 0);
      held.keep(id, { env, secret: 'secret' });
      await insert(newSession(id, aSessionSpec(runId(run ?? 0), given), host, clock.now()));
      return id;
    },
    async ready(given: Partial<SessionSpec> = {}): Promise<{ readonly id: SessionId; readonly talk: Talk }> {
      const id = await this.start(given);
      const state = await this.stands(id, 'ready');
      if (state.kind !== 'live') throw new Error('it does not live');
      return { id, talk: talkers.of((await session(id)).spec.run) };
    },
    stands: (id: SessionId, kind: string) =>
      until(`${id} is ${kind}`, async () => {
        const { state } = await session(id);
        return state.kind === 'live' && state.stood.standing.kind === kind ? state : null;
      }) as Promise<SessionLive>,
    ended: (id: SessionId) =>
      until(`${id} ends`, async () => {
        const found = await session(id);
        return found.ended && found.state.kind === 'ended' ? found.state : null;
      }),
    async send(to: SessionId, text: string, given: Partial<MessageSpec> = {}) {
      const id = messageId(await life.store.transact((tx) => tx.next('message')));
      const spec: MessageSpec = {
        ...{ text, submit: true, force: false, steer: false, keys: false, relayed: false, by: 'person:Ada' },
        ...{ expiresAt: clock.now() + 3_600_000, ...given },
      };
      await insert(newMessage(id, to, spec, host, clock.now()));
      return id;
    },
    is: (id: ThingId, kind: Message['state']['kind']) =>
      until(`${id} is ${kind}`, async () => {
        const found = await message(id);
        return found.state.kind === kind ? found : null;
      }),
    question: (thing: ThingId) =>
      until(`${thing} asks`, async () =>
        (await life.store.read((reads) => reads.view(thing)))?.questions.find(({ state }) => state.kind === 'open'),
      ),
    async answer(id: QuestionId, choice: string, words: string | null = null) {
      return life.store.transact(async (tx) => {
        const told = await tx.answer(id, { choice, words, by: 'person:Ada', channel: 'terminal', at: clock.now() });
        if (told.kind !== 'unknown') await life.queue.add(tx, [{ thing: told.question.thing, at: clock.now(), host }]);
        return told;
      });
    },
    facts: async (thing: ThingId) =>
      (await life.store.read((reads) => reads.facts({ thing, limit: 1000 }))).map(({ kind }) => kind),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    /** The daemon dies and another takes its place; agents go on. What was held in memory is lost. */
    async restart(meanwhile: () => void = () => undefined) {
      await end(life);
      meanwhile();
      life = await begin();
    },
    async close() {
      await end(life);
      rmSync(folder, { recursive: true });
    },
  };
}
