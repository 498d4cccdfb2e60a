import { expect, test } from 'vitest';
import type { TurnOutcome } from '../../../domain/run/turn.ts';
import type { HookWord } from '../../drivers/pty/hooks.ts';
import type { Json } from '../../json.ts';
import { hear } from '../terminal.ts';
import { Events } from './events.ts';

const session = 'ses_1';
const event = (type: string, properties: object, id = '') => ({ ...(id ? { id } : {}), type, properties });
const status = (type: string, more: object = {}, sessionID = session) =>
  event('session.status', { sessionID, status: { type, ...more } });
const message = (id: string, role: string, sessionID = session) =>
  event('message.updated', { sessionID, info: { id, role, sessionID, model: { providerID: 'p', modelID: 'm' } } });
const part = (messageID: string, more: object, sessionID = session) =>
  event('message.part.updated', { sessionID, part: { messageID, sessionID, ...more } });
const says = (id: string, text: string, more: object = {}) =>
  part(id, { type: 'text', text, time: { start: 1, end: 2 }, ...more });
const prompt = (id: string, text: string) => [message(id, 'user'), part(id, { type: 'text', text }), status('busy')];
const tokens = { input: 90, output: 20, cache: { read: 10, write: 0 } };
const step = (reason: string, sessionID = session) =>
  part('a1', { type: 'step-finish', reason, tokens, cost: 0.5 }, sessionID);
const idle = (sessionID = session) => event('session.idle', { sessionID });
const tool = (state: object, sessionID = session) =>
  part('a1', { type: 'tool', tool: 'bash', callID: 'c1', state }, sessionID);
const input = { command: 'touch x' };

/** All that is heard of these events. */
function heard(events: readonly Json[], by = new Events()): readonly HookWord[] {
  return events.flatMap((each) => by.take(each)).flatMap((told) => hear(JSON.parse(JSON.stringify(told))));
}
const outcomes = (events: readonly Json[]): readonly (TurnOutcome | null)[] =>
  heard(events).flatMap((word) => (word.kind === 'stopped' ? [word.outcome] : []));
const kinds = (events: readonly Json[]) =>
  heard(events).map((word) => (word.kind === 'told' ? word.event.kind : word.kind));

const answer = [...prompt('u1', 'hello'), message('a1', 'assistant'), says('a1', 'Yes.'), step('stop')];

test('a turn: its conversation with the first, its prompt, its words, what it used, its end', () => {
  const words = heard([...answer, status('idle'), idle()]);
  expect(words).toEqual([
    { kind: 'began', conversation: session, model: 'p/m' },
    { kind: 'prompted', text: 'hello' },
    { kind: 'told', event: { kind: 'text', text: 'Yes.' } },
    { kind: 'told', event: { kind: 'context', used: 120, window: null } },
    {
      kind: 'told',
      event: { kind: 'usage', usage: { inputTokens: 100, cachedTokens: 10, outputTokens: 20, money: 0.5 } },
    },
    { kind: 'stopped', outcome: { kind: 'answered', text: 'Yes.' } },
  ]);
  const events = new Events();
  heard([...answer, idle()], events);
  expect(heard([...prompt('u2', 'more'), idle()], events).map(({ kind }) => kind)).not.toContain('began');
});

test('the same event of a second instance is told once', () => {
  const events = new Events();
  const busy = { ...status('busy'), id: 'evt_1' };
  expect(events.take(busy)).toHaveLength(2);
  expect(events.take(busy)).toEqual([]);
});

test('words of a prompt are told when its turn begins, those said in mid-turn at once, and each once', () => {
  expect(kinds(prompt('u1', 'hello').slice(0, 2))).toEqual([]);
  const more = [message('u2', 'user'), part('u2', { type: 'text', text: 'and this' })];
  const prompts = heard([...prompt('u1', 'hello'), ...more, ...more]).filter(({ kind }) => kind === 'prompted');
  expect(prompts.map((word) => word.kind === 'prompted' && word.text)).toEqual(['hello', 'and this']);
});

test('what a fork copies begins nothing; the prompt that follows does', () => {
  const copies = [message('o1', 'user'), part('o1', { type: 'text', text: 'old' }), message('o2', 'assistant')];
  const old = [...copies, says('o2', 'older words'), tool({ status: 'completed', input }), step('stop')];
  const words = heard([...old, ...prompt('u1', 'new'), idle()]);
  expect(words.map(({ kind }) => kind)).toEqual(['began', 'prompted', 'told', 'stopped']);
  expect(words[1]).toEqual({ kind: 'prompted', text: 'new' });
});

test('a part of its work that it hands to another conversation ends no turn and begins none; what that used counts', () => {
  const child = event('session.created', { info: { id: 'ses_2', parentID: session }, sessionID: 'ses_2' });
  const inside = [status('busy', {}, 'ses_2'), step('stop', 'ses_2'), status('idle', {}, 'ses_2'), idle('ses_2')];
  const failed = event('session.error', { sessionID: 'ses_2', error: { name: 'UnknownError', data: {} } });
  const events = [...answer.slice(0, 3), child, ...inside, failed, ...answer.slice(3), idle()];
  expect(outcomes(events)).toEqual([{ kind: 'answered', text: 'Yes.' }]);
  const used = heard(events).flatMap((word) =>
    word.kind === 'told' && word.event.kind === 'usage' ? [word.event.usage.inputTokens] : [],
  );
  expect(used).toEqual([200]);
});

test('a tool is told once when it runs and once when it is done', () => {
  const running = tool({ status: 'running', input });
  const done = tool({ status: 'completed', input, metadata: { exit: 0 } });
  const words = heard([...prompt('u1', 'x'), tool({ status: 'pending', input: {} }), running, running, done, done]);
  expect(words.slice(2)).toEqual([
    { kind: 'told', event: { kind: 'tool_started', id: 'c1', tool: 'bash', what: 'touch x' } },
    { kind: 'told', event: { kind: 'tool_ended', id: 'c1', ok: true, exit: 0, paths: [] } },
  ]);
});

test('ends are what they are, not what was said last', () => {
  const begun = [...prompt('u1', 'x'), message('a1', 'assistant'), says('a1', 'So far.')];
  const error = (name: string, data: object) => event('session.error', { sessionID: session, error: { name, data } });
  const denied = tool({
    status: 'error',
    input,
    error: 'The user rejected permission to use this specific tool call.',
  });
  const cases: readonly (readonly [readonly Json[], object])[] = [
    [[...begun, error('MessageAbortedError', { message: 'Aborted' }), idle(), idle()], { kind: 'interrupted' }],
    [[...begun, error('APIError', { message: 'no', statusCode: 401 }), idle()], { kind: 'auth_missing' }],
    [[...begun, error('APIError', { message: 'no', statusCode: 500 }), idle()], { kind: 'api_error', status: 500 }],
    [[...begun, denied, step('tool-calls'), idle()], { kind: 'refused_by_permission', what: ['touch x'] }],
    [[...begun, step('length'), idle()], { kind: 'cut_off' }],
    [[...prompt('u1', 'x'), idle()], { kind: 'empty' }],
    [[error('UnknownError', { message: 'no such model' })], { kind: 'api_error' }],
    // It went on by itself after an error.
    [
      [...begun, error('APIError', { message: 'no' }), part('a1', { type: 'step-start' }), step('stop'), idle()],
      { kind: 'answered' },
    ],
  ];
  for (const [events, outcome] of cases) expect(outcomes(events)).toEqual([expect.objectContaining(outcome)]);
});

test('a limit that it waits for is told with the time it tries again, another error is not', () => {
  const limited = heard([status('retry', { attempt: 2, message: 'Too Many Requests', next: 1000 })]).slice(2);
  expect(limited).toEqual([
    { kind: 'told', event: { kind: 'retrying', attempt: 2, why: 'Too Many Requests' } },
    { kind: 'told', event: { kind: 'limited', until: 1000, message: 'Too Many Requests' } },
  ]);
  expect(kinds([status('retry', { attempt: 1, message: 'mock error 500' })])).toEqual([
    'began',
    'prompted',
    'retrying',
  ]);
});

test('a question is open until it is replied to, or its turn ends', () => {
  const asked = (id: string) =>
    event('permission.asked', { id, sessionID: session, permission: 'bash', patterns: ['touch x'], metadata: input });
  const replied = event('permission.replied', { sessionID: session, requestID: 'per_1', reply: 'once' });
  const words = heard([...prompt('u1', 'x'), asked('per_1'), replied, replied, asked('per_2'), idle()]).slice(2);
  expect(words.map((word) => [word.kind, word.kind === 'closed' ? word.id : ''])).toEqual([
    ['asked', ''],
    ['closed', 'per_1'],
    ['asked', ''],
    ['closed', 'per_2'],
    ['told', ''],
    ['stopped', ''],
  ]);
  expect(words[0]).toMatchObject({ asked: { id: 'per_1', wanted: { tool: 'bash', subject: 'touch x' } } });
});

test('what is no event of its own, or has another form, is nothing', () => {
  expect(heard([{}, { type: 7 }, event('session.status', {}), event('permission.replied', {})]).length).toBeLessThan(3);
  for (const told of [{}, { type: 'stopped' }, { type: 'asked' }, { type: 'tool_end', paths: 'x' }])
    expect(() => hear(told)).not.toThrow();
});
