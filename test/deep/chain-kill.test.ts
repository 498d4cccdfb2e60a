import { expect, it } from 'vitest';
import { chainKilled, effectsOfChain } from '../e2e/chain-kill.ts';
import { halfOf } from './rotation.ts';

it.each(halfOf('moments of a chain', ['intent', 'effect', 'commit']))(
  'a chain goes on where the daemon was killed at the %s of each of its effects',
  async (point) => {
    const killed = await chainKilled(`at=${effectsOfChain.map((name) => `${point} ${name}`).join(',')}`);
    expect(killed.toSorted()).toEqual(effectsOfChain.map((name) => `${point} ${name}`).toSorted());
  },
);
