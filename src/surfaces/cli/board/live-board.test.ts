import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hearNews } from './live-board.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what stands still is told on the board although nothing happens', async () => {
  const left = new AbortController();
  const ask = (_command: string, _input: object, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ ok: true, data: null })));
  const tell = vi.fn(async () => undefined);
  const here = { console: { now: Date.now, cwd: '/' }, ask } as unknown as Parameters<typeof hearNews>[0];
  const heard = hearNews(here, left.signal, tell);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(tell).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tell).toHaveBeenCalledTimes(1);
  left.abort();
  await heard;
  expect(vi.getTimerCount()).toBe(0);
});
