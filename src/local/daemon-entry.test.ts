import { expect, it } from 'vitest';
import { daemonEnv, forgetDaemonEnv } from './daemon-entry.ts';

it.each([
  ['nothing of it', {}, '1', undefined],
  ['more heaps', { MALLOC_ARENA_MAX: '4' }, '4', '4'],
])('a daemon has one heap for all threads and hands that on to nobody; the person says %s', (_, own, has, handsOn) => {
  const env: Record<string, string | undefined> = daemonEnv({ PATH: '/bin', ...own });
  expect(env).toEqual({ PATH: '/bin', MALLOC_ARENA_MAX: has });
  forgetDaemonEnv(env);
  expect(env.MALLOC_ARENA_MAX).toBe(handsOn);
  expect(env.PATH).toBe('/bin');
});
