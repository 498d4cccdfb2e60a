import { manualClock } from '../fakes/clock.ts';
import { clockSuite } from './clock.suite.ts';

clockSuite('the manual clock', () => {
  const clock = manualClock();
  return { clock, pass: clock.advance };
});
