import { afterEach, expect, it, vi } from 'vitest';
import type { Board } from '../../../src/contract/service.ts';
import { connect, world } from './live.ts';

// What the page asks of a browser when it is loaded.
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

const stop = new AbortController();
afterEach(() => {
  stop.abort();
  vi.unstubAllGlobals();
});

const still = { about: 'shop-1', since: 0, why: 'nothing of shop-1 has moved', todo: '' };

it('what stands still is told although nothing happens: with the daemon’s next sign of life', async () => {
  const board: { standstills: Board['standstills'] } = { standstills: [] };
  let say: (text: string) => void = () => undefined;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/v1/events')
      return Response.json({ ok: true, data: { position: 1, tasks: [], questions: [], ...board } });
    const body = new ReadableStream({
      start: (controller) => {
        say = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    return new Response(body);
  });
  void connect(stop.signal);
  await expect.poll(() => world.value?.board.standstills).toEqual([]);
  board.standstills = [still];
  const signOfLife = () => {
    say(': quiet\n\n');
    return world.value?.board.standstills;
  };
  await expect.poll(signOfLife).toEqual([still]);
});
