import { expect, it } from 'vitest';
import { createAgain } from './again.ts';

it('what is wanted while it is under way is done once, after it, and the last wish counts', async () => {
  const again = createAgain(() => 0);
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

it('who took long is asked again later', async () => {
  const told: number[] = [];
  const again = createAgain((tookMs) => {
    told.push(tookMs);
    return 0;
  });
  const done = Promise.withResolvers<void>();
  again('a', () => new Promise((resolve) => setTimeout(resolve, 30)));
  again('a', async () => done.resolve());
  await done.promise;
  expect(told[0]).toBeGreaterThanOrEqual(29);
});

it('goes on after a failure', async () => {
  const again = createAgain(() => 0);
  const after = Promise.withResolvers<string>();
  again('a', () => Promise.reject(new Error('no')));
  again('a', async () => after.resolve('after'));
  expect(await after.promise).toBe('after');
});
