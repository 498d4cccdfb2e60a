import { expect, it } from 'vitest';
import { manualClock } from '../../test/fakes/clock.ts';
import { ageOf } from './age.ts';

const day = 86_400_000;

it.each([day, -day])(
  'WT-69 what was written a moment ago is young though the clock was set by %i meanwhile',
  async (by) => {
    const clock = manualClock();
    const before = clock.now();
    await clock.jump(by);
    await clock.advance(1_000);
    expect(ageOf(clock, before)).toBeLessThanOrEqual(1_000);
    expect(ageOf(clock, clock.now())).toBeLessThanOrEqual(0);
  },
);

it('what is old is old', async () => {
  const clock = manualClock();
  const before = clock.now();
  await clock.advance(day);
  expect(ageOf(clock, before)).toBe(day);
});
