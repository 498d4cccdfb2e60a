// What the scripted agent does in the demo: looks and reports, then writes a test that fails and the fix that makes it pass.

const test = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLate, nextBeat } from '../src/schedule.js';

const MINUTE = 60_000;

test('the next beat is due after the interval in minutes', () => {
  assert.equal(nextBeat(0, 5), 5 * MINUTE);
});

test('a service is late only beyond its interval', () => {
  assert.equal(isLate(0, 5, 5 * MINUTE), false);
  assert.equal(isLate(0, 5, 5 * MINUTE + 1), true);
});
`;

const report = {
  cause:
    'nextBeat multiplies an interval in minutes by 1000, as if it were seconds: five minutes become five seconds, so every service counts as late almost at once.',
  locations: [{ file: 'src/schedule.js', line: 5, what: 'everyMinutes * SECOND' }],
  proposals: [
    {
      title: 'Count in minutes',
      text: 'Replace SECOND by a MINUTE of 60,000 ms in src/schedule.js and test the boundary on both sides.',
      recommended: true,
    },
    {
      title: 'Configure seconds',
      text: 'Rename the setting to everySeconds. Breaks every existing configuration.',
      recommended: false,
    },
  ],
  impact: 'Only src/schedule.js; src/watch.js uses it unchanged.',
  risk: 'low',
  wanted: [],
  criteria: [
    {
      text: 'A service is late only after its interval in minutes has passed.',
      verify: 'npm test',
      files: ['src/schedule.js', 'test/schedule.test.js'],
      kind: 'behaviour',
    },
  ],
};

const replace = (old: string, next: string) => ({ replace: { path: 'src/schedule.js', old, new: next } });

export const demoScript = {
  turns: [
    { when: { mode: 'analysis' }, do: [{ usage: { inputTokens: 4200, outputTokens: 610 } }, { report }] },
    {
      when: { mode: 'write' },
      do: [
        { write: { path: 'test/schedule.test.js', text: test } },
        replace('const SECOND = 1000;', 'const MINUTE = 60_000;'),
        replace('everyMinutes * SECOND', 'everyMinutes * MINUTE'),
        { usage: { inputTokens: 5100, outputTokens: 930 } },
        { say: 'The interval is counted in minutes now; two tests hold it at both sides of the boundary.' },
      ],
    },
  ],
} as const;
