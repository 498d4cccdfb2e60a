// The demo's sample project: a small watcher of heartbeats with a real bug. Minutes are taken for seconds, and no test looks there.

/** What the person of the demo says. */
export const demoTask =
  'The heartbeat job reports every service as late within seconds: the interval is configured in minutes.';

/** Path to content. */
export const demoProject: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "heartbeat",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test"
  }
}
`,
  'README.md': `# heartbeat

Watches services. Each says "I am alive" at least every few minutes; one that does not is late.

    const watch = createWatch({ everyMinutes: 5 });
    watch.beat('mail', Date.now());
    watch.late(Date.now());
`,
  '.gitignore': 'node_modules/\n',
  'src/schedule.js': `// When the next heartbeat of a service is due. Times are milliseconds.
const SECOND = 1000;

export function nextBeat(lastBeat, everyMinutes) {
  return lastBeat + everyMinutes * SECOND;
}

export function isLate(lastBeat, everyMinutes, now) {
  return now > nextBeat(lastBeat, everyMinutes);
}
`,
  'src/watch.js': `// Which services have been heard of, and which are late.
import { isLate } from './schedule.js';

export function createWatch({ everyMinutes }) {
  const beats = new Map();
  return {
    beat: (service, now) => beats.set(service, now),
    late: (now) => [...beats].filter(([, last]) => isLate(last, everyMinutes, now)).map(([service]) => service),
  };
}
`,
  'test/watch.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWatch } from '../src/watch.js';

const HOUR = 3_600_000;

test('a service just heard of is not late', () => {
  const watch = createWatch({ everyMinutes: 5 });
  watch.beat('mail', 0);
  assert.deepEqual(watch.late(0), []);
});

test('a service silent for an hour is late', () => {
  const watch = createWatch({ everyMinutes: 5 });
  watch.beat('mail', 0);
  watch.beat('web', HOUR);
  assert.deepEqual(watch.late(HOUR), ['mail']);
});
`,
};
