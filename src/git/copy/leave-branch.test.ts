import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeReadyWorld, must, type World } from '../../../test/fakes/git-remote/make-world.ts';
import type { Base, Hub } from '../../ports/git.ts';

let world: World;
let hub: Hub;
let base: Base;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
});
afterEach(() => world.close());

const tip = async (branch = 'drover/shop-1') => (await world.by(['rev-parse', '--verify', branch])).trim();
const commit = async (message: string, parent = base.commit) =>
  must(await world.git.commit(hub, { tree: base.tree, parent, message, atSeconds: 1 })).commit;
const leave = (what: string, before: string | null = null) => world.git.leaveBranch(hub, what, 'drover/shop-1', before);

test('the branch is made, found when repeated, and moved from where it was left; nothing else in the checkout moves', async () => {
  await world.write('mine.txt', 'not committed');
  const was = await world.by(['for-each-ref']);
  const one = await commit('one');
  for (let time = 0; time < 2; time += 1) must(await leave(one));
  expect(await tip()).toBe(one);
  const two = await commit('two', one);
  must(await leave(two, one));
  expect(await tip()).toBe(two);
  expect(
    (await world.by(['for-each-ref']))
      .split('\n')
      .filter((line) => !line.includes('drover/shop-1'))
      .join('\n'),
  ).toBe(was);
  expect(await world.by(['status', '--short', '--branch'])).toBe('## main...origin/main\n?? mine.txt\n');
});

test.each([
  ['the person has it already', null, async () => {}],
  [
    'they moved it',
    'left',
    async (left: string) => void (await world.by(['update-ref', 'refs/heads/drover/shop-1', base.commit, left])),
  ],
  ['they work on it', 'left', async () => void (await world.by(['switch', '-q', 'drover/shop-1']))],
])('where %s, it stays where it is', async (_, before, act) => {
  const left = await commit('left');
  must(await leave(left));
  await act(left);
  const was = await tip();
  expect(await leave(await commit('more', left), before === null ? null : left)).toMatchObject({
    failure: { error_code: 'ALREADY_EXISTS', details: { branch: 'drover/shop-1' } },
  });
  expect(await tip()).toBe(was);
});
