import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';
import { ofKind } from '../../domain/any-thing.ts';
import { boundSummary, type NodeSummary } from '../../domain/flow/summary.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const file = (id: string, more: object = {}) => ({
  path: `.task/${id}.json`,
  text: JSON.stringify({ id, title: `Do ${id}`, ...more }),
});
const flow = (name: string, more: object = {}) => ({
  folder: join(bench.checkout, '.workflow/active', name),
  root: bench.checkout,
  name,
  tasks: [file('IMPL-1')],
  ...more,
});
const put = (place: string) => flow('WFS-a', { folder: join(bench.checkout, '.workflow', place) });
const state = (given: object, more: object = {}) =>
  bench.must('task.create', { flow: given, cwd: bench.checkout, ...more } as never);
const refusal = (given: object, more: object = {}) =>
  bench.refusal('task.create', { flow: given, cwd: bench.checkout, ...more } as never);

describe('a flow is stated', () => {
  it('once at a time in a folder, however many ask at once; another folder is free', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => state(flow('WFS-a'))));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(flow('WFS-a'))).toBe('PLAN_TAKEN');
    expect(await refusal(flow('WFS-a', { alone: 'IMPL-2.json', tasks: [file('IMPL-2')] }))).toBe('PLAN_TAKEN');
    await state(flow('WFS-b'));
  });

  it('by what its session says of it, so much of it as each turn can be told', async () => {
    const session = {
      path: 'workflow-session.json',
      text: JSON.stringify({ description: `${'x'.repeat(8191)}${'\u{1f600}'.repeat(9)}` }),
    };
    const { task } = await state(flow('WFS-a', { session }));
    const row = await bench.ports.store.read((reads) => reads.thing(task as never));
    expect(ofKind(row, 'task').spec.text).toBe(`WFS-a: ${'x'.repeat(8191)}\ufffd…`);
  });

  it('once at a time in its task files, whether they are named by the folder or one by itself', async () => {
    const alone = (name: string) => {
      const folder = join(bench.checkout, '.workflow/active', name, '.task');
      return flow('IMPL-1', { folder, alone: 'IMPL-1.json', tasks: [{ ...file('IMPL-1'), path: 'IMPL-1.json' }] });
    };
    await state(flow('WFS-a'));
    expect(await refusal(alone('WFS-a'))).toBe('PLAN_TAKEN');
    await state(alone('WFS-b'));
    expect(await refusal(flow('WFS-b'))).toBe('PLAN_TAKEN');
    await state(flow('WFS-c'));
  });

  it.each<readonly [string, () => object, object, string]>([
    ['beside a text', () => flow('WFS-a'), { text: 'and this' }, 'USAGE'],
    ['outside of its workspace', () => flow('WFS-a', { folder: '/elsewhere/WFS-a' }), {}, 'FLOW_INVALID'],
    ['with paths of elsewhere', () => flow('WFS-a', { root: '/elsewhere' }), {}, 'FLOW_INVALID'],
    [
      'with a node that was given up',
      () => flow('WFS-a', { tasks: [file('A', { status: 'failed' })] }),
      {},
      'FLOW_INVALID',
    ],
    ['with nothing left', () => flow('WFS-a', { tasks: [file('A', { status: 'completed' })] }), {}, 'FLOW_INVALID'],
    [
      'with a node called as what every object has',
      () => flow('WFS-a', { tasks: [file('constructor')] }),
      {},
      'FLOW_INVALID',
    ],
    ['with a node called as runs are', () => flow('WFS-a', { tasks: [file('run-1')] }), {}, 'FLOW_INVALID'],
    ['with a reset of nobody', () => flow('WFS-a', { reset: ['IMPL-9'] }), {}, 'NODE_NOT_FOUND'],
    ['in a circle', () => flow('WFS-a', { tasks: [file('A', { depends_on: ['A'] })] }), {}, 'DEPENDENCY_CYCLE'],
    [
      'that goes on with nobody',
      () => flow('WFS-a', { tasks: [file('A', { cli_execution: { strategy: 'resume', resume_from: 'Z' } })] }),
      {},
      'RESUME_NOT_FOUND',
    ],
    [
      'by a tool that is switched off',
      () => ({
        ...flow('WFS-a', { tasks: [file('A', { meta: { execution_config: { cli_tool: 'codex' } } })] }),
        tools: [{ name: 'codex', enabled: false }],
      }),
      {},
      'FLOW_INVALID',
    ],
    ['that was put away', () => put('archives/WFS-a'), {}, 'FLOW_INVALID'],
    [
      'of which a file alone was put away',
      () => ({ ...put('archives/WFS-a/.task'), alone: 'IMPL-1.json' }),
      {},
      'FLOW_INVALID',
    ],
  ])('never %s', async (_, given, more, code) => {
    expect(await refusal(given(), more)).toBe(code);
    expect((await bench.must('task.list', {})).tasks).toEqual([]);
  });

  it('and its status is asked for by its folder, also where that was put away since', async () => {
    const { task } = await state(flow('WFS-a'));
    const at = (place: string) => bench.must('flow.status', { folder: join(bench.checkout, '.workflow', place) });
    for (const place of ['active/WFS-a', 'archives/WFS-a']) expect(await at(place)).toMatchObject({ id: task });
    for (const place of ['archives/WFS-b', 'archives/x/WFS-a', 'WFS-a'])
      await expect(at(place)).rejects.toThrow('FLOW_NOT_FOUND');
  });

  it('once it is back from where it was put away, and who names it there is told how', async () => {
    const asked = bench.must('task.create', { flow: put('archives/WFS-a'), cwd: bench.checkout } as never);
    await expect(asked).rejects.toThrow(/WFS-a was put away/);
    await state(put('active/WFS-a'));
    await state(put('active/archives'));
  });

  it('anew where a person says so, of what was given up or done', async () => {
    const tasks = [file('A', { status: 'failed' }), file('B', { status: 'completed' })];
    expect((await state(flow('WFS-a', { tasks, reset: ['A'] }))).notes.join('\n')).toContain('Not done again');
  });

  it('again with what was changed in its folder since: it counts, and is told', async () => {
    const named = (id: string, more: object = {}) => file(id, { status: 'pending', ...more });
    const { task } = await state(flow('WFS-a', { tasks: ['A', 'B', 'C', 'D'].map((id) => named(id)) }));
    await endedTask(bench, task);
    const notes = async (tasks: readonly object[], more: object = {}) => {
      const again = await state(flow('WFS-a', { tasks, ...more }));
      await endedTask(bench, again.task);
      return again.notes.filter((note) => note.includes(task) || note.includes('since'));
    };
    const changed = [named('A', { title: 'Do more' }), named('B', { status: 'completed' }), named('D'), named('E')];
    expect(await notes(changed)).toEqual([
      `Edited since ${task}: A.`,
      `Their files say otherwise than ${task} left them: B completed, and was pending.`,
      `New since ${task}: E.`,
      `Gone since ${task}: C.`,
    ]);
    expect(await notes(changed, { reset: ['B'] })).toEqual([]);
    expect(await notes([named('A')], { alone: 'A.json' })).toEqual([]);
  });

  it('PC-59 what is begun anew moves back from how it stood, and what stood at the beginning does not', async () => {
    const tasks = [file('A', { status: 'failed' }), file('B', { status: 'completed' }), file('C')];
    const { task } = await state(flow('WFS-a', { tasks, reset: ['A', 'B', 'C'] }));
    const row = await bench.ports.store.read((reads) => reads.thing(task as never));
    const { moves = [] } = ofKind(row as never, 'task').state;
    expect(moves.slice(0, 2).map(({ node, from, to }) => [node, from, to])).toEqual([
      ['A', 'failed', 'pending'],
      ['B', 'completed', 'pending'],
    ]);
    expect(moves.filter(({ node, to }) => node === 'C' && to === 'pending')).toEqual([]);
  });

  it('again knows what the last run came to, of the nodes that are done and that others need', async () => {
    const { task } = await state(flow('WFS-a', { tasks: ['A', 'B', 'C'].map((id) => file(id)) }));
    const summary = boundSummary({ files: [], components: [], gates: [] });
    await endedTask(bench, task, ['A', 'B'], summary);
    const tasks = [...['A', 'B'].map((id) => file(id, { status: 'completed' })), file('C', { depends_on: ['A'] })];
    const again = await state(flow('WFS-a', { tasks }));
    const row = await bench.ports.store.read((reads) => reads.thing(again.task as never));
    expect(ofKind(row as never, 'task').spec.flow?.before).toEqual([
      { id: 'A', title: 'Do A', summary, answered: null },
    ]);
  });
});

/** Without a drive of its own, as one that came to its end with so much done. */
const endedTask = (of: Bench, id: string, done: readonly string[] = [], summary: NodeSummary | null = null) =>
  of.ports.store.transact(async (tx) => {
    const row = await tx.thing(id as never);
    if (row === null) throw new Error(id);
    const { state } = ofKind(row, 'task');
    const work = { ...state.known.work, done };
    const summaries = Object.fromEntries(done.map((node) => [node, summary]));
    const now = { ...state, summaries, known: { ...state.known, work } };
    await tx.update(row.id, row.version, { state: now, ended: true, effects: row.effects, at: row.updatedAt });
  });
