import { describe, expect, it } from 'vitest';
import type { Decision } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import { type HostId, instant } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Question } from '../question/question.ts';
import { liveSession } from './apply-session.ts';
import { applyMessage, decideMessage } from './decide-message.ts';
import { neverStarted } from './decide-session.ts';
import { undriven } from './driven.ts';
import { messageId, sessionId } from './ids.ts';
import type { Message, MessageState } from './message.ts';
import { newMessage } from './new-message.ts';
import { newSession } from './new-session.ts';
import type { LastTurn, SessionLive, SessionSpec, SessionState } from './session.ts';

const host = 'h' as HostId;
const at = (ms: number) => instant(ms);
const queued = (more: object = {}): MessageState => ({ kind: 'queued', why: '', ...more });
const message = (state: MessageState, created = 0): Message => ({
  ...newMessage(
    messageId(1),
    sessionId(1),
    {
      ...{ text: 'do it', submit: true, force: false, steer: false, keys: false, relayed: false },
      ...{ by: 'person:A', expiresAt: 3_600_000 },
    },
    host,
    at(created),
  ),
  state,
});

const ready = (more: Partial<SessionLive> = {}): SessionLive => ({
  ...liveSession(0, 1),
  stood: { standing: { kind: 'ready' }, source: 'protocol', since: 0 },
  ...more,
});
const busy = ready({ stood: { standing: { kind: 'busy' }, source: 'protocol', since: 0 } });
const last: LastTurn = {
  ...{ number: 3, message: messageId(1), startedAt: 1, endedAt: 2, tools: 0, idle: null },
  outcome: { kind: 'interrupted' },
};
const ended = (more: { readonly last?: LastTurn } = {}): SessionState => ({
  ...(neverStarted('', at(9), null) as Extract<SessionState, { kind: 'ended' }>),
  ...{ refused: null, ending: { kind: 'timed_out', afterMs: 1 } },
  ...more,
});

const drop: Notice = { thing: messageId(1), seq: 1, at: at(5), by: 'person:B', kind: 'drop', body: null };

function decide(
  state: MessageState,
  session: SessionState | null,
  now: number,
  more: { first?: boolean; notices?: readonly Notice[]; created?: number } = {},
): Decision<MessageState> {
  const parent =
    session === null ? null : { ...newSession(sessionId(1), {} as SessionSpec, host, at(0)), state: session };
  const { first = true, notices = [], created = 0 } = more;
  return decideMessage({ thing: message(state, created), parent, first, notices }, at(now));
}

const says = (kind: string, data: object = {}) => [{ kind, data: { message: messageId(1), ...data } }];

describe('a message that waits in the inbox', () => {
  it('is delivered where it is the first and the agent is ready', () => {
    const deliver = { kind: 'perform', effect: { name: 'deliver-message', input: {} } };
    expect(decide(queued(), ready(), 10)).toEqual(deliver);
    expect(decide(queued(), ready(), 10, { first: false })).not.toEqual(deliver);
  });

  it('says why it waits, once, then waits until it is long or too late', () => {
    const why = 'the agent is busy';
    expect(decide(queued(), busy, 10)).toEqual({
      ...{ kind: 'advance', state: queued({ why }) },
      said: says('message_queued', { why }),
    });
    expect(decide(queued({ why }), busy, 10)).toEqual({ kind: 'wait', until: 600_000, on: why });
    expect(decide(queued({ why, told: true }), busy, 10)).toEqual({ kind: 'wait', until: 3_600_000, on: why });
  });

  it('HX-34 is told of when it has waited for ten minutes, and not again', () => {
    const why = 'the agent is busy';
    const created = 100;
    expect(decide(queued({ why }), busy, 600_099, { created }).kind).toBe('wait');
    expect(decide(queued({ why }), busy, 600_100, { created })).toEqual({
      ...{ kind: 'advance', state: queued({ why, told: true }) },
      said: says('message_waits', { why }),
    });
    expect(decide(queued({ why, told: true }), busy, 600_101, { created }).kind).toBe('wait');
  });

  it('looks again when the limit of the service is over', () => {
    const limited = ready({ driven: { ...undriven, limit: { until: 5_000, beneath: ready().stood } } });
    const why = 'its service limits the agent';
    expect(decide(queued({ why }), limited, 10)).toEqual({ kind: 'wait', until: 5_000, on: why });
  });

  it('that was not taken is tried again after its time, and not before', () => {
    const why = 'the agent is busy';
    expect(decide(queued({ why, after: 500 }), ready(), 499)).toEqual({ kind: 'wait', until: 500, on: why });
    expect(decide(queued({ why, after: 500 }), ready(), 500)).toMatchObject({ kind: 'perform' });
  });

  it('forgets the time before which it was not to be tried, once that is over and it still has to wait', () => {
    const why = 'the agent is busy';
    expect(decide(queued({ why, after: 500, refusals: 2 }), busy, 500)).toMatchObject({
      ...{ kind: 'advance', state: { kind: 'queued', why, refusals: 2 } },
    });
    expect(decide(queued({ why, after: 500 }), busy, 500)).not.toHaveProperty('state.after');
    expect(decide(queued({ why, after: 500 }), busy, 499)).toMatchObject({ kind: 'wait' });
  });

  it('ends dropped, failed or expired, in this order', () => {
    expect(decide(queued(), ended(), 4_000_000, { notices: [drop] })).toEqual({
      ...{ kind: 'finish', state: { kind: 'dropped', at: 4_000_000, by: 'person:B' } },
      said: says('message_dropped', { by: 'person:B' }),
    });
    const why = 'the session ended (timed out)';
    expect(decide(queued(), ended(), 4_000_000)).toEqual({
      ...{ kind: 'finish', state: { kind: 'failed', at: 4_000_000, why } },
      said: says('message_failed', { why }),
    });
    expect(decide(queued(), ready(), 3_600_000)).toEqual({
      ...{ kind: 'finish', state: { kind: 'expired', at: 3_600_000 } },
      said: says('message_expired'),
    });
    expect(decide(queued(), ready(), 3_599_999).kind).toBe('perform');
  });

  it('says why there is no session for it', () => {
    expect(decide(queued(), null, 1)).toMatchObject({ state: { kind: 'failed', why: 'there is no such session' } });
    expect(decide(queued(), neverStarted('no such agent', at(1), null), 1)).toMatchObject({
      state: { kind: 'failed', why: 'the session was not started: no such agent' },
    });
  });
});

describe('a message that was given', () => {
  const delivered = (turn: number | null): MessageState => ({ kind: 'delivered', at: 4, turn });

  it('has reached its end where it began no turn', () => {
    expect(decide(delivered(null), ready(), 10)).toEqual({ kind: 'finish', state: delivered(null), said: [] });
  });

  it('waits for the end of its turn while the session lives', () => {
    expect(decide(delivered(3), ready(), 10)).toEqual({ kind: 'wait', until: null, on: 'the end of its turn' });
  });

  it('ended as its turn did where that was the last of the session', () => {
    expect(decide(delivered(3), ended({ last }), 10)).toEqual({
      ...{ kind: 'finish', state: { kind: 'turn_ended', at: 10, turn: 3, outcome: { kind: 'interrupted' } } },
      said: says('message_turn_ended', { turn: 3, outcome: 'interrupted' }),
    });
  });

  it('crashed where the session ended in its turn', () => {
    for (const session of [ended({ last: { ...last, number: 2 } }), ended(), null])
      expect(decide(delivered(3), session, 10)).toMatchObject({ state: { outcome: { kind: 'crashed' } } });
  });

  it('is left alone while it is being given', () => {
    expect(decide({ kind: 'delivering', since: 1 }, ended(), 10)).toMatchObject({ kind: 'wait', until: null });
  });
});

describe('WT-62 a message whose arrival is not known', () => {
  const uncertain: MessageState = { kind: 'uncertain', at: 1, why: 'it was typed' };
  const spec = { name: 'fox' } as SessionSpec;
  const view = (session: SessionState | null, questions: readonly Question[] = []) => {
    const parent = session === null ? null : { ...newSession(sessionId(1), spec, host, at(0)), state: session };
    return decideMessage({ thing: message(uncertain), parent, notices: [], questions }, at(10));
  };
  const asking = () => {
    const asked = view(ready());
    if (asked.kind !== 'ask') throw new Error(`it does not ask: ${asked.kind}`);
    return asked.question;
  };
  const answered = (choice: string): Question =>
    ({ ...asking(), state: { kind: 'answered', answer: { choice } } }) as unknown as Question;
  const open = (): Question => ({ ...asking(), state: { kind: 'open' } }) as unknown as Question;

  it('WT-62 is asked about, with what was said and where to look, and no answer is recommended', () => {
    const question = asking();
    expect(question.text).toContain('it was typed');
    expect(question.text).toContain('drover pane');
    expect(question.choices.map(({ id }) => id)).toEqual(['again', 'let_be']);
    expect(question).not.toHaveProperty('assent');
    expect(view(ready(), [open()])).toMatchObject({ kind: 'wait', until: null });
  });

  it('WT-62 is sent again under another id where a person says that it did not arrive, else let be', () => {
    expect(view(ready(), [answered('again')])).toMatchObject({ kind: 'advance', state: { kind: 'queued', limits: 1 } });
    expect(view(ready(), [answered('let_be')])).toEqual({ kind: 'finish', state: uncertain, said: [] });
  });

  it('WT-62 is asked about no more when the session has ended', () => {
    expect(view(ended(), [open()])).toMatchObject({ kind: 'advance', closeQuestions: 'the session ended' });
    expect(view(ended(), [answered('let_be')]).kind).toBe('finish');
    expect(view(null).kind).toBe('finish');
  });
});

type Result = Extract<Performed, { name: 'deliver-message' }>['result'];
const apply = (state: MessageState, result: Result) =>
  applyMessage(message(state), { name: 'deliver-message', input: {}, result }, at(100));
const failure = { error_code: 'INTERNAL', message: 'no socket' } as const;

describe('the result of a delivery', () => {
  const delivering: MessageState = { kind: 'delivering', since: 1 };

  it('is the message in its turn', () => {
    expect(apply(delivering, { kind: 'done', output: { kind: 'delivered', turn: 2 } })).toEqual({
      state: { kind: 'delivered', at: 100, turn: 2 },
      said: says('message_delivered', { turn: 2 }),
    });
  });

  it('that failed before anything was typed says so; after that nobody knows', () => {
    expect(apply(queued(), { kind: 'failed', failure }).state).toEqual({ kind: 'failed', at: 100, why: 'no socket' });
    expect(apply(delivering, { kind: 'failed', failure })).toEqual({
      state: { kind: 'uncertain', at: 100, why: 'no socket' },
      said: says('message_uncertain', { why: 'no socket' }),
    });
    expect(apply({ ...delivering, limits: 2 }, { kind: 'failed', failure }).state).toMatchObject({ limits: 2 });
  });

  it('that was not taken is tried again ever more seldom: 200 ms, doubling, at most 5 s', () => {
    const refused = (refusals: number) =>
      apply(delivering, { kind: 'done', output: { kind: 'waiting', why: 'busy', refusals } });
    expect(refused(0)).toEqual({ state: { kind: 'queued', why: 'busy', after: 300, refusals: 1 }, said: [] });
    expect(refused(1).state).toMatchObject({ after: 500, refusals: 2 });
    expect(refused(20).state).toMatchObject({ after: 5_100 });
  });

  it('changes nothing where the end of its turn was heard before', () => {
    const state: MessageState = { kind: 'turn_ended', at: 50, turn: 1, outcome: { kind: 'answered', text: '' } };
    expect(apply(state, { kind: 'done', output: { kind: 'delivered', turn: 1 } })).toEqual({ state, said: [] });
  });
});
