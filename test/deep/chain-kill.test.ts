import { expect, it } from 'vitest';
import { chainKilled, effectsOfChain } from '../e2e/chain-kill.ts';

it.each(['intent', 'effect', 'commit'])(
  'a chain goes on where the daemon was killed at the %s of each of its effects',
  async (point) => {
    const killed = await chainKilled(`at=${effectsOfChain.map((name) => `${point} ${name}`).join(',')}`);
    expect(killed.toSorted()).toEqual(effectsOfChain.map((name) => `${point} ${name}`).toSorted());
  },
);
