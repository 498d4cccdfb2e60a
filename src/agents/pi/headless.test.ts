import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStream } from '../../../test/fakes/read-stream.ts';
import { judgeMessage, piFold } from './headless.ts';

const read = (name: string) =>
  readStream(piFold, readFileSync(join(import.meta.dirname, 'fixtures', `headless-${name}.jsonl`), 'utf8'));

test('CM-40 an answer with a tool is told once, though each update repeats the message', () => {
  const { events, verdict, usage } = read('ok-shell');
  expect(events.map(({ kind }) => kind)).toEqual([
    'started',
    'text',
    'context',
    'tool_started',
    'tool_ended',
    'text',
    'context',
  ]);
  expect(events).toContainEqual({
    kind: 'tool_started',
    id: expect.any(String),
    tool: 'bash',
    what: 'echo hi > hello.txt; exit 3',
  });
  expect(events).toContainEqual({ kind: 'tool_ended', id: expect.any(String), ok: false, exit: 3, paths: [] });
  expect(verdict).toEqual({ kind: 'answered', text: 'Made it.' });
  expect(usage).toEqual({ inputTokens: 200, cachedTokens: 20, outputTokens: 40, money: null });
});

test('CM-39 a 401 is no answer, though it ends as a turn does', () => {
  expect(read('api-401').verdict).toMatchObject({ kind: 'auth_missing' });
});

test('a limit that was tried again three times is a limit, and each try is told', () => {
  const { events, verdict } = read('api-429');
  expect(events.filter(({ kind }) => kind === 'retrying')).toHaveLength(3);
  expect(verdict).toMatchObject({ kind: 'limited', until: null });
});

test('a stream that a signal stopped has no verdict', () => {
  expect(read('sigint').verdict).toBeNull();
});

test.each([
  ['500 mock error 500', { kind: 'api_error', status: 500 }],
  ['Connection error.', { kind: 'api_error', status: null }],
  ['No API key found for google. Use /login', { kind: 'auth_missing' }],
])('the sentence %j is told as what it is', (message, outcome) => {
  expect(judgeMessage(message)).toMatchObject(outcome);
});
