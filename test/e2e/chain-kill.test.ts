import { expect, it } from 'vitest';
import { chainKilled, effectsOfChain } from './chain-kill.ts';

it('a chain goes on at every one of its effects where the daemon was killed after it and before that was on record', async () => {
  const killed = await chainKilled(`at=${effectsOfChain.map((name) => `effect ${name}`).join(',')}`);
  expect(killed.toSorted()).toEqual(effectsOfChain.map((name) => `effect ${name}`).toSorted());
});
