// A flow whose agent adds a task while it works, and whose file wants a person to look: with the real daemon, keeper, git and command line, and while the daemon is killed again and again.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FlowStatus } from '../../src/contract/flow.ts';
import { sourceOf, testOf } from '../e2e/price-flow.ts';
import { otherwise, type Step, sumProject, type Turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { byTurns, drawBeginning } from './rotation.ts';

const write = (path: string, text: string): Step => ({ write: { path, text } });
const made = {
  one: { name: 'one', value: '1', from: "['a'].length" },
  late: { name: 'late', value: '2', from: "['a', 'b'].length" },
  last: { name: 'last', value: '3', from: "'abc'.length" },
};
const turn = (id: string, name: keyof typeof made, ...more: readonly Step[]): Turn => ({
  when: { mode: 'write', prompt: `node ${id} \\(` },
  do: [
    write(`test/${name}.test.js`, testOf(made[name])),
    write(`src/${name}.js`, sourceOf({ ...made[name], value: made[name].from })),
    ...more,
    { say: `Wrote ${name}.` },
  ],
});

const session = '.workflow/active/WFS-late';
const tasks = `${session}/.task`;
const owned = ['src', 'test'];
const added = {
  id: 'IMPL-1.1',
  title: 'What came up',
  status: 'completed',
  files: [{ path: 'src/late.js' }, { path: 'test/late.test.js' }],
  mood: 1,
};
const asked = { id: 'IMPL-9', title: 'Something else', files: [{ path: 'README.md' }] };
const script = {
  turns: [
    turn(
      'IMPL-1',
      'one',
      write(`${tasks}/IMPL-1.1.json`, JSON.stringify(added)),
      write(`${tasks}/IMPL-9.json`, JSON.stringify(asked)),
      write(`${tasks}/IMPL-2.json`, JSON.stringify({ id: 'IMPL-2', title: 'Changed', status: 'completed' })),
      write(`${session}/TODO_LIST.md`, '- [x] all of it'),
      write(`${session}/.summaries/IMPL-1-summary.md`, 'It is done.'),
      write(`${tasks}/IMPL-3.json`, '{"id": "IMPL-3", "title": "t", "focus_paths": ["../x"]}'),
    ),
    turn('IMPL-1\\.1', 'late'),
    turn('IMPL-2', 'last'),
    ...otherwise('behaviour'),
  ],
};

async function carriedOut(crash: string | null): Promise<void> {
  // It is no part of what git ignores: nothing of it may come into the change.
  const world = await openWorld({
    project: sumProject,
    script,
    config: 'policy: hands-off\nlimits: { concurrency: 2 }\n',
  });
  const points = join(world.folder, 'points');
  try {
    const folder = join(world.checkout, '.workflow/active/WFS-late');
    mkdirSync(join(folder, '.task'), { recursive: true });
    const put = (task: { readonly id: string }) =>
      writeFileSync(join(folder, `.task/${task.id}.json`), JSON.stringify(task, null, 2));
    put({
      id: 'IMPL-1',
      title: 'The first',
      focus_paths: owned,
      test: { manual_checks: ['it is one', 'it is new'] },
    } as never);
    put({ id: 'IMPL-2', title: 'The last', focus_paths: owned, depends_on: ['IMPL-1'] } as never);
    if (crash !== null) world.env.DROVER_TEST_CRASH = `daemon:${crash}:${points}`;
    const seen = () => world.ask<FlowStatus>(['flow', 'status', folder]);
    const until = async (when: (flow: FlowStatus) => boolean) => {
      const found = await world.until(seen, (reply) => reply.ok && when(reply.data), 400_000);
      if (!found.ok) throw new Error('the flow is gone');
      return found.data;
    };
    for (let tries = 0; tries < 20 && !(await seen()).ok; tries += 1)
      await world.ask(['flow', 'run', folder, '--agent', 'scripted', '-d']);
    const answer = async (choice: string) => {
      const { questions, nodes, id } = await until(({ questions: open }) => open.length > 0);
      const [question = ''] = questions;
      for (let tries = 0; tries < 20 && (await until(() => true)).questions.includes(question); tries += 1)
        await world.ask(['answer', question, choice]);
      return { nodes, id };
    };
    const { nodes, id } = await answer('holds');
    expect(nodes.map(({ id: node, status }) => [node, status])).toEqual([
      ['IMPL-1', 'in_progress'],
      ['IMPL-2', 'pending'],
    ]);
    await answer('leave');
    const flow = await until(({ outcome }) => outcome !== null);
    delete world.env.DROVER_TEST_CRASH;
    const { out: log } = await world.drover(['task', 'log', id]);
    expect(
      [flow.outcome, flow.nodes.map(({ id: node, status, history }) => [node, status, history.length])],
      log,
    ).toEqual([
      'proven',
      [
        ['IMPL-1', 'completed', 2],
        ['IMPL-1.1', 'completed', 2],
        ['IMPL-2', 'completed', 2],
      ],
    ]);
    await expectEnd(world, folder, id);
    if (crash !== null)
      expect(
        readFileSync(points, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('KILL')).length,
      ).toBeGreaterThan(1);
  } finally {
    delete world.env.DROVER_TEST_CRASH;
    await world.drover(['down', '--json']);
    await world.ask(['flow', 'list']);
    await world.close();
  }
}

async function expectEnd(world: World, folder: string, id: string): Promise<void> {
  const { copy } = await world.show(id);
  const { out: diff } = await world.drover(['task', 'diff', id]);
  expect([diff.includes('src/late.js'), diff.includes('.workflow')]).toEqual([true, false]);
  for (const { name } of Object.values(made)) expect(existsSync(join(copy ?? '', `src/${name}.js`))).toBe(true);
  expect(existsSync(join(copy ?? '', tasks, 'IMPL-1.1.json'))).toBe(false);
  expect(readdirSync(join(folder, '.task')).sort()).toEqual(['IMPL-1.1.json', 'IMPL-1.json', 'IMPL-2.json']);
  expect(JSON.parse(readFileSync(join(folder, '.task/IMPL-1.1.json'), 'utf8'))).toMatchObject({
    mood: 1,
    status: 'completed',
  });
  const list = readFileSync(join(folder, 'TODO_LIST.md'), 'utf8');
  expect(list).toContain('▸ **IMPL-1**');
  expect(list).toContain('  - [x] **IMPL-1.1**: What came up');
  expect(readFileSync(join(folder, '.summaries/IMPL-1-summary.md'), 'utf8')).toMatch(/- seen by \S+: it is one/);
  const turns = readFileSync(join(folder, '.summaries/IMPL-1.1-summary.md'), 'utf8');
  expect(turns).toContain('src/late.js');
}

byTurns('what its agent adds is taken up or asked, and what is to be looked at is asked', () => carriedOut(null));

byTurns('and that over kills of the daemon, each node once', () =>
  carriedOut(`${drawBeginning('added nodes', 61)}/61`),
);
