// What has happened is written down as soon as the store is back.
import { expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import { failed } from '../domain/error.ts';
import type { Engine } from './engine.ts';
import { isPassing, retryStore } from './retry-store.ts';

it.each([
  ['STORE_FAILED', true],
  ['DISK_FULL', true],
  ['STATE_READ_ONLY', true],
  ['KEEPER_UNREACHABLE', true],
  ['STATE_CORRUPT', false],
  ['INTERNAL', false],
] as const)('%s passes: %s', (error_code, passes) => {
  expect(isPassing({ error_code, message: 'm' })).toBe(passes);
});

it('waits twice as long each time, up to ten seconds, and says why', async () => {
  const clock = manualClock();
  const warned: unknown[] = [];
  const log = { info: () => {}, warn: (text: string, data?: object) => void warned.push([text, data]), bug: () => '' };
  const engine = { ports: { clock, log }, signal: new AbortController().signal } as unknown as Engine;
  const tried: number[] = [];
  const begun = clock.now();
  let over = false;
  const written = retryStore(engine, async () => {
    tried.push(clock.now() - begun);
    if (tried.length < 10) throw failed('DISK_FULL', 'm');
    return 'written';
  }).finally(() => {
    over = true;
  });
  while (!over) await clock.advance(100);
  expect(await written).toBe('written');
  const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  expect(warned[0]).toEqual(['a result waits for the store: m', { code: 'DISK_FULL' }]);
  expect(warned).toHaveLength(9);
});

it('what does not pass, and a daemon that goes down, end it', async () => {
  const clock = manualClock();
  const stop = new AbortController();
  const log = { info: () => {}, warn: () => stop.abort(new Error('down')), bug: () => '' };
  const engine = { ports: { clock, log }, signal: stop.signal } as unknown as Engine;
  await expect(retryStore(engine, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  const down = retryStore(engine, () => Promise.reject(failed('STORE_FAILED', 'm')));
  await expect(down).rejects.toThrow('down');
});
