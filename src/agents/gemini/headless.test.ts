import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { parseRecord } from '../json.ts';
import { geminiFold } from './headless.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

function read(text: string, stderr = '') {
  let state = geminiFold.begin({ inputTokens: 0, cachedTokens: 0, outputTokens: 0 });
  const events: AgentEvent[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const step = geminiFold.read(state, parseRecord(line) ?? {});
    state = step.state;
    events.push(...step.events);
  }
  return { events, usage: geminiFold.usage(state), verdict: geminiFold.verdict(state, { stderr, endedAt: 0 }) };
}

test('an answer with a tool: pieces of text are told whole, the last of them is the answer', () => {
  const { events, usage, verdict } = read(fixture('headless-ok-shell.jsonl'));
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'text', 'tool_started', 'tool_ended', 'text']);
  expect(events[1]).toEqual({ kind: 'text', text: 'I will make a file.' });
  expect(events[2]).toMatchObject({ tool: 'run_shell_command', what: 'echo hi > hello.txt' });
  expect(verdict).toEqual({ kind: 'answered', text: 'Made hello.txt.' });
  expect(usage).toEqual({ inputTokens: 200, cachedTokens: 20, outputTokens: 40, money: null });
});

test('a tool that is not offered fails and is told so', () => {
  const { events } = read(fixture('headless-no-approve.jsonl'));
  expect(events).toContainEqual(expect.objectContaining({ kind: 'tool_ended', ok: false }));
});

test('trouble with the service is judged by the last line', () => {
  expect(read(fixture('headless-api-401.jsonl')).verdict).toMatchObject({ kind: 'auth_missing' });
  expect(read(fixture('headless-api-500-long.jsonl')).verdict).toMatchObject({ kind: 'api_error', status: 500 });
});

test('without a last line only stderr can tell why, and of a cut stream nothing is said', () => {
  expect(read('', fixture('headless-no-auth.stderr')).verdict).toMatchObject({ kind: 'auth_missing' });
  expect(read('', 'Error resuming session: No previous sessions found for this project.\n').verdict).toEqual({
    kind: 'crashed',
    message: 'no session to resume: No previous sessions found for this project.',
  });
  expect(read(fixture('headless-sigint.jsonl'), 'Ripgrep is not available.\n').verdict).toBeNull();
});

test('a resumed conversation keeps its id', () => {
  const id = (name: string) => read(fixture(name)).events.find((each) => each.kind === 'started');
  expect(id('headless-resume.jsonl')).toEqual(id('headless-ok-shell.jsonl'));
});
