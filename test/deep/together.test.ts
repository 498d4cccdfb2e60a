// A plan of four criteria in two groups while the daemon is killed round everything that is done for its members.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TaskCreated, TaskEvidence, TaskList } from '../../src/contract/task.ts';
import { stoodStill, underKills } from '../e2e/crash-run.ts';
import { sumProject, type Turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { halfOf } from './rotation.ts';

const names = ['one', 'two', 'three', 'four'];
const turns = names.map(
  (name, index): Turn => ({
    when: { mode: 'write', prompt: `criterion SC-${index + 1} \\(` },
    do: [
      { write: { path: `src/${name}.js`, text: `export const ${name} = (from = 0) => from + ${index};\n` } },
      {
        write: {
          path: `test/${name}.test.js`,
          text: `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\ntest('${name}', () => assert.equal(${name}(), ${index}));\n`,
        },
      },
      { write: { path: 'README.md', text: `By ${name}.\n` } },
      { say: 'Done.' },
    ],
  }),
);
const plan = names
  .map((name, index) => {
    const after = index === 2 ? '- Depends on: SC-1\n' : '';
    return `### SC-${index + 1}: there is a ${name}\n\n- Files: \`src/${name}.js\`\n${after}`;
  })
  .join('\n');

const effects = ['mend-copy', 'keep-own', 'remove-member-copy', 'join-work'];
const points = ['intent', 'effect', 'commit'];
/** Each effect once in each of three worlds, at another point: what another member does meanwhile is cut so seldom that nobody is asked about it. */
const worlds = points.map((_, world) =>
  effects.map((effect, at) => `${points[(world + at) % points.length]} ${effect}`),
);

async function begin(world: World): Promise<string> {
  const file = join(world.folder, 'plan.md');
  writeFileSync(file, plan);
  for (let tries = 0; tries < 20; tries += 1) {
    const list = await world.ask<TaskList>(['task', 'list', '--all']);
    const found = list.ok ? list.data.tasks[0] : undefined;
    if (found !== undefined) return found.id;
    const made = await world.ask<TaskCreated>(['do', 'All four.', '--plan', file, '--agent', 'scripted', '-d']);
    if (made.ok) return made.data.task;
  }
  throw new Error(`the task could not be made: ${world.log()}`);
}

it.each(halfOf('moments of criteria at once', worlds).map((wanted) => [wanted.join(', '), wanted] as const))(
  'PC-34 goes on though it was killed at %s: each turn once, nothing lost, no copy left',
  async (_, wanted) => {
    const world = await openWorld({
      project: { ...sumProject, 'README.md': 'Sums.\n' },
      script: { turns },
      config: 'policy: hands-off\nlimits: { concurrency: 2 }\nproof: { hunks: off }\n',
    });
    const { killed } = await underKills(world, 'daemon', `at=${wanted.join(',')}`, async (spare) => {
      const task = await begin(world);
      const done = await stoodStill(world, task);
      spare();
      expect(done?.outcome, JSON.stringify(done)).toBe('released');
      expect(done?.criteria.map(({ state }) => state)).toEqual(['met', 'met', 'met', 'met']);
      const prompts = readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
        .trim()
        .split('\n');
      expect(prompts.filter((line) => line.includes('"base64"'))).toHaveLength(names.length);
      await world.git('fetch', '-q', 'origin', done?.branch ?? '');
      const files = (await world.git('ls-tree', '-r', '--name-only', 'FETCH_HEAD')).split('\n');
      expect(files).toEqual(expect.arrayContaining(names.map((name) => `src/${name}.js`)));
      expect(await world.git('show', 'FETCH_HEAD:README.md')).toBe('Sums.');
      expect(readdirSync(join(world.state, 'copies'))).toEqual([task]);
      const { evidence, verified } = await world.must<TaskEvidence>(['task', 'evidence', task, '--verify']);
      expect(verified?.ok, verified?.why).toBe(true);
      // Of each member in its own copy, and of both of a group at once.
      const proofs = evidence.filter(({ gate }) => gate === 'red-first').map(({ criterion }) => criterion ?? 'both');
      expect(proofs.toSorted()).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4', 'both', 'both']);
      await world.must(['step', 'release', task, '--cleanup']);
      expect(readdirSync(join(world.state, 'copies'))).toEqual([]);
    });
    expect(killed.toSorted()).toEqual(wanted.toSorted());
  },
  600_000,
);
