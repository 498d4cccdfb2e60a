// Looks at what is large leave the daemon its time.
import { expect, it } from 'vitest';
import { inItsShare } from './watch.ts';

/** Ten looks of so many ms each: what was waited before each. */
async function waitsOf(ms: number) {
  const waits: number[] = [];
  let now = 7;
  const clock = {
    ticks: () => now,
    wait: async (wait: number) => {
      waits.push(wait);
      now += wait;
    },
  };
  let looks = 0;
  const look = inItsShare(clock, new AbortController().signal, async () => {
    now += ms;
    looks += 1;
    return looks;
  });
  const found: number[] = [];
  for (let at = 0; at < 10; at += 1) found.push(await look());
  return { waits, found };
}

it('who looks after every commit takes a tenth of the time, and sees all there is', async () => {
  expect(await waitsOf(20)).toEqual({ waits: Array(9).fill(180), found: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
});

it('a look that takes no time waits for nothing, and no look is later than half a second', async () => {
  expect((await waitsOf(0)).waits).toEqual([]);
  expect((await waitsOf(400)).waits).toEqual(Array(9).fill(500));
});

it('who looked long ago looks at once', async () => {
  let now = 0;
  const waits: number[] = [];
  const clock = { ticks: () => now, wait: async (ms: number) => void waits.push(ms) };
  const look = inItsShare(clock, new AbortController().signal, async () => {
    now += 10;
  });
  await look();
  now += 90;
  await look();
  expect(waits).toEqual([]);
});
