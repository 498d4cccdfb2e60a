import { expect, it } from 'vitest';
import type { EnvironmentLook, Verification } from '../environment/look.ts';
import { instant } from '../ids.ts';
import { environmentNotes, sayLook, sayVerification } from './environment-notes.ts';

const env = { name: 'shop-prod', tier: 'prod' } as const;
const at = instant(Date.parse('2026-11-22T12:30:05Z'));
const error = (text: string, count: number) => ({ text, count, at });
const seen: EnvironmentLook & { kind: 'seen' } = {
  ...{ kind: 'seen', at, errors: [error('E42', 3)], tail: 'last line' },
  modules: [
    { name: 'web', running: true },
    { name: 'jobs', running: false },
    { name: 'mail', running: null },
  ],
  logs: [
    { where: 'a.log', coverage: 'whole', trouble: '' },
    { where: 'b.log', coverage: 'unreadable', trouble: 'no such file' },
  ],
};

it('a look is told with its modules, what could not be read, and its errors', () => {
  expect(sayLook(env, seen)).toEqual([
    'shop-prod (prod) at 2026-11-22 12:30:05Z: web running, jobs NOT running, mail unknown.',
    'b.log: no such file',
    'Errors in its logs:',
    '- 3x E42',
  ]);
  expect(sayLook(env, { ...seen, modules: [], logs: [], errors: [] })).toEqual([
    'shop-prod (prod) at 2026-11-22 12:30:05Z: no module.',
    'No log was found.',
    'No errors in its logs.',
  ]);
  expect(sayLook(env, { kind: 'unseen', at, why: 'no route' })).toEqual([
    'shop-prod (prod) could not be looked at: no route',
  ]);
});

const verification: Verification = {
  ...{ env: 'shop-prod', against: null, at, verdict: 'resolved', summary: 'Gone.' },
  ...{ silent: false, resolved: [], remaining: [], new: [] },
};
const before = (minutes: number) => instant(at - minutes * 60_000);

it('a verification is told with what it was compared with, and with each kind of error', () => {
  expect(sayVerification(verification)).toEqual(['shop-prod after the deployment: resolved. Gone.']);
  const all = { remaining: [error('a', 1)], new: [error('b', 2)], resolved: [error('c', 3)] };
  expect(sayVerification({ ...verification, against: 'shop-test', ...all }, before(5))).toEqual([
    'shop-prod after the deployment: resolved. Gone.',
    'Looked at: 5 minutes since the deployment (from 2026-11-22 12:25:05Z).',
    'Compared with its own look before the work, and with the errors of shop-test.',
    ...['Still there:', '- 1x a', 'New:', '- 2x b', 'Not seen again:', '- 3x c'],
  ]);
});

it.each([
  [before(5), 'No new errors in 5 minutes since'],
  [before(1), 'No new errors in the first minute since'],
  [before(0), 'No new errors in the first minute since'],
  [before(1.5), 'No new errors in 2 minutes since'],
  [before(1.49), 'No new errors in the first minute since'],
])('since %d without a new error is told so', (since, words) => {
  expect(sayVerification(verification, since)[1]).toContain(words);
});
it('where nothing is known, nothing is said to be new or not', () => {
  expect(sayVerification({ ...verification, verdict: 'unknown' }, before(5))[1]).toContain('Looked at: 5 minutes');
});

it('notes for an analysis are the look, the end of the log and what was asked, each by itself', () => {
  const asked = { rounds: 1, allowed: true, all: [{ command: 'ls', said: 'a\nb' }] };
  const notes = environmentNotes(env, { looks: { 'shop-prod': seen }, asked });
  expect(notes).toEqual([sayLook(env, seen).join('\n'), 'The end of its log:\nlast line', '$ ls\na\nb']);
  expect(environmentNotes(env, { looks: { 'shop-prod': { ...seen, tail: '' } } })).toHaveLength(1);
  expect(environmentNotes(env, { looks: { 'shop-prod': { kind: 'unseen', at, why: 'x' } } })).toHaveLength(1);
  for (const none of [environmentNotes(null, { looks: { 'shop-prod': seen } }), environmentNotes(env, {})])
    expect(none).toEqual([]);
  expect(environmentNotes(env, { looks: { other: seen } })).toEqual([]);
});
