import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../domain/run/turn.ts';
import { parseRecord } from '../json.ts';
import { opencodeFold } from './headless.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

function read(text: string, stderr = '') {
  let state = opencodeFold.begin({ inputTokens: 0, cachedTokens: 0, outputTokens: 0 });
  const events: AgentEvent[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const step = opencodeFold.read(state, parseRecord(line) ?? {});
    state = step.state;
    events.push(...step.events);
  }
  return { events, usage: opencodeFold.usage(state), verdict: opencodeFold.verdict(state, { stderr, endedAt: 0 }) };
}

test('an answer with a tool: begun by its first line, ended by its last step, usage added up', () => {
  const { events, usage, verdict } = read(fixture('headless-ok-shell.jsonl'));
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'text', 'tool_started', 'tool_ended', 'text']);
  expect(events[2]).toMatchObject({ tool: 'bash', what: 'echo hi > hello.txt' });
  expect(events[3]).toMatchObject({ ok: true, exit: 0 });
  expect(verdict).toEqual({ kind: 'answered', text: 'Made hello.txt.' });
  expect(usage).toEqual({ inputTokens: 200, cachedTokens: 20, outputTokens: 40, money: 0 });
});

test('a run that stops at a refused permission says so, though it exits with 0', () => {
  expect(read(fixture('headless-ask-permission.jsonl')).verdict).toMatchObject({
    kind: 'refused_by_permission',
    what: ['touch ask.txt'],
  });
});

test('errors are judged by their status', () => {
  expect(read(fixture('headless-api-401.jsonl')).verdict).toMatchObject({ kind: 'auth_missing' });
  expect(read(fixture('headless-api-429.jsonl')).verdict).toMatchObject({ kind: 'limited' });
  expect(read(fixture('headless-bad-model.jsonl')).verdict).toMatchObject({ kind: 'api_error', status: null });
});

test('an unknown session is told by stderr alone; of a step under way nothing is said', () => {
  expect(read('', fixture('headless-bad-session.stderr')).verdict).toMatchObject({ kind: 'crashed' });
  expect(read(fixture('headless-sigterm.jsonl')).verdict).toBeNull();
});

test('a resumed conversation keeps its id', () => {
  const id = (name: string) => read(fixture(name)).events.find((each) => each.kind === 'started');
  expect(id('headless-resume.jsonl')).toEqual(id('headless-ok-shell.jsonl'));
});
