import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { manualClock } from '../../../test/fakes/clock.ts';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { standing } from '../../../test/fakes/standing-task.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import { learn } from '../../domain/parts/known.ts';
import type { Task } from '../../domain/task/task.ts';
import type { CommandPorts } from '../ports.ts';
import { meetings, overlapsIn, uncomparedWith } from './overlaps.ts';

let bench: Bench | null = null;
afterEach(() => bench?.close());

const must = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(result.failure.message);
};

it('two tasks at work that touch the same lines are told on the board and with each of them, until one has ended', async () => {
  const here = await openBench({ project: { 'beat.txt': 'one\ntwo\nthree\n' } });
  bench = here;
  const { git } = here.ports;
  const hub = must(await git.openHub('shop', here.checkout, true));
  execFileSync('git', ['push', '-q', hub.path, 'HEAD:refs/heads/main'], { cwd: here.checkout, env: here.env });
  const commit = await here.by(['rev-parse', 'HEAD']);
  const base = {
    commit,
    tree: await here.by(['rev-parse', 'HEAD^{tree}']),
    branch: 'main',
    from: 'local',
    protected: [],
  } as const;
  const copy = must(await git.makeCopy(hub, join(here.folder, 'copy'), base, 'x')).path;
  const work = async (text: string) => {
    const { task } = await here.must('task.create', { text: 'beat', cwd: here.checkout });
    writeFileSync(join(copy, 'beat.txt'), text);
    const proven = must(await git.snapshot(hub, copy, base.commit, task)).tree;
    await here.store.transact(async (tx) => {
      const thing = (await tx.thing(task as Task['id'])) as Task;
      const known = learn(thing.state.known, { place: { hub, base }, work: { proven } });
      const at = here.clock.now();
      await tx.update(thing.id, thing.version, { state: { ...thing.state, known }, ended: false, effects: 0, at });
    });
    return task;
  };
  const first = await work('ONE\ntwo\nthree\n');
  expect(await here.must('service.board', {})).not.toHaveProperty('overlaps');
  const second = await work('eins\ntwo\nthree\n');
  const told = [{ tasks: [first, second], path: 'beat.txt', lines: [[1, 1]], conflicts: true }];
  expect((await here.must('service.board', {})).overlaps).toEqual(told);
  for (const task of [first, second]) expect((await here.must('task.show', { task, cwd: '/' })).overlaps).toEqual(told);
  await here.store.transact(async (tx) => {
    const thing = (await tx.thing(second as Task['id'])) as Task;
    const outcome = { kind: 'cancelled', why: 'x', open: [] } as const;
    const state = { ...thing.state, at: { kind: 'ended', outcome, back: { kind: 'opening' } } };
    await tx.update(thing.id, thing.version, { state, ended: true, effects: 0, at: here.clock.now() });
  });
  expect(await here.must('task.show', { task: first, cwd: '/' })).not.toHaveProperty('overlaps');
});

const task = (id: string, proven: string | null, more: object = {}): Task =>
  ({ ...standing({ kind: 'submitting' } as never, { work: { proven } }, {}, more), id, task: id }) as unknown as Task;
const portsOf = (tasks: readonly Task[], criteria: readonly object[] = []) => {
  const asked: string[] = [];
  const reads = {
    things: ({ kind }: { kind: string }) => Promise.resolve(kind === 'task' ? tasks.toReversed() : criteria),
  };
  const ports = {
    store: { read: (look: (from: typeof reads) => unknown) => look(reads) },
    git: {
      overlap: (_hub: object, ours: { tree: string }, theirs: { tree: string }) => {
        asked.push(`${ours.tree} ${theirs.tree}`);
        return Promise.resolve(ok([]));
      },
    },
    clock: manualClock(),
  } as unknown as Pick<CommandPorts, 'store' | 'git' | 'clock'>;
  return { ports, asked };
};
const findOverlaps = async (...asked: Parameters<typeof meetings>) => overlapsIn(await meetings(...asked));
const part = (parent: string) => ({ part: { parent, id: 'F-1', number: 1, of: 2 } });

it.each([
  ['each pair of them once', [task('a', 't1'), task('b', 't2'), task('c', 't3')], ['t1 t2', 't1 t3', 't2 t3']],
  ['nobody who has changed nothing', [task('a', 't1'), task('b', null), task('c', 't0')], []],
  [
    'no feature with its whole, or with another of it',
    [task('a', 't1'), task('b', 't2', part('a')), task('c', 't3', part('a'))],
    [],
  ],
])('compared is %s', async (_words, tasks, pairs) => {
  const { ports, asked } = portsOf(tasks);
  await findOverlaps(ports, {});
  expect(asked).toEqual(pairs);
});

it('for one that has ended, has no base yet, or has changed nothing, nobody else is read', async () => {
  const { ports } = portsOf([]);
  const things = ({ kind }: { kind: string }) =>
    kind === 'task' ? Promise.reject(new Error('it was read')) : Promise.resolve([]);
  const store = { read: (look: (from: object) => unknown) => look({ things }) } as unknown as CommandPorts['store'];
  const one = task('a', 't1');
  const { state } = one;
  const known = { ...state.known, place: { ...state.known.place, base: null } };
  for (const each of [{ ...one, ended: true }, { ...one, state: { ...state, known } }, task('a', 't0')])
    expect(await findOverlaps({ ...ports, store }, { one: each as Task })).toEqual([]);
  await expect(findOverlaps({ ...ports, store }, { one })).rejects.toThrow('it was read');
});

it('a task that is at several criteria counts with the copy of each, and what two of them share is told once', async () => {
  const tasks = [task('a', 't1'), task('b', 't2')];
  const member = (tree: string) => ({ task: 'a', state: { at: { kind: 'staging', found: { tree } }, history: [] } });
  const { ports, asked } = portsOf(tasks, [member('one'), member('two'), member('two'), member('t0')]);
  const same = { path: 'x', lines: [[1, 2]], conflicts: true };
  const overlap: typeof ports.git.overlap = (hub, ours, theirs) =>
    ports.git.overlap(hub, ours, theirs).then(() => ok([same] as never));
  const found = await findOverlaps({ ...ports, git: { ...ports.git, overlap } }, {});
  expect(asked).toEqual(['one t2', 'two t2']);
  expect(found).toEqual([{ tasks: ['a', 'b'], path: 'x', lines: [[1, 1]], conflicts: true }]);
});

it('a task that is at a criterion counts as it was looked at last, and one that is asked for is compared alone', async () => {
  const tasks = [task('a', 't1'), task('b', 't2'), task('c', 't3')];
  const criterion = (of: string, state: object) => ({ task: of, state });
  const { ports, asked } = portsOf(tasks, [
    criterion('a', { at: { kind: 'staging', found: { tree: 'now' } }, history: [{ tree: 'before' }] }),
    criterion('b', { at: { kind: 'working', key: 'k' }, history: [{ tree: 'then' }] }),
    criterion('c', { at: { kind: 'prompting' }, history: [] }),
  ]);
  await findOverlaps(ports, { one: tasks[0] as Task });
  expect(asked).toEqual(['now then', 'now t3']);
});

it('a task whose criterion does not get on counts as that left its copy, while somebody decides', async () => {
  const developing = { kind: 'developing', index: 0, key: 'SC-1', advice: null, agents: null };
  const at = (id: string, step: object): Task => {
    const of = task(id, 't1');
    return { ...of, state: { ...of.state, at: step } } as Task;
  };
  const asking = { kind: 'asking', question: 'stuck', key: 'k', back: developing };
  const tasks = [at('a', asking), at('b', { kind: 'advising', back: developing }), at('c', asking)];
  const { ports } = portsOf(tasks);
  const asked: string[] = [];
  const round = (kind: string, tree: string) => ({ at: { kind: 'ended', outcome: { kind } }, history: [{ tree }] });
  const rounds: Readonly<Record<string, object>> = {
    'a/SC-1': { task: 'a', state: round('blocked', 'mine') },
    'b/SC-1': { task: 'b', state: round('doubted', 'theirs') },
    'c/SC-1': { task: 'c', state: round('passed', 'other') },
  };
  const reads = {
    things: ({ kind }: { kind: string }) => Promise.resolve(kind === 'task' ? tasks.toReversed() : []),
    thing: (id: string) => Promise.resolve(rounds[id] ?? null),
  };
  const git = {
    overlap: (_hub: object, ours: { tree: string }, theirs: { tree: string }) => {
      asked.push(`${ours.tree} ${theirs.tree}`);
      return Promise.resolve(ok([]));
    },
  };
  const store = { read: (look: (from: typeof reads) => unknown) => look(reads) };
  await findOverlaps({ ...ports, store, git } as never, {});
  expect(asked).toEqual(['mine theirs', 'mine t1', 'theirs t1']);
});

it('what git cannot compare, or not before who looks has waited long enough, is not known, and is named', async () => {
  const tasks = ['a', 'b', 'c'].map((id) => task(id, `t-${id}`));
  const { ports } = portsOf(tasks);
  const overlap: typeof ports.git.overlap = (hub, ours, theirs) =>
    theirs.tree === 't-c' ? Promise.resolve(fail('GIT_FAILED', 'no')) : ports.git.overlap(hub, ours, theirs);
  const git = { ...ports.git, overlap };
  const found = await meetings({ ...ports, git }, {});
  expect(found.met).toHaveLength(1);
  expect(found.uncompared).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
  expect(uncomparedWith(await meetings({ ...ports, git }, { one: tasks[2] as Task }), tasks[2] as Task)).toEqual([
    'a',
    'b',
  ]);
  const clock = manualClock();
  const slow: typeof overlap = async (hub, ours, theirs) => {
    await clock.advance(1_500);
    return ports.git.overlap(hub, ours, theirs);
  };
  const late = await meetings({ ...ports, clock, git: { ...ports.git, overlap: slow } }, {});
  expect([late.met.length, late.uncompared]).toEqual([2, [['b', 'c']]]);
});

it('of fifty tasks at work at once each is held against each other', async () => {
  const { ports, asked } = portsOf(Array.from({ length: 50 }, (_, at) => task(`s-${at}`, `t-${at}`)));
  expect((await meetings(ports, {})).uncompared).toEqual([]);
  expect(asked).toHaveLength((50 * 49) / 2);
});
