import { expect, it } from 'vitest';
import { createAgain } from './again.ts';

it('what is wanted while it is under way is done once, after it, and the last wish counts', async () => {
  const again = createAgain(0);
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  again('a', async () => {
    await first.promise;
    done.push('first');
  });
  again('a', async () => void done.push('never'));
  again('a', async () => {
    done.push('last');
    last.resolve();
  });
  again('b', async () => void done.push('other'));
  expect(done).toEqual(['other']);
  first.resolve();
  await last.promise;
  expect(done).toEqual(['other', 'first', 'last']);
});

it('goes on after a failure', async () => {
  const again = createAgain(0);
  const after = Promise.withResolvers<string>();
  again('a', () => Promise.reject(new Error('no')));
  again('a', async () => after.resolve('after'));
  expect(await after.promise).toBe('after');
});
