import { setTimeout as sleep } from 'node:timers/promises';
import { hurriedClock } from '../fakes/clock.ts';
import { clockSuite } from './clock.suite.ts';

clockSuite('a clock that hurries', () => ({ clock: hurriedClock(5), pass: (ms) => sleep(ms / 5 + 5) }));
