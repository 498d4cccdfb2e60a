import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/keeper/system-clock.ts';
import { clockSuite } from './clock.suite.ts';

clockSuite('the system clock', () => ({
  clock: systemClock,
  // Node's timers may come a millisecond early by the wall clock.
  pass: (ms) => sleep(ms + 5),
}));
