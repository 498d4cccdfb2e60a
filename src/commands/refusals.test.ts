import { afterEach, describe, expect, it, vi } from 'vitest';
import { anAgent, type Bench, nobody, openBench } from '../../test/fakes/commands/open-bench.ts';
import type { Act } from '../contract/record.ts';
import type { Task } from '../domain/task/task.ts';
import { recordRefusal, sweepRefusals } from './shared/refusals.ts';

let bench: Bench;
afterEach(() => bench.close());

const minuteMs = 60_000;
const create = async (text = 'too early') => (await bench.must('task.create', { text, cwd: bench.checkout })).task;
const factsOf = (thing: string) =>
  bench.store.read((reads) => reads.facts({ thing: thing as Task['id'], limit: 10_000 }));
const ofKind = async (thing: string, kind: string) =>
  (await factsOf(thing)).filter((fact) => fact.kind === kind).map(({ data }) => data);
const acts = async (): Promise<readonly Act[]> => (await bench.must('service.audit', {})).acts;
const lines = async () => (await acts()).map(({ command, about, times }) => `${command} ${about} ${times}`);
async function again(times: number, work: () => Promise<unknown>) {
  for (let i = 0; i < times; i += 1) await work();
}

describe('what is refused again and again', () => {
  it('stands once on record and at its task, with how often more it came within the minute', async () => {
    bench = await openBench();
    const task = await create();
    await again(200, async () => expect(await bench.refusal('task.cancel', { task }, anAgent)).toBe('UNAUTHORIZED'));
    expect(await ofKind('audit', 'act_refused')).toMatchObject([{ command: 'task.cancel', about: task, by: 'agent' }]);
    expect(await ofKind(task, 'refused_forgery')).toHaveLength(1);
    expect(bench.said.filter((line) => line.includes('refused'))).toHaveLength(1);
    expect(await acts()).toMatchObject([
      { command: 'task.cancel', about: task, times: 1, outcome: 'UNAUTHORIZED' },
      { command: 'task.cancel', about: task, times: 199, outcome: 'UNAUTHORIZED' },
    ]);
  });

  it('is told anew in the next minute, after the count of the last', async () => {
    bench = await openBench();
    const task = await create();
    await again(3, () => bench.refusal('task.cancel', { task }, anAgent));
    bench.clock.shift += minuteMs + 1000;
    await again(2, () => bench.refusal('task.cancel', { task }, anAgent));
    const told = ['task.cancel shop-1 1', 'task.cancel shop-1 2', 'task.cancel shop-1 1', 'task.cancel shop-1 1'];
    expect(await lines()).toEqual(told);
    expect((await ofKind(task, 'refused_forgery')).map(({ times }) => times)).toEqual([undefined, 2, undefined]);
    await sweepRefusals(bench.ports);
    expect(await lines()).toEqual(told);
    bench.clock.shift += minuteMs + 1000;
    await again(2, () => sweepRefusals(bench.ports));
    expect(await lines()).toEqual(told);
    expect((await ofKind('audit', 'act_refused')).map(({ times }) => times)).toEqual([undefined, 2, undefined, 1]);
    expect(await bench.store.read((reads) => reads.channelRows('record', 'refused'))).toEqual([]);
  });

  it.each([
    ['however it goes on', [0, 40_000, 40_000, 0], [undefined, 1, undefined]],
    ['whatever becomes of the clock', [0, -minuteMs], [undefined, undefined]],
  ] as const)('is told anew when its minute is over, %s', async (_, waits, told) => {
    bench = await openBench();
    const task = await create();
    for (const ms of waits) {
      bench.clock.shift += ms;
      await bench.refusal('task.cancel', { task }, anAgent);
    }
    const facts = await ofKind('audit', 'act_refused');
    expect(facts.map(({ times }) => times)).toEqual(told);
    // They may have come from several processes.
    expect(facts.map(({ pid }) => pid)).toEqual(told.map((times) => (times === undefined ? process.pid : null)));
  });

  it('stands in the record in its order, and as far back as is asked for', async () => {
    bench = await openBench();
    const task = await create();
    await again(2, () => bench.refusal('task.cancel', { task }, anAgent));
    bench.clock.shift += 30_000;
    await bench.refusal('task.finish', { task }, anAgent);
    expect(await lines()).toEqual(['task.cancel shop-1 1', 'task.cancel shop-1 1', 'task.finish shop-1 1']);
    const { acts: lately } = await bench.must('service.audit', { since: 10_000 });
    expect(lately.map(({ command }) => command)).toEqual(['task.finish']);
  });

  it('wakes who watches where it is told, and nobody where it is counted', async () => {
    bench = await openBench();
    const task = await create();
    const ring = vi.fn();
    const ports = { ...bench.ports, bell: { ...bench.ports.bell, ring } };
    const peer = { person: anAgent, pid: 7, cwd: '/', env: null, channel: 'terminal' } as const;
    const told: boolean[] = [];
    await again(3, async () => void told.push(await recordRefusal(ports, 'task.cancel', { task }, peer)));
    expect(told).toEqual([true, false, false]);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('stands at no task where it is a person who may not', async () => {
    bench = await openBench({ config: 'people: { ada: { terminal: al }, bob: { terminal: bo, may: look } }\n' });
    const ada = { kind: 'person', name: 'al' } as const;
    const { task } = await bench.must('task.create', { text: 'too early', cwd: bench.checkout }, ada);
    expect(await bench.refusal('task.cancel', { task }, { kind: 'person', name: 'bo' })).toBe('NOT_ALLOWED');
    expect(await ofKind('audit', 'act_refused')).toMatchObject([{ about: task, by: 'person:bob' }]);
    expect(await ofKind(task, 'refused_forgery')).toEqual([]);
  });

  it('hides nothing else behind it: another command, another task and another who asks have lines of their own', async () => {
    bench = await openBench();
    const [one, other] = [await create(), await create('too late')];
    await again(2, () => bench.refusal('task.cancel', { task: one }, anAgent));
    await bench.refusal('task.cancel', { task: other }, anAgent);
    await bench.refusal('task.finish', { task: one }, anAgent);
    await bench.refusal('task.cancel', { task: one }, nobody);
    expect((await ofKind('audit', 'act_refused')).map(({ command, about, by }) => `${command} ${about} ${by}`)).toEqual(
      [
        `task.cancel ${one} agent`,
        `task.cancel ${other} agent`,
        `task.finish ${one} agent`,
        `task.cancel ${one} caller`,
      ],
    );
    expect(await ofKind(other, 'refused_forgery')).toHaveLength(1);
  });

  it('is counted under its command alone where ever new names are made up, and a task that is there is named all the same', async () => {
    bench = await openBench();
    const task = await create();
    for (let i = 0; i < 100; i += 1) await bench.refusal('config.unset', { key: `people.p${i}` }, anAgent);
    const other = await create('too late');
    for (const each of [task, other]) await bench.refusal('task.cancel', { task: each }, anAgent);
    await bench.refusal('config.set', { key: 'step_up', value: 'pin' }, anAgent);
    const said = (await ofKind('audit', 'act_refused')).map(({ command }) => command);
    expect(said).toEqual([...Array<string>(30).fill('config.unset'), 'task.cancel', 'task.cancel', 'config.set']);
    const counted = (await lines()).filter((line) => !line.endsWith(' 1'));
    expect(counted).toEqual(['config.unset  70']);
    expect(await ofKind(task, 'refused_forgery')).toHaveLength(1);
  });

  it('stands at the task of every agent that tries it', async () => {
    bench = await openBench();
    const [one, other] = [await create(), await create('too late')];
    for (const task of [one, other, one]) {
      await bench.store.transact(async (tx) => {
        const thing = (await tx.thing(task as Task['id'])) as Task;
        const run = {
          ...thing,
          id: `r${task.slice(-1)}`,
          kind: 'run',
          parent: thing.id,
          key: 'run',
        } as unknown as Task;
        if ((await tx.thing(run.id)) === null) await tx.insert(run);
      });
      await bench.refusal('config.unset', { key: 'step_up' }, {
        ...anAgent,
        run: `r${task.slice(-1)}`,
      } as typeof anAgent);
    }
    expect(await ofKind(one, 'refused_forgery')).toHaveLength(1);
    expect(await ofKind(other, 'refused_forgery')).toHaveLength(1);
  });

  it('is counted also where all of it comes at once', async () => {
    bench = await openBench();
    const task = await create();
    await Promise.all(Array.from({ length: 60 }, () => bench.refusal('task.cancel', { task }, anAgent)));
    expect((await acts()).map(({ times }) => times)).toEqual([1, 59]);
  });
});

describe('the record of acts', () => {
  it('tells no PIN that is tried as an act, and the last of it however many are tried', async () => {
    bench = await openBench();
    const tried = Array.from({ length: 3_000 }, () => ({ kind: 'pin_tried' }) as const);
    await bench.store.transact((tx) =>
      tx.say('audit' as Task['id'], 'audit' as Task['task'], bench.clock.now(), tried),
    );
    expect(await acts()).toEqual([]);
    await bench.must('config.set', { key: 'step_up', value: 'pin' });
    await bench.store.transact((tx) =>
      tx.say('audit' as Task['id'], 'audit' as Task['task'], bench.clock.now(), tried.slice(0, 500)),
    );
    const last = (await bench.must('service.audit', { limit: 1 })).acts;
    expect(last).toMatchObject([{ command: 'config.set', outcome: 'done' }]);
    await bench.refusal('config.unset', { key: 'people.bob' }, anAgent);
    expect(await lines()).toEqual(['config.set step_up 1', 'config.unset people.bob 1']);
  });
});
