import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/fakes/commands/open-bench.ts';

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
  ])('never %s', async (_, given, more, code) => {
    expect(await refusal(given(), more)).toBe(code);
    expect((await bench.must('task.list', {})).tasks).toEqual([]);
  });

  it('anew where a person says so, of what was given up or done', async () => {
    const tasks = [file('A', { status: 'failed' }), file('B', { status: 'completed' })];
    expect((await state(flow('WFS-a', { tasks, reset: ['A'] }))).notes.join('\n')).toContain('Not done again');
  });
});
