import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeReadyWorld, type World } from '../../test/fakes/git-remote/make-world.ts';
import type { EffectInput } from '../domain/effect/effect.ts';
import type { Base, Hub } from '../ports/git.ts';
import { leaveBranch } from './submit.ts';

let world: World;
let hub: Hub;
let base: Base;
beforeEach(async () => {
  ({ world, hub, base } = await makeReadyWorld());
});
afterEach(() => world.close());

const branch = 'drover/shop-1';
async function left(message: string, more: Partial<EffectInput<'leave-branch'>> = {}) {
  const input = { hub, tree: base.tree, parent: base.commit, message, atSeconds: 1, branch, before: null, ...more };
  const came = await leaveBranch({ git: world.git } as never, input, {} as never);
  if (came.kind !== 'done') throw new Error(came.kind);
  return came.output;
}

it('work that is left again stands on what was left before; what is taken is said, with the commit', async () => {
  const one = await left('one');
  const two = await left('two', { before: one.commit });
  expect([one.why, two.why]).toEqual([null, null]);
  expect((await world.by(['log', '--format=%s', `${base.commit}..${branch}`])).trim().split('\n')).toEqual([
    'two',
    'one',
  ]);
  const three = await left('three');
  expect(three.why).toContain(`The branch ${branch} is at ${two.commit.slice(0, 12)} already`);
  expect((await world.by(['--git-dir', hub.path, 'log', '-1', '--format=%s', three.commit])).trim()).toBe('three');
});
