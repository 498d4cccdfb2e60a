// A change of thousands of files goes the whole way: what rows hold of it is bounded, what is pushed is whole.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newTest, otherwise, report, sumProject, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';

const half = 2_500;
const many = `mkdir -p generated test/data
i=0; while [ $i -lt ${half} ]; do i=$((i+1)); echo $i > generated/number-$i.txt; echo $i > test/data/number-$i.json; done`;

let world: World;
beforeAll(async () => {
  const turns = [
    turn('analysis', 'MANY', [report('behaviour')]),
    turn('write', 'MANY', [
      newTest('twice', 'all.twice(4), 8'),
      {
        write: {
          path: 'src/sum.js',
          text: 'export const sum = (a, b) => a + b;\nexport const twice = (a) => sum(a, a);\n',
        },
      },
      { run: ['sh', '-c', many] },
      { say: 'Done.' },
    ]),
    ...otherwise(),
  ];
  world = await openWorld({ project: sumProject, script: { turns } });
  world.setConfig(`policy: hands-off\nworkspaces:\n  shop: { path: ${world.checkout} }\n`);
});
afterAll(() => world.close());

it('WT-14 a change of 5,000 files, half of them beside the tests, is proven and pushed whole', async () => {
  const done = await world.ended(await world.start('MANY please'));
  expect(done.outcome).toBe('released');
  expect(done.gates.find(({ gate }) => gate === 'red-first')).toMatchObject({
    verdict: 'passed',
    why: expect.stringContaining('test/twice.test.js > twice'),
  });
  await world.git('fetch', '-q', 'origin', done.branch ?? '');
  const files = (await world.git('ls-tree', '-r', '--name-only', 'FETCH_HEAD')).split('\n');
  expect(files.filter((path) => /^(generated|test\/data)\//.test(path))).toHaveLength(2 * half);
});
