import { expect, it } from 'vitest';
import { instant } from '../../src/domain/ids.ts';
import { manualClock } from '../fakes/clock.ts';
import { clockSuite } from './clock.suite.ts';

clockSuite('the manual clock', () => {
  const clock = manualClock();
  return { clock, pass: clock.advance };
});

it.each([86_400_000, -86_400_000])(
  'WT-69 a wait lasts as long as it lasts though the clock is set by %i',
  async (by) => {
    const clock = manualClock();
    let over = false;
    void clock.wait(1_000).then(() => {
      over = true;
    });
    await clock.jump(by);
    await clock.advance(999);
    expect(over).toBe(false);
    await clock.advance(1);
    expect(over).toBe(true);
  },
);

it.each([-3_600_000, -1_000])('WT-69 it calls when its span is over though it is set by %i meanwhile', async (by) => {
  const clock = manualClock();
  let called = false;
  clock.at(instant(clock.now() + 60_000), () => {
    called = true;
  });
  await clock.advance(30_000);
  await clock.jump(by);
  await clock.advance(29_999);
  expect(called).toBe(false);
  await clock.advance(1);
  expect(called).toBe(true);
});
