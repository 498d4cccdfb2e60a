import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStream } from '../../../test/fakes/read-stream.ts';
import { codexFold } from './headless.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const read = (name: string) => readStream(codexFold, fixture(`headless-${name}.jsonl`));

test('CM-40 the answer is the last message of the agent, not the first', () => {
  const { events, verdict, usage } = read('ok-shell');
  expect(verdict).toEqual({ kind: 'answered', text: 'Made hello.txt.' });
  expect(events).toEqual([
    { kind: 'started', conversation: '01a1fd46-f292-7002-baa4-456ebd669624', model: null },
    { kind: 'text', text: 'I will make a file.' },
    { kind: 'tool_started', id: 'item_1', tool: 'command_execution', what: "/bin/bash -lc 'echo hi > hello.txt'" },
    { kind: 'tool_ended', id: 'item_1', ok: true, exit: 0, paths: [] },
    { kind: 'text', text: 'Made hello.txt.' },
  ]);
  expect(usage).toEqual({ inputTokens: 200, cachedTokens: 20, outputTokens: 40, money: null });
});

test('usage counts on over the thread and is made of this turn alone', () => {
  const before = { inputTokens: 200, cachedTokens: 20, outputTokens: 40 };
  expect(readStream(codexFold, fixture('headless-resume.jsonl'), { before }).usage).toEqual({
    inputTokens: 100,
    cachedTokens: 10,
    outputTokens: 20,
    money: null,
  });
});

test.each([
  ['api-401', { kind: 'auth_missing' }],
  ['no-auth', { kind: 'auth_missing' }],
  ['api-429', { kind: 'limited', until: null }],
  ['api-500', { kind: 'api_error', status: null }],
  ['drop', { kind: 'api_error', status: null }],
])('CM-39 the recorded stream %s is no answer', (name, outcome) => {
  expect(read(name).verdict).toMatchObject(outcome);
});

test('a stream that a signal stopped has no verdict', () => {
  expect(read('sigint').verdict).toBeNull();
  expect(read('sigterm').verdict).toBeNull();
});

test('an unknown conversation is told on stderr alone', () => {
  const { verdict } = readStream(codexFold, '', { stderr: fixture('headless-bad-resume.stderr') });
  expect(verdict).toMatchObject({ kind: 'crashed', message: expect.stringContaining('no rollout found') });
});

test('an item of type error is kept as unknown and is no failed turn', () => {
  const text =
    '{"type":"item.completed","item":{"id":"i","type":"error","message":"m"}}\n{"type":"item.completed","item":{"id":"j","type":"agent_message","text":"fine"}}\n{"type":"turn.completed","usage":{}}';
  const { events, verdict } = readStream(codexFold, text);
  expect(events[0]).toMatchObject({ kind: 'unknown' });
  expect(verdict).toEqual({ kind: 'answered', text: 'fine' });
});

test('changed files are told with their paths', () => {
  const text =
    '{"type":"item.completed","item":{"id":"i","type":"file_change","changes":[{"path":"a.ts","kind":"add"}],"status":"completed"}}';
  expect(readStream(codexFold, text).events).toEqual([
    { kind: 'tool_started', id: 'i', tool: 'file_change', what: 'a.ts' },
    { kind: 'tool_ended', id: 'i', ok: true, exit: null, paths: ['a.ts'] },
  ]);
});

test('a usage limit with a time of day is limited until the end of that minute', () => {
  const now = new Date(2026, 10, 21, 11, 0).getTime();
  const message = 'You’ve hit your usage limit. Upgrade to Pro or try again at 1:11 PM.';
  const { verdict } = readStream(codexFold, JSON.stringify({ type: 'turn.failed', error: { message } }), {
    endedAt: now,
  });
  expect(verdict).toEqual({ kind: 'limited', until: new Date(2026, 10, 21, 13, 12).getTime(), message });
});
