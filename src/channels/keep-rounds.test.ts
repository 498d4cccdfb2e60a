import { expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import { keepRounds } from './keep-rounds.ts';

const longMs = 60_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** `next`: what each round comes to, in order, `cut`: it fails with the end; `ring`: something was committed. */
function open(...next: (number | Error | 'cut')[]) {
  const clock = manualClock();
  const stop = new AbortController();
  const said: string[] = [];
  let rounds = 0;
  let ring = () => {};
  const over = keepRounds(
    {
      clock,
      rings: { wait: () => new Promise<void>((resolve) => (ring = resolve)) },
      log: { info() {}, warn: (what) => void said.push(what), bug: String },
      round: async (ended) => {
        const ms = next[rounds] ?? longMs;
        rounds += 1;
        if (ms === 'cut') return new Promise((_, reject) => ended.addEventListener('abort', reject));
        if (ms instanceof Error) throw ms;
        return ms;
      },
      failing: 'it failed',
      pauseMs: 200,
    },
    stop.signal,
  );
  const after = async (ms: number) => {
    await turn();
    await clock.advance(ms);
    await turn();
    return rounds;
  };
  return { after, ring: () => ring(), said, stop, over };
}

it('looks at once, again when its time has come, and when something was committed, with what comes right after it', async () => {
  const { after, ring, stop, over } = open();
  expect(await after(0)).toBe(1);
  expect(await after(longMs - 1)).toBe(1);
  await after(1);
  expect(await after(200)).toBe(2);
  ring();
  expect(await after(199)).toBe(2);
  expect(await after(1)).toBe(3);
  stop.abort();
  await over;
});

it('a round that fails is said and done again after five seconds; one that the end cut off is not said', async () => {
  const { after, said, stop, over } = open(new Error('no'), 'cut');
  await after(4_999);
  expect([await after(200), said]).toEqual([1, ['it failed']]);
  expect(await after(200)).toBe(2);
  stop.abort();
  await over;
  expect(said).toHaveLength(1);
});
