// Tasks in one process, from their base to the question `submit`: the real engine, effects, git and runners. Of the agent there is the change alone.
import { cpSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Attempt, Criterion } from '../../src/domain/criterion/criterion.ts';
import { type HostId, type TaskId, taskId } from '../../src/domain/ids.ts';
import { learn } from '../../src/domain/parts/known.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { AgentPurpose, Run } from '../../src/domain/run/run.ts';
import { standingBeside } from '../../src/domain/task/phases/beside-question.ts';
import { firstTaskState, type Task } from '../../src/domain/task/task.ts';
import { effects } from '../../src/effects/table.ts';
import { drive } from '../../src/engine/drive.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { thingKinds } from '../../src/engine/kinds.ts';
import { recordExit } from '../../src/engine/record-exit.ts';
import type { EffectTable } from '../../src/ports/effect.ts';
import { host } from '../fakes/effects/mortal.ts';
import { noon } from '../fakes/effects/stage.ts';
import { report, settings, turn } from '../fakes/outside.ts';
import { openProjectRoom, writeEdits } from './project-room.ts';
import type { Project, Row } from './row.ts';

/** Where a task came to by itself: to a question, to its end, or to the commit that nobody was asked about. */
export type Came = { readonly task: Task; readonly question: Question | null; readonly attempt: Attempt | null };

export type ProvingGround = Awaited<ReturnType<typeof openProvingGround>>;

/** Packages of ours. */
const packaged = dirname(realpathSync(join(import.meta.dirname, '..', '..', 'node_modules')));

/** `packages`: the folder of those that every project may use. */
export async function openProvingGround(packages = packaged) {
  const room = await openProjectRoom({ look: async () => ({ kind: 'unknown', why: 'nobody is asked' }) });
  const { world, hub, base: first, stage, ports } = room;
  const stop = new AbortController();
  const rows = new Map<TaskId, Row>();
  const waiting = new Map<TaskId, (came: Came) => void>();
  const laid = new Map<Project, ReturnType<typeof lay>>();
  let numbered = 0;

  const engine: Engine = {
    ...{
      ports,
      effects: table(),
      kinds: thingKinds,
      host: host as HostId,
      signal: stop.signal,
      reach: async () => undefined,
    },
  };
  await ports.queue.work(host, (thing) => drive(engine, thing).then(() => look(thing)), { concurrency: 16 });
  const exits = new Set<Promise<void>>();
  ports.keeper.onEnding(hearExit);

  function hearExit(ended: Parameters<typeof recordExit>[1]): Promise<void> {
    const heard = recordExit(engine, ended);
    exits.add(heard);
    return heard;
  }

  /** The real ones, but for the agent's turns; a commit is as far as it goes. */
  function table(): EffectTable {
    return {
      ...effects,
      commit: async (_ports, _input, { thing }) => {
        await settle(thing.task);
        return { kind: 'later', afterMs: 24 * 3_600_000, why: 'nothing is published here' };
      },
      'start-run': async (own, input, context) => {
        const run = context.thing as Run;
        if (run.spec.purpose.kind !== 'agent') return effects['start-run'](own, input, context);
        if (run.spec.purpose.mode === 'write') writeEdits(run.spec.purpose.copy, rows.get(run.task)?.edits ?? {});
        void hearExit({ runId: run.id as never, ending: { kind: 'exited', code: 0 } });
        return { kind: 'done', output: { startedAt: noon } };
      },
      'read-run': async (own, input, context) => {
        const run = context.thing as Run;
        if (run.spec.purpose.kind !== 'agent') return effects['read-run'](own, input, context);
        const result = turn(answerOf(run.spec.purpose, rows.get(run.task)));
        return { kind: 'done', output: { ending: { kind: 'exited', code: 0 }, result } };
      },
    };
  }

  async function look(thing: string): Promise<void> {
    const [task] = [...waiting.keys()].filter((each) => thing === each || thing.startsWith(`${each}.`));
    for (const each of task === undefined ? waiting.keys() : [task]) {
      const { task: now, open } = await ports.store.read(async (reads) => ({
        task: (await reads.thing(each)) as Task | null,
        open: await reads.questions({ task: each, open: true }),
      }));
      // Parts of the change are tried beside the question.
      if (now?.ended || (open.length > 0 && now !== null && standingBeside(now) === null)) await settle(each);
    }
  }

  async function settle(id: TaskId): Promise<void> {
    const done = waiting.get(id);
    if (done === undefined) return;
    waiting.delete(id);
    const came = await ports.store.read(async (reads) => {
      const [question = null] = await reads.questions({ task: id, open: true });
      const things = await reads.things({ task: id, kind: 'criterion' });
      const criterion = things.at(-1) as Criterion | undefined;
      return {
        ...{ task: (await reads.thing(id)) as Task, question },
        attempt: criterion?.state.history.at(-1) ?? null,
      };
    });
    done(came);
  }

  /** The project as a tree of the hub, with its gates and a copy to copy; once for all of its rows. */
  async function lay(project: Project) {
    numbered += 1;
    const branch = `drover/project-${numbered}`;
    const copy = await room.copyOf(branch);
    const tree = await room.treeWith(copy, project.files, 'instead');
    const { gatePlan, gateSettings } = await room.planOf(tree, project.gates);
    return { copy, tree, branch, gatePlan: { ...gatePlan, dependencyFolders: ['node_modules'] }, gateSettings };
  }

  async function prove(row: Row): Promise<Came> {
    const ready = laid.get(row.project) ?? lay(row.project);
    laid.set(row.project, ready);
    const { copy, tree, branch, gatePlan, gateSettings } = await ready;
    numbered += 1;
    const id = taskId('shop', numbered);
    const own = join(world.folder, 'copies', id);
    cpSync(copy, own, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const place = {
      ...{ hub, base: { ...first, tree }, gatePlan, gateSettings },
      ...{ dependencies: packages, sandbox: 'none' as const },
      copy: { path: own, branch, tree },
    };
    const state = { ...firstTaskState('engine'), at: { kind: 'staging_base' as const }, slot: 'held' as const };
    const spec = {
      ...{ number: numbered, text: row.what, title: null, branch: null, base: null, until: null, plan: null },
      ...{ priority: 0, inferred: false, driven: 'engine', by: 'person:test' },
      settings: { ...settings, sandbox: 'off', limits: { attempts: 1, fixRounds: 0 } },
    };
    rows.set(id, row);
    const came = new Promise<Came>((resolve) => waiting.set(id, resolve));
    await stage.insert({
      id,
      task: id,
      kind: 'task',
      spec,
      state: { ...state, known: learn(state.known, { place }) },
    } as never);
    await ports.store.transact((tx) => ports.queue.add(tx, [{ thing: id, at: noon, host }]));
    return came.finally(() => rmSync(own, { recursive: true, force: true }));
  }

  return {
    prove,
    async close() {
      stop.abort(new Error('closed'));
      await Promise.allSettled(exits);
      await room.close();
    },
  };
}

const answerOf = ({ mode }: AgentPurpose, row: Row | undefined): string => {
  if (mode === 'write') return 'done';
  const criterion = { text: row?.what ?? '', verify: row?.verify ?? null, files: [], kind: row?.kind ?? 'behaviour' };
  return JSON.stringify({ ...report, criteria: [criterion] });
};
