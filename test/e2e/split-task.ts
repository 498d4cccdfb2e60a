// A task too large for one cycle, as its agent splits and does it; and what must be true of its parts.
import { expect } from 'vitest';
import type { TaskDetail, TaskList } from '../../src/contract/task.ts';
import { otherwise, report, type Step, turn } from './sum-project.ts';
import type { World } from './world.ts';

/** A module and its test, which is red without it. */
const part = (name: string, body: string): readonly Step[] => [
  { write: { path: `src/${name}.js`, text: body } },
  {
    write: {
      path: `test/${name}.test.js`,
      text: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/${name}.js';

test('${name}', () => assert.equal(typeof ${name}(), 'number'));
`,
    },
  },
  { say: 'Done.' },
];

const analysis = report() as { readonly report: object };
const split = [
  { title: 'The first part', task: 'do ALPHA' },
  { title: 'The second part', task: 'do BETA', depends_on: [1] },
  { title: 'The third part', task: 'do GAMMA' },
];
export const splitScript = {
  turns: [
    turn('analysis', 'REWORK', [{ report: { ...analysis.report, split, split_why: 'Each is merged by itself.' } }]),
    turn('write', 'do ALPHA', part('alpha', 'export const alpha = () => 1;\n')),
    // It works only where the first part is.
    turn(
      'write',
      'do BETA',
      part('beta', "import { alpha } from './alpha.js';\nexport const beta = () => alpha() + 1;\n"),
    ),
    turn('write', 'do GAMMA', part('gamma', 'export const gamma = () => 3;\n')),
    turn('write', 'do DELTA', part('delta', 'export const delta = () => 4;\n')),
    ...otherwise(),
  ],
};
export const twoParts = turn('analysis', 'REWORK in two', [
  { report: { ...analysis.report, split: split.slice(0, 2), split_why: 'Each is merged by itself.' } },
]);

/** Each task of a feature, by the feature's id. */
export async function childrenOf(world: World, task: string): Promise<Map<string, TaskDetail>> {
  const { tasks } = await world.must<TaskList>(['task', 'list', '--all']);
  const mine = tasks.filter(({ part }) => part?.parent === task);
  const shown = await Promise.all(
    mine.map(async ({ id, part }) => [part?.feature ?? '', await world.show(id)] as const),
  );
  expect(new Set(shown.map(([id]) => id)).size).toBe(shown.length);
  return new Map(shown);
}

/** Once on the remote, and nothing else is. */
export async function expectPushed(world: World, details: readonly TaskDetail[]) {
  const branches = (await world.git('ls-remote', '--heads', 'origin'))
    .split('\n')
    .map((line) => line.split('refs/heads/')[1]);
  expect(branches.toSorted()).toEqual(['main', ...details.map(({ branch }) => branch)].toSorted());
}
