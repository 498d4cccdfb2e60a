import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldNative, live, tellShortly } from '../../../test/fakes/fold-native.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { foldTurn } from '../../domain/run/fold-turn.ts';
import type { AgentSpec } from '../../ports/agent.ts';
import type { Kept } from '../../ports/keeper.ts';
import { NativeFold } from '../drivers/native/fold.ts';
import { claudeNative } from './native.ts';
import { claudeProtocol } from './native-protocol.ts';

const file = join(import.meta.dirname, 'fixtures', 'native-permissions.jsonl');
const linesOfFirstTurn = 11;
const spec = { ...live, conversation: 'C', effort: null, args: [], turns: 9 } as unknown as AgentSpec;
const argv = (how: Partial<AgentSpec>) => claudeNative.args({ ...spec, ...how }).join(' ');

test('a recorded session with an allowed, a refused and an interrupted question is told in order', () => {
  const { events } = foldNative(claudeProtocol, file);
  const turn = ['turn_started', 'busy'];
  expect(tellShortly(events).filter((each) => each !== 'context')).toEqual([
    'ready',
    ...[...turn, 'started', 'tool_started', 'permission_asked', 'asks', 'permission_closed', 'busy', 'tool_ended'],
    ...['text', 'usage', 'turn_ended answered', 'ready'],
    ...[...turn, 'tool_started', 'permission_asked', 'asks', 'permission_closed', 'busy', 'tool_ended'],
    ...['text', 'usage', 'turn_ended answered', 'ready'],
    ...[...turn, 'tool_started', 'permission_asked', 'asks', 'permission_closed', 'busy', 'tool_ended'],
    ...['usage', 'turn_ended interrupted', 'ready'],
  ]);
  expect(events.filter(({ kind }) => kind === 'turn_started').map((each) => 'message' in each && each.message)).toEqual(
    ['m1', 'm2', 'm3'],
  );
});

test('PC-27 an answer is none where the program that is to do one turn leaves with another exit than 0; that it was made to leave changes nothing', () => {
  const last = (ending: Ending, once = true, lines: number | undefined = linesOfFirstTurn) => {
    const { events, fold } = foldNative(claudeProtocol, file, { once }, lines);
    const saved = new NativeFold(claudeProtocol, { ...live, once }, fold.save());
    const more = [...saved.finish({ ending } as Kept, 'boom\n')];
    return foldTurn([...events, ...more]).outcome;
  };
  const answer = { kind: 'answered' };
  expect(last({ kind: 'exited', code: 0 })).toMatchObject(answer);
  expect(last({ kind: 'exited', code: 3 })).toEqual({
    kind: 'crashed',
    message: 'it ended with exit code 3 after its answer: boom',
  });
  expect(last({ kind: 'cancelled' })).toMatchObject(answer);
  expect(last({ kind: 'exited', code: 3 }, false)).toMatchObject(answer);
  // What came to no end of its own is told as it was.
  expect(last({ kind: 'exited', code: 3 }, true, Number.POSITIVE_INFINITY)).toMatchObject({ kind: 'interrupted' });
});

test('usage of each turn is of that turn alone', () => {
  const { events } = foldNative(claudeProtocol, file);
  const usages = events.flatMap((each) => (each.kind === 'usage' ? [each.usage.inputTokens] : []));
  expect(usages).toEqual([220, 220, 110]);
});

test('what a turn has used is told before its end as well, answer by answer', () => {
  const { events } = foldNative(claudeProtocol, file);
  const told = events.flatMap((each) => (each.kind === 'context' ? [each.usage?.inputTokens] : []));
  expect(told.slice(0, 4)).toEqual([110, 220, 110, 220]);
});

test('an allowed act is the very act that was asked for; always adds its rule for this conversation alone', () => {
  const { state } = foldNative(claudeProtocol, file);
  const [ask] = claudeProtocol.seen(state).asks;
  if (ask === undefined) throw new Error('it never asked');
  expect(ask.asked).toMatchObject({ wanted: { tool: 'Bash', subject: 'touch a.txt' } });
  const input = { command: 'touch a.txt', description: 'Run a command' };
  expect(claudeProtocol.answer(state, ask, 'allow', null)).toMatchObject([
    { response: { request_id: ask.asked.id, response: { behavior: 'allow', updatedInput: input } } },
  ]);
  expect(claudeProtocol.answer(state, ask, 'always', null)).toMatchObject([
    { response: { response: { updatedInput: input, updatedPermissions: [{ destination: 'session' }] } } },
  ]);
  expect(claudeProtocol.answer(state, ask, 'deny', 'not here')).toMatchObject([
    { response: { response: { behavior: 'deny', message: 'not here' } } },
  ]);
  expect(claudeProtocol.answer(state, ask, 'maybe', null)).toBeNull();
});

test('a mode of permissions is always given, and questions come to us only where somebody answers', () => {
  expect(argv({ permissions: 'ask' })).toContain('--permission-mode default --permission-prompt-tool stdio');
  for (const permissions of ['read-only', 'auto', 'bypass'] as const) {
    expect(argv({ permissions })).toContain('--permission-mode ');
    expect(argv({ permissions })).not.toContain('--permission-prompt-tool');
  }
  expect(argv({ mode: 'analysis', permissions: 'bypass' })).toContain('--tools Read,Grep,Glob');
});

test('a fork has a name of its own, a resumed conversation keeps its', () => {
  expect(argv({ resume: 'R' })).toContain('--resume R --permission-mode');
  expect(argv({ resume: 'R', fork: true })).toContain('--resume R --fork-session --session-id C');
});
