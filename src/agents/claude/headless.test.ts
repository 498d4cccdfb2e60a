import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStream } from '../../../test/fakes/read-stream.ts';
import { claudeFold } from './headless.ts';

const read = (name: string) =>
  readStream(claudeFold, readFileSync(join(import.meta.dirname, 'fixtures', `${name}.jsonl`), 'utf8'));

test('an answer with two tools is told in order: conversation, text, tools with exit code and changed path', () => {
  const { events, verdict, usage } = read('answer-with-tools');
  expect(events).toEqual([
    { kind: 'started', conversation: '11111111-2222-4333-8444-555555555555', model: 'claude-opus-5-5' },
    { kind: 'text', text: 'I will make a file.' },
    { kind: 'tool_started', id: 'toolu_m1_1', tool: 'Write', what: '/copy/hello.txt' },
    { kind: 'tool_ended', id: 'toolu_m1_1', ok: true, exit: null, paths: ['/copy/hello.txt'] },
    { kind: 'tool_started', id: 'toolu_m2_0', tool: 'Bash', what: 'exit 3' },
    { kind: 'tool_ended', id: 'toolu_m2_0', ok: false, exit: 3, paths: [] },
    { kind: 'text', text: 'Made hello.txt.' },
  ]);
  expect(verdict).toEqual({ kind: 'answered', text: 'Made hello.txt.' });
  expect(usage).toMatchObject({ inputTokens: 330, cachedTokens: 30, outputTokens: 60 });
  expect(usage?.money).toBeCloseTo(0.002406, 9);
});

test('money of a resumed conversation is of this turn alone, though the program counts on', () => {
  const { verdict, usage } = read('resumed');
  expect(verdict).toEqual({ kind: 'answered', text: 'Second answer.' });
  expect(usage?.money).toBeCloseTo(0.000802, 9);
});

test('a tool refused without a later success leaves the turn refused by permission', () => {
  expect(read('denied').verdict).toMatchObject({
    kind: 'refused_by_permission',
    what: [expect.stringMatching(/^Bash: /)],
    text: 'I was not allowed.',
  });
});

test.each([
  ['status-401', { kind: 'auth_missing' }],
  ['no-login', { kind: 'auth_missing', message: expect.stringContaining('Not logged in') }],
  ['status-429', { kind: 'limited', until: null }],
  ['usage-limit', { kind: 'limited', until: 1_795_266_742_000 }],
  ['status-500', { kind: 'api_error', status: 500 }],
  ['cut', { kind: 'api_error', status: null }],
  ['max-turns', { kind: 'cut_off', message: 'Reached maximum number of turns (2)' }],
  ['unknown-conversation', { kind: 'crashed', message: expect.stringContaining('No conversation found') }],
  ['empty', { kind: 'empty' }],
])('CM-39 the recorded stream %s is no answer, though its subtype may say success', (name, outcome) => {
  expect(read(name).verdict).toMatchObject(outcome);
});

test('an API error is told as a retry, not as the words of the agent', () => {
  const { events } = read('status-500');
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'retrying']);
  expect(events[1]).toEqual({ kind: 'retrying', attempt: 1, why: 'server_error 500' });
});

test('a stream that stops early has no verdict', () => {
  const text = readFileSync(join(import.meta.dirname, 'fixtures', 'answer-with-tools.jsonl'), 'utf8');
  expect(readStream(claudeFold, text.split('\n').slice(0, 4).join('\n')).verdict).toBeNull();
});

test('a line of an unknown type is kept as it came', () => {
  expect(readStream(claudeFold, '{"b":1,"type":"new_thing"}').events).toEqual([
    { kind: 'unknown', raw: '{"b":1,"type":"new_thing"}' },
  ]);
});
