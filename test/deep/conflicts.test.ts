// Two tasks at work that merge and do not hold together: told by gates on both put together, with the real daemon, keeper, sandbox and git; a daemon that is killed in their middle goes on with them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaskConflicts, TaskLog } from '../../src/contract/task.ts';
import { otherwise, sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

const write = (path: string, text: string) => ({ write: { path, text } });
const added =
  "import { sum } from './sum.js';\nexport const total = (all) => all.reduce((one, other) => sum(one, other), 0);\n";
const usesSum = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.js';

test('total', () => assert.equal(total([1, 2, 3]), 6));
`;

let world: World;
let renames = '';
let uses = '';

beforeAll(async () => {
  world = await openWorld({
    project: sumProject,
    script: {
      turns: [
        turn('write', 'RENAME', [
          write('src/sum.js', 'export const add = (a, b) => a + b;\n'),
          write(
            'test/sum.test.js',
            (sumProject['test/sum.test.js'] ?? '').replaceAll('sum }', 'add }').replace('sum(2', 'add(2'),
          ),
          { say: 'Renamed.' },
        ]),
        turn('write', 'TOTAL', [write('src/total.js', added), write('test/total.test.js', usesSum), { say: 'Added.' }]),
        ...otherwise(),
      ],
    },
    config: 'policy: hands-off\n',
  });
  world.setConfig(
    `policy: { proceed: auto, plan: auto, submit: ask }\nworkspaces:\n  shop: { path: ${world.checkout}, slots: 5 }\n`,
  );
  [renames, uses] = [await world.start('RENAME the sum'), await world.start('TOTAL of a list')];
  for (const task of [renames, uses]) await world.asked(task, 'submit');
});
afterAll(() => world.close());

const conflicts = (...more: string[]) => world.must<TaskConflicts>(['task', 'conflicts', renames, ...more]);
const stages = () => {
  const at = join(world.state, 'stages', renames);
  return existsSync(at) ? readdirSync(at).filter((name) => name.startsWith('trial-')) : [];
};

it('share no line, and are told to break each other by the tests alone', async () => {
  expect(await conflicts()).toMatchObject({ overlaps: [], trials: [], untried: [] });
  const begun = await conflicts('--with', uses, '--gates');
  expect(begun.trials).toMatchObject([{ with: uses, state: 'running', gates: [] }]);
  // Asked for again while it runs, it is the same.
  expect((await conflicts('--with', uses, '--gates')).trials).toMatchObject([{ run: begun.trials[0]?.run }]);
  process.kill(await world.daemonPid(), 'SIGKILL');
  const detail = await world.until(
    () => world.show(renames),
    ({ trials }) => trials?.[0]?.state === 'ended',
    120_000,
  );
  expect(detail.trials).toMatchObject([{ with: uses, run: begun.trials[0]?.run, state: 'ended' }]);
  const test = detail.trials?.[0]?.gates.find(({ gate }) => gate === 'test');
  expect(test).toMatchObject({ verdict: 'failed' });
  expect(detail.trials?.[0]).not.toHaveProperty('stopped');
  expect(detail.trials?.[0]).not.toHaveProperty('stale');
  expect(stages()).toEqual([]);
  const { lines } = await world.must<TaskLog>(['task', 'log', renames]);
  const judged = lines.filter(({ text }) => text.includes(`put together with ${uses}`));
  expect(judged.map(({ text }) => text)).toEqual([
    `${renames} is put together with ${uses} for a trial; gates: test`,
    expect.stringContaining('test failed'),
  ]);
  // It proves nothing and takes nothing back.
  expect(detail).toMatchObject({ outcome: null, evidence: { proven: true } });
});

it('are told to have gone on since, once one of them has ended', async () => {
  await world.must(['task', 'cancel', uses]);
  await world.ended(uses);
  expect((await conflicts()).trials).toMatchObject([{ with: uses, stale: true }]);
  const refused = await world.drover(['task', 'conflicts', renames, '--with', uses, '--gates', '--json']);
  expect(JSON.parse(refused.out)).toMatchObject({ ok: false, error_code: 'NOT_READY' });
  await world.must(['task', 'cancel', renames]);
});
