import { expect, it } from 'vitest';
import { killAt } from './kill-at.ts';

it.each([5, 12])(
  'CM-29 (a part; the rest is in the deep tests) a lease taken while the daemon is killed at write %i leaves nothing that release does not mend',
  async (point) => {
    expect(await killAt(point)).toBe(true);
  },
);
