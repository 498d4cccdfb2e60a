import { expect, it } from 'vitest';
import { createInTurn } from './in-turn.ts';

it('of one key one begins when the other has ended, also where that failed; other keys wait for nobody', async () => {
  const inTurn = createInTurn<string>();
  const said: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    await held.promise;
    said.push('a1');
    throw new Error('a1 failed');
  });
  const second = inTurn('a', async () => void said.push('a2'));
  await inTurn('b', async () => void said.push('b1'));
  expect(said).toEqual(['b1']);
  held.resolve();
  await expect(first).rejects.toThrow('a1 failed');
  await second;
  expect(said).toEqual(['b1', 'a1', 'a2']);
});
