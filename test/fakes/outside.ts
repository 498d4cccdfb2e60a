// A simulated outside for the engine: every effect answers at once from a script, and every act is counted.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Effect, EffectMap, EffectName } from '../../src/domain/effect/effect.ts';
import type { GateResult } from '../../src/domain/evidence/verdict.ts';
import {
  type HostId,
  type Instant,
  instant,
  type RunId,
  type TaskId,
  type ThingId,
  taskId,
} from '../../src/domain/ids.ts';
import { newRow } from '../../src/domain/new-row.ts';
import type { NewNotice } from '../../src/domain/notice.ts';
import type { Ending } from '../../src/domain/run/ending.ts';
import type { Purpose, Run, RunResult } from '../../src/domain/run/run.ts';
import type { Settings } from '../../src/domain/task/settings/settings.ts';
import { firstTaskState, type Task, type TaskSpec } from '../../src/domain/task/task.ts';
import type { EffectResult } from '../../src/domain/thing.ts';
import { recordEvidence } from '../../src/effects/evidence.ts';
import { recallVerdicts } from '../../src/effects/kept-verdicts.ts';
import { meterDay, priceAhead } from '../../src/effects/run/spend.ts';
import { claimSlot, freeSlot, release } from '../../src/effects/slot.ts';
import { rememberTrust } from '../../src/effects/trust.ts';
import { drive } from '../../src/engine/drive.ts';
import type { Engine, Point } from '../../src/engine/engine.ts';
import { thingKinds } from '../../src/engine/kinds.ts';
import { systemClock } from '../../src/keeper/system-clock.ts';
import type { EffectContext, EffectPorts, EffectTable } from '../../src/ports/effect.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Clock, Log } from '../../src/ports/system.ts';
import { createEmbeddedQueue } from '../../src/queue/embedded.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { instantDisk } from './instant-disk.ts';
import { layDatabase } from './lay-database.ts';

export const quiet: Log = { info() {}, warn() {}, bug: (error) => String(error) };

export const hub = { path: '/hub', checkout: '/checkout' };
const base = { commit: 'c0', tree: 't0', branch: 'main', from: 'remote', protected: ['main'] } as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const settings: Settings = {
  workspace: {
    name: 'shop',
    path: '/checkout',
    base: null,
    slots: 1,
    isolation: 'clone',
    branch: 'drover/{task}-{slug}',
    title: 'plain',
  },
  agents: { analyze: ['one'], plan: ['one'], develop: ['one'], review: ['one'], fix: ['one'], advise: ['one'] },
  agent: {
    one: { model: null, turns: 200, maxRuntimeMs: 60_000, stallMs: null, passEnv: [] },
    two: { model: null, turns: 200, maxRuntimeMs: 60_000, stallMs: null, passEnv: [] },
  },
  preset: 'hands-off',
  policy: {},
  limits: { attempts: 7, fixRounds: 2 },
  sandbox: 'auto',
  overlay: {},
};

export const report = {
  cause: 'minutes are taken for seconds',
  locations: [],
  proposals: [{ title: 'multiply', text: 'multiply by 60', recommended: true }],
  impact: 'small',
  risk: 'low',
  wanted: [],
  criteria: [{ text: 'it fires on time', verify: null, files: [], kind: 'behaviour' }],
};

export const gateResult = (
  gate: string,
  verdict: GateResult['verdict'],
  more: Partial<GateResult> = {},
): GateResult => ({
  gate,
  verdict,
  why: verdict === 'passed' ? 'all well' : 'it does not work',
  argv: ['npm', 'test'],
  source: 'detected',
  exit: verdict === 'passed' ? 0 : 1,
  signal: null,
  durationMs: 5,
  counts: null,
  ids: null,
  findings: [],
  tail: '',
  outputHash: null,
  ...more,
});

const passing = gateResult('test', 'passed', {
  ids: { passed: ['a.test.js > old', 'a.test.js > new'], failed: [], skipped: [] },
});
const red = gateResult('test', 'failed', {
  ids: { passed: ['a.test.js > old'], failed: ['a.test.js > new'], skipped: [] },
});

export const turn = (text: string, more: Partial<Extract<RunResult, { kind: 'turn' }>['turn']> = {}): RunResult => ({
  kind: 'turn',
  turn: {
    outcome: { kind: 'answered', text },
    conversation: 'conv-1',
    usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, money: null },
    tools: 1,
    ...more,
  },
});

export type Outside = {
  readonly engine: Engine;
  readonly store: Store;
  /** How often each effect was performed: `name` and `name THING`. */
  readonly acts: Map<string, number>;
  readonly runs: Purpose[];
  /** Overrides for runs and effects; null: as usual. */
  script: {
    run(purpose: Purpose, nth: number): { ending?: Ending; result: RunResult } | null;
    effect?(effect: Effect, context: EffectContext): EffectResult | null;
  };
  create(spec?: Partial<TaskSpec>, name?: string): Promise<TaskId>;
  task(id: TaskId): Promise<Task>;
  say(thing: ThingId, kind: string, body?: unknown): Promise<void>;
  answer(id: TaskId, choice: string, words?: string): Promise<void>;
  until(id: TaskId, when: (task: Task) => boolean): Promise<Task>;
  close(): Promise<void>;
  /** Another engine over the same state, as after a crash. */
  restart(): Promise<void>;
  reach: (point: Point, thing: ThingId, effect: string) => Promise<void>;
};

/** `before`: SQL of the database that it begins with. */
export async function simulateOutside(clock: Clock = systemClock, before = ''): Promise<Outside> {
  const folder = await mkdtemp(join(tmpdir(), 'drover-sim-'));
  if (before !== '') {
    const database = new DatabaseSync(join(folder, 'drover.db'));
    database.exec(before);
    database.close();
  }
  const host = 'here' as HostId;
  const acts = new Map<string, number>();
  const runs: Purpose[] = [];
  const log = quiet;
  let store = await openSqliteStore({
    path: await layDatabase(join(folder, 'drover.db')),
    clock,
    log,
    sync: instantDisk,
  });
  let queue = createEmbeddedQueue({ store, clock, log });
  let stop = new AbortController();

  const outside: Outside = {
    acts,
    runs,
    script: { run: () => null },
    reach: async () => {},
    get engine() {
      return engine;
    },
    get store() {
      return store;
    },
    async create(spec = {}, name = 'shop') {
      const now = clock.now();
      return store.transact(async (tx) => {
        const number = await tx.next(`task:${name}`);
        const id = taskId(name, number);
        const full: TaskSpec = {
          number,
          text: 'heartbeat does not fire',
          title: null,
          branch: null,
          base: null,
          until: null,
          plan: null,
          priority: 0,
          inferred: false,
          driven: 'engine',
          settings,
          by: 'person:test',
          ...spec,
        };
        await tx.insert({
          ...newRow(host, now),
          id,
          kind: 'task',
          task: id,
          spec: full,
          state: firstTaskState('engine'),
        });
        await queue.add(tx, [{ thing: id, at: now, host }]);
        return id;
      });
    },
    task: async (id) => (await store.read((reads) => reads.thing(id))) as Task,
    async say(thing, kind, body = null) {
      await store.transact(async (tx) => {
        await tx.notify({ thing, at: clock.now(), by: 'person:test', kind, body } as NewNotice);
        await queue.add(tx, [{ thing, at: clock.now(), host }]);
      });
    },
    async answer(id, choice, words) {
      await store.transact(async (tx) => {
        const [open] = await tx.questions({ task: id, open: true });
        if (open === undefined) throw new Error('no question is open');
        await tx.answer(open.id, {
          choice,
          words: words ?? null,
          by: 'person:test',
          channel: 'test',
          at: clock.now(),
        });
        await queue.add(tx, [{ thing: open.thing, at: clock.now(), host }]);
      });
    },
    async until(id, when) {
      for (let tries = 0; tries < 2000; tries += 1) {
        const task = await outside.task(id);
        if (when(task)) return task;
        await systemClock.wait(5);
      }
      throw new Error(`never: the task is at ${JSON.stringify((await outside.task(id)).state.at)}`);
    },
    async close() {
      stop.abort(new Error('closed'));
      await queue.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
    async restart() {
      stop.abort(new Error('restart'));
      await queue.close();
      await store.close();
      store = await openSqliteStore({ path: join(folder, 'drover.db'), clock, log, sync: instantDisk });
      queue = createEmbeddedQueue({ store, clock, log });
      stop = new AbortController();
      await begin();
    },
  };

  let engine: Engine;
  const begin = async () => {
    const ports = {
      store,
      queue,
      clock,
      log,
      sha256,
      files: memoryFiles(),
      agents: { priceOf: () => null },
      ids: { secret: () => 'secret', uuid: () => 'uuid' },
    } as unknown as EffectPorts;
    engine = {
      ports,
      effects: table(outside, ports),
      kinds: thingKinds,
      host,
      signal: stop.signal,
      reach: (point, thing, effect) => outside.reach(point, thing, effect),
    };
    await queue.work(host, (thing) => drive(engine, thing), { concurrency: 8 });
  };
  await begin();
  return outside;
}

/** As far as the real effects need it. */
function memoryFiles() {
  const kept = new Map<string, string>();
  return {
    remove: async () => {},
    read: async (path: string) => {
      const text = kept.get(path);
      return text === undefined ? null : new TextEncoder().encode(text);
    },
    write: async (path: string, text: string) => {
      kept.set(path, text);
      return path;
    },
  };
}

/** Slots and evidence are the real effects; all else answers from the script. */
function table(outside: Outside, ports: EffectPorts): EffectTable {
  const real: Partial<EffectTable> = {
    'claim-slot': claimSlot,
    'free-slot': freeSlot,
    'record-evidence': recordEvidence,
    release,
    'remember-trust': rememberTrust,
    'meter-day': meterDay,
    'price-turns': priceAhead,
  };
  const handler =
    <Name extends EffectName>(name: Name) =>
    async (
      _ports: EffectPorts,
      input: EffectMap[Name]['input'],
      context: EffectContext,
    ): Promise<EffectResult<EffectMap[Name]['output']>> => {
      count(outside.acts, name);
      count(outside.acts, `${name} ${context.thing.id}`);
      const scripted = outside.script.effect?.({ name, input } as Effect, context) ?? null;
      if (scripted !== null) return scripted as EffectResult<EffectMap[Name]['output']>;
      const own = real[name] as
        | ((ports: EffectPorts, input: unknown, context: EffectContext) => Promise<EffectResult>)
        | undefined;
      if (own !== undefined) return (await own(ports, input, context)) as EffectResult<EffectMap[Name]['output']>;
      return {
        kind: 'done',
        output: (await usual(outside, ports, { name, input } as Effect, context)) as EffectMap[Name]['output'],
      };
    };
  const names: readonly EffectName[] = [
    'take-plan',
    'claim-slot',
    'free-slot',
    'open-hub',
    'read-summary',
    'write-flow-files',
    'survey-base',
    'make-copy',
    'prepare-dependencies',
    'seal-dependencies',
    'furnish-copy',
    'snapshot',
    'restore-copy',
    'inspect-change',
    'stage-tree',
    'record-evidence',
    'judge-expectations',
    'judge-guarded',
    'judge-stable',
    'cut-hunks',
    'gather-tests',
    'merge-heads',
    'look-at-pull-request',
    'retarget-pull-request',
    'change-pull-request',
    'join-base',
    'start-run',
    'end-run',
    'read-run',
    'commit',
    'leave-branch',
    'claim-branch',
    'confirm-push',
    'open-pull-request',
    'find-pull-request',
    'remove-copy',
    'release',
    'meter-day',
    'price-turns',
    'look-at-environment',
    'mark-environment',
    'verify-environment',
    'remember-trust',
    'renew-copy',
    'mend-copy',
    'find-room',
    'find-programs',
    'keep-own',
    'join-work',
    'remove-member-copy',
  ];
  return Object.fromEntries(names.map((name) => [name, handler(name)])) as unknown as EffectTable;
}

const count = (acts: Map<string, number>, name: string) => acts.set(name, (acts.get(name) ?? 0) + 1);

async function usual(outside: Outside, ports: EffectPorts, effect: Effect, context: EffectContext): Promise<unknown> {
  switch (effect.name) {
    case 'open-hub':
      return { hub, branch: 'main', head: 'c0', dirty: [], remote: 'origin', notes: [] };
    case 'survey-base':
      return { base, plan: gatePlan, settings: gateSettings, copy: [], hooks: [], sandbox: 'bubblewrap' };
    case 'make-copy':
      return { path: '/copy', branch: effect.input.branch };
    case 'furnish-copy':
      return { tree: 't0' };
    case 'snapshot':
      return { tree: effect.input.label.includes('analysis') ? 't0' : 't1', changes: [] };
    case 'restore-copy':
      return { changed: [] };
    case 'inspect-change':
      return { tamper: [], secrets: [], tests: ['a.test.js'] };
    case 'merge-heads':
      return { kind: 'merged', tree: 't-all' };
    case 'stage-tree': {
      const { tree, definitions } = effect.input;
      const of = definitions === undefined ? null : { tree, definitions };
      const kept = of === null ? null : await recallVerdicts(ports, context.thing as Task, of, context.now);
      if (kept !== null) return { folder: '', tree, kept };
      return { folder: `/stage/${effect.input.label}`, tree };
    }
    case 'gather-tests':
      return { side: [] };
    case 'cut-hunks':
      return { hunks: [], left: [], leftMore: 0, agreed: 0, demanded: 0, none: { data: 0, unread: 0 }, files: null };
    case 'judge-stable':
      return { why: 'stable', findings: [] };
    case 'judge-expectations':
    case 'judge-guarded':
      return { result: null };
    case 'start-run': {
      const run = context.thing as Run;
      await tellEnding(ports, run.id as RunId, context.now, run.host);
      return { startedAt: context.now };
    }
    case 'read-run': {
      const { purpose } = (context.thing as Run).spec;
      outside.runs.push(purpose);
      const scripted = outside.script.run(purpose, outside.runs.filter((each) => each.kind === purpose.kind).length);
      return {
        ending: scripted?.ending ?? { kind: 'exited', code: 0 },
        result: scripted?.result ?? usualResult(purpose),
      };
    }
    case 'end-run': {
      await tellEnding(ports, context.thing.id as RunId, context.now, context.thing.host);
      return {};
    }
    case 'commit':
      return { commit: 'c1' };
    case 'leave-branch':
      return { commit: 'c1', why: null };
    case 'claim-branch':
      return { fresh: true };
    case 'confirm-push':
      return { there: true, at: 'c1' };
    case 'open-pull-request':
      return { address: 'file:///pull-request.html' };
    case 'find-pull-request':
      return { open: null, ours: true };
    case 'renew-copy':
      return { taken: [] };
    case 'remove-copy':
      return { kept: null };
    case 'find-programs':
      return { missing: [] };
    case 'find-room':
      return { atMost: 2 };
    case 'mend-copy':
      return { made: true, tree: effect.input.tree };
    case 'keep-own':
      return { tree: effect.input.tree, changes: [], outside: [] };
    case 'join-work': {
      const { more } = effect.input;
      return { tree: joinedTree(effect.input), conflicts: [], ...(more && { more: more.map(() => []) }) };
    }
    case 'look-at-environment': {
      const { commands } = effect.input;
      const seen = { kind: 'seen', at: context.now, modules: [], logs: [], errors: [], tail: '' };
      return { look: seen, asked: commands.map((command) => ({ command, said: 'as always' })) };
    }
    case 'mark-environment':
      return { marks: {} };
    case 'verify-environment': {
      const found = { resolved: [], remaining: [], new: [] };
      const { env, against } = effect.input;
      return { env, against, at: context.now, verdict: 'resolved', summary: 'Gone.', silent: false, ...found };
    }
    default:
      return {};
  }
}

/** Called after all that are in it. */
export const joinedTree = ({ ours, from, theirs, more = [] }: EffectMap['join-work']['input']): string =>
  [{ from, theirs }, ...more].reduce(
    (tree, work) => (tree === work.from ? work.theirs : `${tree}+${work.theirs}`),
    ours,
  );

async function tellEnding(ports: EffectPorts, id: RunId, at: Instant, host: HostId): Promise<void> {
  await ports.store.transact(async (tx) => {
    await tx.notify({ thing: id, at, by: 'keeper', kind: 'ending', body: null });
    await ports.queue.add(tx, [{ thing: id, at: instant(at), host }]);
  });
}

function usualResult(purpose: Purpose): RunResult {
  switch (purpose.kind) {
    case 'agent':
      return turn(purpose.role === 'analyze' ? JSON.stringify(report) : 'done');
    case 'gate':
      return {
        kind: 'gate',
        result:
          purpose.only === null
            ? purpose.folder.endsWith('base')
              ? gateResult('test', 'passed', { ids: { passed: ['a.test.js > old'], failed: [], skipped: [] } })
              : passing
            : red,
      };
    case 'hooks':
      return { kind: 'gate', result: gateResult('hooks', 'passed') };
    default:
      return { kind: 'plain', ok: true, why: '', failure: null, tail: '' };
  }
}

const gateSettings = {
  gates: {},
  setup: null,
  tests: null,
  protect: [],
  tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' },
  sources: {},
} as const;
const gatePlan = {
  gates: [
    { gate: 'test', source: 'detected', argv: ['npm', 'test'], runner: 'node:test', deadlineMs: 60_000, absent: null },
  ],
  kinds: ['node'],
  setup: [],
  dependencyFolders: [],
  dependencyKey: 'none',
  tests: ['**/*.test.js'],
  guarded: ['package.json'],
  definitions: 'd1',
} as const;

export { base, gatePlan, gateSettings };
