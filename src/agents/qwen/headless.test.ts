import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { parseRecord } from '../json.ts';
import { qwenFold } from './headless.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

const nothing = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

function read(text: string, stderr = '', before = nothing) {
  let state = qwenFold.begin(before);
  const events: AgentEvent[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const step = qwenFold.read(state, parseRecord(line) ?? {});
    state = step.state;
    events.push(...step.events);
  }
  return { events, usage: qwenFold.usage(state), verdict: qwenFold.verdict(state, { stderr, endedAt: 0 }) };
}

test('an answer with a tool, its exit code and the usage of the turn', () => {
  const { events, usage, verdict } = read(fixture('headless-ok-shell.jsonl'));
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'text', 'tool_started', 'tool_ended', 'text']);
  expect(events[2]).toMatchObject({ tool: 'run_shell_command', what: 'echo hi > hello.txt' });
  expect(events[3]).toMatchObject({ ok: true, exit: 0 });
  expect(verdict).toEqual({ kind: 'answered', text: 'Made hello.txt.' });
  expect(usage).toEqual({ inputTokens: 200, cachedTokens: 20, outputTokens: 40, money: null });
});

test('trouble with the service is judged by the last line, a missing key too', () => {
  expect(read(fixture('headless-api-401.jsonl')).verdict).toMatchObject({ kind: 'auth_missing' });
  expect(read(fixture('headless-no-auth.jsonl')).verdict).toMatchObject({ kind: 'auth_missing' });
  expect(read(fixture('headless-api-500-long.jsonl')).verdict).toMatchObject({ kind: 'api_error', status: 500 });
});

test('a model that says nothing is empty, also where the program makes an error of it', () => {
  const line = (more: object) => JSON.stringify({ type: 'result', is_error: true, ...more });
  const message = 'Model stream ended with empty response text.';
  expect(read(line({ error: { message } })).verdict).toEqual({ kind: 'empty' });
  expect(read(line({ is_error: false, result: ' ' })).verdict).toEqual({ kind: 'empty' });
});

test('of a cut stream nothing is said', () => {
  expect(read(fixture('headless-sigint.jsonl'), 'Operation cancelled.\n').verdict).toBeNull();
});

test('usage counts on over a conversation, so what was used before is taken off', () => {
  const { usage } = read(fixture('headless-ok-shell.jsonl'), '', {
    inputTokens: 150,
    cachedTokens: 10,
    outputTokens: 30,
  });
  expect(usage).toEqual({ inputTokens: 50, cachedTokens: 10, outputTokens: 10, money: null });
});
