import { expect, test } from 'vitest';
import { type HostId, instant } from '../ids.ts';
import type { AgentStatus } from './agent-status.ts';
import { undriven } from './driven.ts';
import { messageId, sessionId } from './ids.ts';
import { mayDeliver } from './may-deliver.ts';
import type { MessageSpec } from './message.ts';
import { newMessage } from './new-message.ts';
import type { SessionLive, SessionState } from './session.ts';

const spec: MessageSpec = {
  text: 'and another thing',
  submit: true,
  force: false,
  steer: false,
  keys: false,
  relayed: false,
  by: 'person:A',
  expiresAt: 1_000_000,
};
const message = (change: Partial<MessageSpec>) =>
  newMessage(messageId(1), sessionId(1), { ...spec, ...change }, 'h' as HostId, instant(0));

const live = (standing: AgentStatus, begun: boolean): SessionLive => ({
  kind: 'live',
  startedAt: 0,
  pid: 1,
  stood: { standing, source: 'screen', since: 0 },
  conversation: null,
  turn: begun ? { number: 1, message: null, startedAt: 0, tools: 0, begun } : null,
  last: null,
  turns: 0,
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null },
  context: null,
  remembered: [],
  endAsked: null,
  paused: null,
});

const asks: AgentStatus = {
  kind: 'asks',
  asked: { id: 'a', about: 'permission', text: 'May I?', wanted: null, choices: [] },
};

test('words for a turn under way go in while it works, and never while it asks: they would be its answer', () => {
  expect(mayDeliver(live({ kind: 'busy' }, true), message({ steer: true }), false, 0).kind).toBe('yes');
  expect(mayDeliver(live(asks, true), message({ steer: true }), true, 0)).toMatchObject({ kind: 'no' });
});

test('a message waits for its place, for the turn under way and for an agent that says it is ready', () => {
  expect(mayDeliver(live({ kind: 'ready' }, false), message({}), true, 0)).toEqual({ kind: 'yes', turn: true });
  expect(mayDeliver(live({ kind: 'ready' }, false), message({}), false, 0).kind).toBe('no');
  expect(mayDeliver(live({ kind: 'ready' }, true), message({}), true, 0).kind).toBe('no');
  for (const standing of [{ kind: 'busy' }, { kind: 'unknown', why: 'x' }, { kind: 'starting' }, asks] as const)
    expect(mayDeliver(live(standing, false), message({}), true, 0).kind).toBe('no');
});

test('a forced message asks nobody', () => {
  expect(mayDeliver(live(asks, true), message({ force: true }), false, 0)).toEqual({ kind: 'yes', turn: false });
});

test('keys, text without Enter and Enter alone go to what it asks or does, whoever waits; else in their place, and begin no turn', () => {
  for (const odd of [{ keys: true }, { submit: false }, { text: '' }]) {
    for (const standing of [asks, { kind: 'busy' }] as const)
      expect(mayDeliver(live(standing, true), message(odd), false, 0)).toEqual({ kind: 'yes', turn: false });
    expect(mayDeliver(live({ kind: 'ready' }, false), message(odd), false, 0).kind).toBe('no');
    expect(mayDeliver(live({ kind: 'ready' }, false), message(odd), true, 0)).toEqual({ kind: 'yes', turn: false });
    expect(mayDeliver(live({ kind: 'starting' }, false), message(odd), true, 0).kind).toBe('no');
  }
});

test('nothing goes in, not even by force, before a session lives, when it is paused, and when its end was asked for', () => {
  const ready = live({ kind: 'ready' }, false);
  const why = (state: SessionState) => mayDeliver(state, message({ force: true }), true, 0);
  expect(why({ kind: 'requested' })).toMatchObject({ kind: 'no', why: 'the session starts' });
  expect(why({ ...ready, paused: { why: 'spent' } })).toMatchObject({ why: 'the session is paused: spent' });
  expect(why({ ...ready, endAsked: { by: 'person:A', now: false, at: 0 } })).toMatchObject({ kind: 'no' });
});

test('a limit of its service holds messages back until it is over, then the turn that this message began does not', () => {
  const stood = { standing: { kind: 'ready' }, source: 'screen', since: 0 } as const;
  const limited = { ...live({ kind: 'ready' }, false), driven: { ...undriven, limit: { until: 10, beneath: stood } } };
  expect(mayDeliver(limited, message({}), true, 9)).toMatchObject({ kind: 'no', until: 10 });
  expect(mayDeliver(limited, message({}), true, 10).kind).toBe('yes');
  expect(mayDeliver(limited, message({ force: true }), true, 9).kind).toBe('yes');
  const own = { number: 1, message: messageId(1), startedAt: 0, tools: 0, begun: false };
  expect(mayDeliver({ ...limited, turn: own }, message({}), true, 10).kind).toBe('yes');
  expect(mayDeliver({ ...limited, turn: { ...own, message: messageId(2) } }, message({}), true, 10).kind).toBe('no');
});
