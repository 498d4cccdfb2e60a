import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldNative, live, tellShortly } from '../../../test/fakes/fold-native.ts';
import { codexProtocol } from './native-protocol.ts';

const file = join(import.meta.dirname, 'fixtures', 'native-session.jsonl');

test('a recorded session with an allowed and a refused command, an interrupt and a usage limit is told in order', () => {
  const { events } = foldNative(codexProtocol, file);
  const asked = ['tool_started', 'permission_asked', 'asks', 'permission_closed', 'busy', 'tool_ended'];
  expect(tellShortly(events).filter((each) => each !== 'context')).toEqual([
    ...['starting', 'started', 'ready'],
    ...['turn_started', 'busy', ...asked, 'text', 'usage', 'turn_ended answered', 'ready'],
    ...['turn_started', 'busy', ...asked, 'text', 'usage', 'turn_ended refused_by_permission', 'ready'],
    ...['turn_started', 'busy', 'usage', 'turn_ended interrupted', 'ready'],
    ...['turn_started', 'busy', 'usage', 'limited', 'turn_ended limited', 'limited'],
  ]);
});

test('totals that count on, or are told again, are made of each turn alone', () => {
  const { events } = foldNative(codexProtocol, file);
  const usages = events.flatMap((each) => (each.kind === 'usage' ? [each.usage.inputTokens] : []));
  expect(usages).toEqual([200, 200, 0, 0]);
});

test('what a turn has used is told before its end as well', () => {
  const { events } = foldNative(codexProtocol, file);
  const told = events.flatMap((each) => (each.kind === 'context' ? [each.usage?.inputTokens] : []));
  expect(told.slice(0, 4)).toEqual([100, 200, 100, 200]);
});

test('the command is told without the shell around it, and a refusal lets the turn go on and gives its words', () => {
  const { state } = foldNative(codexProtocol, file);
  const [ask] = codexProtocol.seen(state).asks;
  if (ask === undefined) throw new Error('it never asked');
  expect(ask.asked.wanted).toEqual({ tool: 'command_execution', subject: 'touch a.txt' });
  expect(codexProtocol.answer(state, ask, 'allow', null)).toEqual([{ id: 0, result: { decision: 'accept' } }]);
  expect(codexProtocol.answer(state, ask, 'deny', null)).toEqual([{ id: 0, result: { decision: 'decline' } }]);
  const busy = { ...state, seen: { ...codexProtocol.seen(state), turn: 'T' } };
  expect(codexProtocol.answer(busy, ask, 'deny', 'not here')).toMatchObject([
    {},
    { method: 'turn/steer', params: { input: [{ text: 'not here' }] } },
  ]);
});

test('words that came too late for their turn are said again as a turn of their own, under the same id', () => {
  const { state } = foldNative(codexProtocol, file);
  const steered = codexProtocol.prompt(
    { ...state, seen: { ...codexProtocol.seen(state), turn: 'T' } },
    live,
    'm4',
    'late words',
    true,
  );
  const said = new Map([[codexProtocol.keyOf(steered), steered]]);
  expect(codexProtocol.keyOf(steered)).toBe('prompt:m4');
  expect(codexProtocol.wants(state, live, said)).toContainEqual(
    expect.objectContaining({
      method: 'turn/start',
      params: expect.objectContaining({ input: [{ type: 'text', text: 'late words' }] }),
    }),
  );
});

test.each([
  ['read-only', { approvalPolicy: 'never', sandbox: 'read-only' }],
  ['ask', { approvalPolicy: 'untrusted', sandbox: 'workspace-write' }],
  ['auto', { approvalPolicy: 'never', sandbox: 'workspace-write' }],
  ['bypass', { approvalPolicy: 'never', sandbox: 'danger-full-access' }],
] as const)('permissions %s are told as policy and sandbox, and analysis only reads', (permissions, policy) => {
  const { state } = foldNative(codexProtocol, file);
  const lines = (how: object) => codexProtocol.wants(state, { ...live, permissions, ...how }, new Map());
  expect(lines({})).toContainEqual(
    expect.objectContaining({ method: 'thread/start', params: expect.objectContaining(policy) }),
  );
  const reading = expect.objectContaining({ sandbox: 'read-only', approvalPolicy: 'never' });
  expect(lines({ mode: 'analysis' })).toContainEqual(expect.objectContaining({ params: reading }));
});
