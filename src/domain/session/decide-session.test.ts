import { describe, expect, it } from 'vitest';
import type { Effect, Performed } from '../effect/effect.ts';
import { type HostId, instant, runId } from '../ids.ts';
import type { Notice } from '../notice.ts';
import type { Question } from '../question/question.ts';
import { applySession, liveSession } from './apply-session.ts';
import type { Ask } from './ask.ts';
import { decideSession, isSessionStopped, neverStarted } from './decide-session.ts';
import { type Completion, type Driven, undriven } from './driven.ts';
import { messageId, sessionId } from './ids.ts';
import { newSession } from './new-session.ts';
import type { Session, SessionLive, SessionSpec, SessionState } from './session.ts';

const spec = {
  ...{ name: 'kept', repository: '/repo', cwd: '/repo/sub', agent: 'claude', driver: 'native', run: runId(4) },
  ...{ onDone: ['notify', 'me'], budget: null },
} as unknown as SessionSpec;

const session = (state: SessionState, more: Partial<SessionSpec> = {}): Session => ({
  ...newSession(sessionId(1), { ...spec, ...more }, 'h' as HostId, instant(0)),
  state,
});
const live = (more: Partial<SessionLive> = {}, driven: Partial<Driven> = {}): SessionLive => ({
  ...liveSession(0, 1),
  ...more,
  driven: { ...undriven, ...driven },
});

type Heard = { readonly kind: string; readonly seq?: number; readonly at?: number; readonly body?: unknown };
const notice = ({ kind, seq = 1, at = 0, body = null }: Heard) =>
  ({ thing: sessionId(1), seq, at: instant(at), by: 'person:A', kind, body }) as Notice;

type Around = { readonly now?: number; readonly heard?: readonly Heard[]; readonly questions?: readonly Question[] };
const decide = (state: SessionState, { now = 1_000, heard = [], questions = [] }: Around = {}, more = {}) =>
  decideSession({ thing: session(state, more), notices: heard.map(notice), questions }, instant(now));

const perform = (name: string, input: object = {}) => ({ kind: 'perform', effect: { name, input } });

const ask: Ask = {
  ...{ from: 'protocol', nth: 1, hash: 'h1', verdict: { kind: 'ask', why: 'nothing allows it' } },
  asked: {
    ...{ id: 'a1', about: 'permission', text: 'May I?', wanted: { tool: 'Bash', subject: 'ls' } },
    choices: [
      { id: 'y', label: 'Yes', means: 'allow_once' },
      { id: 'n', label: 'No', means: 'deny' },
    ],
  },
};

describe('a session that was asked for', () => {
  it('is started', () => {
    expect(decide({ kind: 'requested' })).toEqual(perform('start-session'));
  });

  it('is never started where its end was asked for before', () => {
    const heard = [{ kind: 'end' }];
    expect(decide({ kind: 'requested' }, { heard })).toMatchObject({
      ...{ kind: 'finish', said: [{ kind: 'session_ended', data: { ending: 'cancelled' } }] },
      state: { kind: 'ended', ending: { kind: 'cancelled' }, endedBy: 'person:A', startedAt: null, endedAt: 1_000 },
    });
    expect(isSessionStopped(session({ kind: 'requested' }), heard.map(notice))).toBe(true);
    expect(isSessionStopped(session({ kind: 'requested' }), [notice({ kind: 'pause' })])).toBe(false);
    expect(isSessionStopped(session(live()), heard.map(notice))).toBe(false);
  });

  it('that could not be started says why, and nobody ended it', () => {
    expect(neverStarted('no such agent', instant(3), null)).toMatchObject({
      ...{ ending: { kind: 'not_started', reason: 'no such agent' }, endedBy: null, refused: 'no such agent' },
    });
  });
});

describe('the end of a session', () => {
  const end = (now: boolean, by = 'person:A') => perform('end-session', { by, now });
  const asked = (now: boolean, at = 1_000) => live({ endAsked: { by: 'person:A', now, at } });

  it('is asked for politely, or at once where somebody says so', () => {
    expect(decide(live(), { heard: [{ kind: 'end' }] })).toEqual(end(false));
    expect(decide(live(), { heard: [{ kind: 'end', body: { now: true } }] })).toEqual(end(true));
    const twice = [{ kind: 'end' }, { kind: 'end', seq: 2, body: { now: true } }];
    expect(decide(live(), { heard: twice })).toEqual(end(true));
  });

  it('is insisted on after five seconds, or when somebody says so meanwhile', () => {
    const heard = [{ kind: 'end' }];
    expect(decide(asked(false), { heard, now: 5_999 })).toEqual({ kind: 'wait', until: 6_000, on: 'its end' });
    expect(decide(asked(false), { heard, now: 6_000 })).toEqual(end(true));
    const hard = [...heard, { kind: 'end', seq: 2, body: { now: true } }];
    expect(decide(asked(false), { heard: hard, now: 1_001 })).toEqual(end(true));
  });

  it('that nobody tells of is looked at after a minute', () => {
    expect(decide(asked(true), { now: 60_999 })).toEqual({ kind: 'wait', until: 61_000, on: 'its end' });
    expect(decide(asked(true), { now: 61_000 })).toEqual(perform('read-session'));
  });

  it('that the keeper told of waits five seconds for last words, or until all is on record', () => {
    const heard = [{ kind: 'ending', at: 1_000 }];
    expect(decide(live(), { heard, now: 5_999 })).toEqual({ kind: 'wait', until: 6_000, on: 'its last words' });
    expect(decide(live(), { heard, now: 6_000 })).toEqual(perform('read-session'));
    expect(decide(live({}, { followed: true }), { heard, now: 1_000 })).toEqual(perform('read-session'));
  });

  it('comes before everything else that could be done', () => {
    const state = live({}, { asks: [{ ...ask, verdict: { kind: 'allow', why: '' } }] });
    expect(decide(state, { heard: [{ kind: 'interrupt' }, { kind: 'end', seq: 2 }] })).toEqual(end(false));
  });
});

describe('what is said to a session', () => {
  it('is heeded in order, each once', () => {
    const heard = [
      { kind: 'pause', seq: 1, body: { why: 'the budget of all' } },
      { kind: 'interrupt', seq: 2 },
    ];
    expect(decide(live(), { heard })).toMatchObject({
      ...{ kind: 'advance', said: [{ kind: 'session_paused', data: { why: 'the budget of all' } }] },
      state: { paused: { why: 'the budget of all' }, driven: { heard: 1 } },
    });
    expect(decide(live({}, { heard: 1 }), { heard })).toEqual(perform('interrupt-agent', { seq: 2 }));
    expect(decide(live({}, { heard: 2 }), { heard })).toMatchObject({ kind: 'wait' });
  });

  it('pauses it in the name of who said so, and lets it go on', () => {
    expect(decide(live(), { heard: [{ kind: 'pause' }] })).toMatchObject({ state: { paused: { why: 'by person:A' } } });
    expect(decide(live({ paused: { why: 'x' } }), { heard: [{ kind: 'resume' }] })).toMatchObject({
      ...{ state: { paused: null }, said: [{ kind: 'session_resumed', data: { by: 'person:A' } }] },
    });
  });

  it('is nothing where it is of another kind', () => {
    expect(decide(live(), { heard: [{ kind: 'grant' }] })).toMatchObject({ kind: 'wait' });
  });
});

describe('what its agent asks', () => {
  it('is put to a person, once', () => {
    const first = decide(live({}, { asks: [ask] }));
    expect(first).toMatchObject({ kind: 'ask', answeredBy: null, question: { key: 'permission-1', binding: 'h1' } });
    const open = { ...(first as { question: object }).question, state: { kind: 'open' } } as unknown as Question;
    expect(decide(live({}, { asks: [ask] }), { questions: [open] })).toMatchObject({ kind: 'wait' });
  });

  it('is answered by policy before a person is asked, for each of them', () => {
    const denied: Ask = { ...ask, nth: 2, verdict: { kind: 'deny', why: 'Bash is denied' } };
    expect(decide(live({}, { asks: [ask, denied] }))).toMatchObject(
      perform('answer-agent', { choice: 'n', by: 'policy', note: 'Policy: Bash is denied.' }),
    );
  });

  it('is allowed where a person allowed it for this session before', () => {
    expect(decide(live({ remembered: ['Bash(ls)'] }, { asks: [ask] }))).toMatchObject(
      perform('answer-agent', { choice: 'y', by: 'policy' }),
    );
    expect(decide(live({ remembered: ['Bash(ls -l)'] }, { asks: [ask] }))).toMatchObject({ kind: 'ask' });
  });
});

const done = (more: Partial<Completion> = {}): Completion => ({
  ...{ turn: 2, message: messageId(7), at: 900, outcome: 'answered', tools: 1 },
  ...more,
});

describe('what is to be told of it', () => {
  it('is written down one by one, then told to the hook as a run of its own', () => {
    const next = done({ turn: 3 });
    expect(decide(live({}, { untold: [done(), next] }))).toEqual(perform('mark-done', { completion: done() }));
    expect(decide(live({}, { untold: [next], hooks: [done()] }))).toEqual(perform('mark-done', { completion: next }));
    expect(decide(live({}, { hooks: [done(), next], hooked: 4 }))).toMatchObject({
      kind: 'spawn',
      children: [
        {
          ...{ kind: 'run', key: 'hook-5', state: { kind: 'requested' } },
          spec: {
            ...{ sandbox: 'off', deadlineMs: 600_000 },
            purpose: {
              argv: ['notify', 'me'],
              folder: '/repo/sub',
              facts: {
                ...{ DROVER_SESSION: 'kept', DROVER_SESSION_ID: sessionId(1), DROVER_REPO: '/repo' },
                ...{ DROVER_EVENT: 'turn_ended', DROVER_TURN: '2', DROVER_MESSAGE: messageId(7) },
                DROVER_OUTCOME: 'answered',
              },
            },
          },
        },
      ],
      state: { driven: { hooks: [next], hooked: 5 } },
    });
  });

  it('goes on after its end, which itself is told, until nothing is left', () => {
    const over = { ...neverStarted('', instant(5), null), kind: 'ended' } as Extract<SessionState, { kind: 'ended' }>;
    const own = done({ turn: null, message: null, outcome: 'exited' });
    expect(decide({ ...over, driven: { ...undriven, untold: [own] } })).toEqual(
      perform('mark-done', { completion: own }),
    );
    expect(decide({ ...over, driven: { ...undriven, hooks: [own] } })).toMatchObject({
      children: [
        { spec: { purpose: { facts: { DROVER_EVENT: 'session_ended', DROVER_TURN: '', DROVER_MESSAGE: '' } } } },
      ],
    });
    expect(decide(over)).toEqual({ kind: 'finish', state: over, said: [] });
  });

  it('is told to nobody where no hook is wanted', () => {
    expect(decide(live({}, { hooks: [done()] }), {}, { onDone: null })).toMatchObject({ kind: 'wait' });
  });
});

describe('a session that nothing is to be done for', () => {
  const turn = { number: 1, message: messageId(1), startedAt: 1_000, tools: 0, begun: false };
  const ready = { standing: { kind: 'ready' }, source: 'screen', since: 0 } as const;

  it('waits for a message, or for the end of its turn', () => {
    expect(decide(live())).toEqual({ kind: 'wait', until: null, on: 'a message' });
    expect(decide(live({ turn: { ...turn, begun: true } }))).toEqual({
      ...{ kind: 'wait', until: null, on: 'the end of the turn' },
    });
  });

  it('gives up a turn that never began, after a minute of an agent that is ready', () => {
    const state = live({ turn, stood: ready });
    expect(decide(state, { now: 60_999 })).toMatchObject({ kind: 'wait', until: 61_000 });
    expect(decide(state, { now: 61_000 })).toMatchObject({
      ...{ kind: 'advance', state: { turn: null } },
      said: [{ kind: 'turn_never_began', data: { message: messageId(1) } }],
    });
    expect(decide(live({ turn: { ...turn, begun: true }, stood: ready }), { now: 61_000 }).kind).toBe('wait');
    expect(decide(live({ turn }), { now: 61_000 }).kind).toBe('wait');
  });

  it('stands as it did beneath the limit of its service when that is over', () => {
    const limited = { standing: { kind: 'limited', until: 9_000 }, source: 'screen', since: 0 } as const;
    const state = live({ stood: limited }, { limit: { until: 9_000, beneath: ready } });
    expect(decide(state, { now: 8_999 })).toEqual({ kind: 'wait', until: 9_000, on: 'a message' });
    expect(decide(state, { now: 9_000 })).toMatchObject({
      ...{ kind: 'advance', state: { stood: { ...ready, since: 9_000 }, driven: { limit: null } } },
      said: [{ kind: 'limit_over' }],
    });
  });

  it('looks again at the earlier of two times', () => {
    const state = live({ turn, stood: ready }, { limit: { until: 9_000, beneath: ready } });
    expect(decide(state)).toMatchObject({ until: 9_000 });
  });
});

type Name =
  | 'judge-turn'
  | 'start-session'
  | 'mark-done'
  | 'answer-agent'
  | 'interrupt-agent'
  | 'end-session'
  | 'read-session';
function apply(state: SessionState, effect: { name: Name; input: object }, result: object, more = {}) {
  const performed = { ...effect, result } as unknown as Performed & Effect;
  return applySession(session(state, more), performed, instant(2_000));
}
const ok = (output: unknown) => ({ kind: 'done', output });
const failed = { kind: 'failed', failure: { error_code: 'INTERNAL', message: 'no pty' } };

describe('what came of an effect', () => {
  it('is a session that lives, or one that was refused', () => {
    const start = { name: 'start-session', input: {} } as const;
    expect(apply({ kind: 'requested' }, start, ok({ startedAt: 5, pid: 77 }))).toMatchObject({
      state: { kind: 'live', startedAt: 5, pid: 77, stood: { standing: { kind: 'starting' } } },
      said: [{ kind: 'session_started', data: { name: 'kept', agent: 'claude', run: runId(4) } }],
    });
    expect(apply({ kind: 'requested' }, start, failed)).toMatchObject({
      state: { kind: 'ended', refused: 'no pty', ending: { kind: 'not_started' }, endedAt: 2_000 },
      said: [{ kind: 'session_refused', data: { error_code: 'INTERNAL' } }],
    });
    expect(apply(live(), start, ok({ startedAt: 5, pid: 77 }))).toEqual({ state: live(), said: [] });
  });

  it('is one completion less to write down, and one more for the hook that is wanted', () => {
    const effect = { name: 'mark-done', input: { completion: done() } } as const;
    const before = live({}, { untold: [done(), done({ turn: 3 })] });
    expect(apply(before, effect, ok({})).state).toMatchObject({
      driven: { untold: [done({ turn: 3 })], hooks: [done()] },
    });
    expect(apply(before, effect, ok({}), { onDone: null }).state).toMatchObject({ driven: { hooks: [] } });
  });

  it('is an answer that was given, or came late; what it allows is remembered once', () => {
    const about = { tool: 'Bash', subject: 'ls', choice: 'session' };
    const input = { asked: 'a1', by: 'person:A', about, remember: { pattern: 'Bash(ls)', scope: 'session' } };
    const effect = { name: 'answer-agent', input } as const;
    const before = live({}, { asks: [ask] });
    const after = apply(before, effect, ok({ how: 'answered' }));
    expect(after).toMatchObject({
      state: { remembered: ['Bash(ls)'], driven: { asks: [], settled: ['protocol a1'] } },
      said: [{ kind: 'permission_answered', data: { ...about, by: 'person:A' } }],
    });
    expect(apply(after.state, effect, ok({ how: 'gone' }))).toMatchObject({
      ...{ state: { remembered: ['Bash(ls)'] }, said: [{ kind: 'answer_late' }] },
    });
    expect(apply(before, effect, failed).said).toMatchObject([{ kind: 'answer_late' }]);
    const once = { name: 'answer-agent', input: { ...input, remember: null } } as const;
    expect(apply(before, once, ok({ how: 'answered' })).state).toMatchObject({ remembered: [] });
  });

  it('is a wish to end on record, and an interrupt that was heeded', () => {
    expect(apply(live(), { name: 'end-session', input: { by: 'person:A', now: true } }, ok({}))).toMatchObject({
      ...{ state: { endAsked: { by: 'person:A', now: true, at: 2_000 } }, said: [{ kind: 'end_asked' }] },
    });
    expect(apply(live(), { name: 'interrupt-agent', input: { seq: 3 } }, ok({}))).toMatchObject({
      ...{ state: { driven: { heard: 3 } }, said: [{ kind: 'interrupted' }] },
    });
  });
});

describe('a turn that used no tool', () => {
  const last = {
    ...{ number: 2, message: messageId(1), startedAt: 1, endedAt: 2, tools: 0, idle: null },
    outcome: { kind: 'answered', text: 'ok' } as const,
  };
  const effect = { name: 'judge-turn', input: { turn: 2 } } as const;

  it('is judged by its tree, once, where it was answered and nobody knows yet', () => {
    expect(decide(live({ last }))).toEqual(perform('judge-turn', { turn: 2 }));
    expect(decide(live({ last }, { judged: 1 }))).toEqual(perform('judge-turn', { turn: 2 }));
    for (const state of [
      live({ last }, { judged: 2 }),
      live({ last: { ...last, idle: false } }),
      live({ last: { ...last, outcome: { kind: 'interrupted' } } }),
    ])
      expect(decide(state).kind).toBe('wait');
  });

  it('is said to be idle where nothing changed, and only then', () => {
    const judged = (idle: boolean | null) => apply(live({ last }), effect, ok({ idle }));
    expect(judged(true)).toMatchObject({
      ...{ state: { last: { idle: true }, driven: { judged: 2 } }, said: [{ kind: 'turn_idle', data: { turn: 2 } }] },
    });
    expect(judged(false)).toMatchObject({ state: { last: { idle: false } }, said: [] });
    expect(apply(live({ last }), effect, failed)).toMatchObject({
      ...{ state: { last: { idle: null }, driven: { judged: 2 } }, said: [] },
    });
  });

  it('is left as it is where another one ended meanwhile', () => {
    const next = { ...last, number: 3 };
    expect(apply(live({ last: next }), effect, ok({ idle: true }))).toMatchObject({
      ...{ state: { last: next, driven: { judged: 2 } }, said: [] },
    });
  });
});

describe('the look at its end', () => {
  const effect = { name: 'read-session', input: {} } as const;
  const wish = { by: 'person:A', now: true, at: 1_000 };
  const read = (state: SessionState, output: unknown) => apply(state, effect, ok(output));

  it('ends it, and is the last of what is told', () => {
    const before = live({ endAsked: wish, turns: 3 }, { asks: [ask], untold: [done()] });
    expect(read(before, { ending: { kind: 'exited', code: 3 }, changed: ['a.ts'] })).toMatchObject({
      state: {
        ...{ kind: 'ended', endedAt: 2_000, endedBy: 'person:A', turns: 3, refused: null, changed: ['a.ts'] },
        driven: {
          asks: [],
          untold: [done(), done({ turn: null, message: null, at: 2_000, outcome: 'exited', tools: 0 })],
        },
      },
      said: [{ kind: 'session_ended', data: { name: 'kept', ending: 'exited', code: 3 } }],
    });
  });

  it('that finds it alive puts the wish off, so that it is looked at again', () => {
    expect(read(live({ endAsked: wish }), null)).toMatchObject({
      ...{ state: { kind: 'live', endAsked: { ...wish, at: 2_000 } }, said: [] },
    });
    expect(read(live(), null)).toMatchObject({ state: { kind: 'live', endAsked: null } });
  });

  it('takes an end that nobody asked for as the loss of its keeper', () => {
    const cancelled = { ending: { kind: 'cancelled' }, changed: null };
    expect(read(live(), cancelled).state).toMatchObject({ ending: { kind: 'lost' }, endedBy: null });
    expect(read(live({ endAsked: wish }), cancelled).state).toMatchObject({ ending: { kind: 'cancelled' } });
    expect(apply(live(), effect, failed).state).toMatchObject({ ending: { kind: 'lost' }, changed: null });
    const killed = { ending: { kind: 'signalled', signal: 'SIGKILL' }, changed: null };
    expect(read(live(), killed).said).toMatchObject([{ data: { ending: 'signalled', signal: 'SIGKILL' } }]);
  });
});
