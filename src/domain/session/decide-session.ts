// What a session needs next: a start, an answer for its agent, an end, a look at what came of it.
import type { Decision } from '../decision.ts';
import type { Said } from '../fact/fact.ts';
import { hasPassed } from '../has-passed.ts';
import { type Instant, instant } from '../ids.ts';
import { type Notice, noticesOf } from '../notice.ts';
import type { Question } from '../question/question.ts';
import type { Purpose } from '../run/run.ts';
import { decideBudget } from './budget.ts';
import { type Driven, drivenOf } from './driven.ts';
import { answerOfPerson, answerOfPolicy, draftQuestion } from './permission-question.ts';
import { decideToGoOn, heirsOf } from './resume.ts';
import type { Session, SessionLive, SessionState } from './session.ts';

export type SessionView = {
  readonly thing: Session;
  readonly notices: readonly Notice[];
  readonly questions: readonly Question[];
};

/** What is asked to leave in its own way has so long before it is made to. */
const politeMs = 5_000;
/** After the keeper has told of an end, what the agent said last is waited for. */
const lastWordsMs = 5_000;
/** The keeper has told an end by then; a look by ourselves comes this much later. */
const graceMs = 60_000;

export function decideSession(view: SessionView, now: Instant): Decision<SessionState> {
  const { state } = view.thing;
  switch (state.kind) {
    case 'requested':
      return decideStart(view, now);
    case 'live':
      return decideLive(view, state, now);
    case 'ended':
      return tell(view, state) ?? finish(view.thing, state, now);
  }
}

/** Another one goes on under its name, with the conversation. */
function finish(thing: Session, state: Extract<SessionState, { kind: 'ended' }>, now: Instant): Decision<SessionState> {
  const { heir, conversation } = state;
  if (heir === undefined || conversation === null) return { kind: 'finish', state, said: [] };
  const said: readonly Said[] = [
    { kind: 'session_goes_on', data: { name: thing.spec.name, session: heir.session, conversation } },
  ];
  return { kind: 'finish', state, said, heirs: heirsOf(thing, heir, conversation, now) };
}

function decideStart(view: SessionView, now: Instant): Decision<SessionState> {
  const ended = view.notices.find(({ kind }) => kind === 'end');
  const goesOn = ended === undefined ? decideToGoOn(view, view.thing.state, now) : null;
  if (goesOn === 'refused') return { kind: 'finish', state: neverStarted('it was left ended', now, null), said: [] };
  if (goesOn !== null) return goesOn;
  if (ended === undefined) return { kind: 'perform', effect: { name: 'start-session', input: {} } };
  const state = neverStarted('it was ended before it began', now, ended.by);
  return { kind: 'finish', state, said: [{ kind: 'session_ended', data: { ending: 'cancelled' } }] };
}

/** A start under way goes on; what comes after it is decided in view of the wish. */
export const isSessionStopped = ({ state }: Session, notices: readonly Notice[]): boolean =>
  state.kind === 'requested' && notices.some(({ kind }) => kind === 'end');

export const neverStarted = (refused: string, now: Instant, by: string | null): SessionState => ({
  kind: 'ended',
  startedAt: null,
  endedAt: now,
  ending: by === null ? { kind: 'not_started', reason: refused } : { kind: 'cancelled' },
  endedBy: by,
  conversation: null,
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null },
  context: null,
  turns: 0,
  last: null,
  refused,
});

function decideLive(view: SessionView, state: SessionLive, now: Instant): Decision<SessionState> {
  return (
    decideEnd(view, state, now) ??
    decideHeard(view, state) ??
    decideAsks(view, state) ??
    tell(view, state) ??
    decideIdle(state) ??
    decideBudget(view, state) ??
    decideLimit(state, now) ??
    waitFor(view, state, now)
  );
}

function decideEnd({ notices }: SessionView, state: SessionLive, now: Instant): Decision<SessionState> | null {
  const ended = notices.find(({ kind }) => kind === 'ending');
  if (ended !== undefined) {
    if (drivenOf(state).followed || hasPassed(ended.at, lastWordsMs, now)) return perform('read-session');
    return { kind: 'wait', until: instant(ended.at + lastWordsMs), on: 'its last words' };
  }
  const wishes = noticesOf(notices, 'end');
  const hard = wishes.some(({ body }) => body?.now === true);
  const [first] = wishes;
  if (state.endAsked === null) return first === undefined ? null : end(first.by, hard);
  if (state.endAsked.now) {
    if (now >= state.endAsked.at + graceMs) return perform('read-session');
    return { kind: 'wait', until: instant(state.endAsked.at + graceMs), on: 'its end' };
  }
  if (hard || now >= state.endAsked.at + politeMs) return end(state.endAsked.by, true);
  return { kind: 'wait', until: instant(state.endAsked.at + politeMs), on: 'its end' };
}

const perform = (name: 'read-session'): Decision<SessionState> => ({ kind: 'perform', effect: { name, input: {} } });
const end = (by: string, now: boolean): Decision<SessionState> => ({
  kind: 'perform',
  effect: { name: 'end-session', input: { by, now } },
});

/** What was said to it is heeded once, in order. */
function decideHeard({ notices }: SessionView, state: SessionLive): Decision<SessionState> | null {
  const driven = drivenOf(state);
  const next = notices.find(({ kind, seq }) => seq > driven.heard && ['interrupt', 'pause', 'resume'].includes(kind));
  if (next === undefined) return null;
  if (next.kind === 'interrupt')
    return { kind: 'perform', effect: { name: 'interrupt-agent', input: { seq: next.seq } } };
  const paused = next.kind === 'pause' ? { why: next.body?.why ?? `by ${next.by}` } : null;
  return {
    kind: 'advance',
    state: { ...state, paused, driven: { ...driven, heard: next.seq } },
    said: [
      paused === null ? { kind: 'session_resumed', data: { by: next.by } } : { kind: 'session_paused', data: paused },
    ],
  };
}

function decideAsks({ thing, questions }: SessionView, state: SessionLive): Decision<SessionState> | null {
  const { asks } = drivenOf(state);
  for (const ask of asks) {
    const handover = answerOfPolicy(ask, state.remembered);
    if (handover !== null) return { kind: 'perform', effect: { name: 'answer-agent', input: handover } };
  }
  const handover = answerOfPerson(asks, questions);
  if (handover !== null) return { kind: 'perform', effect: { name: 'answer-agent', input: handover } };
  const question = draftQuestion(asks, questions, thing.spec.name, 'session');
  return question === null ? null : { kind: 'ask', question, answeredBy: null, state, said: [] };
}

/** Completions leave one by one: written down, then told to the hook as a run of its own. */
function tell(
  { thing }: SessionView,
  state: Extract<SessionState, { kind: 'live' | 'ended' }>,
): Decision<SessionState> | null {
  const driven = drivenOf(state);
  const [next] = driven.untold;
  if (next !== undefined) return { kind: 'perform', effect: { name: 'mark-done', input: { completion: next } } };
  const [hook] = driven.hooks;
  const { onDone } = thing.spec;
  if (hook === undefined || onDone === null) return null;
  const purpose: Purpose = {
    kind: 'hook',
    argv: onDone,
    folder: thing.spec.cwd,
    facts: {
      DROVER_SESSION: thing.spec.name,
      DROVER_SESSION_ID: thing.id,
      DROVER_AGENT: thing.spec.agent,
      DROVER_REPO: thing.spec.repository,
      DROVER_EVENT: hook.turn === null ? 'session_ended' : 'turn_ended',
      DROVER_TURN: hook.turn === null ? '' : String(hook.turn),
      DROVER_MESSAGE: hook.message ?? '',
      DROVER_OUTCOME: hook.outcome,
    },
  };
  const next_: Driven = { ...driven, hooks: driven.hooks.slice(1), hooked: driven.hooked + 1 };
  return {
    kind: 'spawn',
    children: [
      {
        kind: 'run',
        key: `hook-${next_.hooked}`,
        spec: { purpose, deadlineMs: 10 * 60_000, sandbox: 'off' },
        state: { kind: 'requested' },
      },
    ],
    state: { ...state, driven: next_ },
    said: [],
  };
}

/** A turn that was answered without a tool, as far as its agent says. */
function decideIdle(state: SessionLive): Decision<SessionState> | null {
  const { last } = state;
  if (last === null || last.idle !== null || last.outcome.kind !== 'answered') return null;
  if (drivenOf(state).judged === last.number) return null;
  return { kind: 'perform', effect: { name: 'judge-turn', input: { turn: last.number } } };
}

function decideLimit(state: SessionLive, now: Instant): Decision<SessionState> | null {
  const driven = drivenOf(state);
  if (driven.limit === null || now < driven.limit.until) return null;
  const stood = { ...driven.limit.beneath, since: now };
  return {
    kind: 'advance',
    state: { ...state, stood, driven: { ...driven, limit: null } },
    said: [{ kind: 'limit_over' }],
  };
}

/** A message that was handed over and whose turn never began holds the next ones up so long. */
const unbegunMs = 60_000;

function waitFor(_view: SessionView, state: SessionLive, now: Instant): Decision<SessionState> {
  const { turn, stood } = state;
  const due = turn === null || turn.begun || stood.standing.kind !== 'ready' ? null : turn.startedAt + unbegunMs;
  if (due !== null && now >= due)
    return {
      kind: 'advance',
      state: { ...state, turn: null },
      said: [{ kind: 'turn_never_began', data: { message: turn?.message } }],
    };
  const limit = drivenOf(state).limit?.until ?? null;
  const times = [due, limit].filter((time) => time !== null);
  return {
    kind: 'wait',
    until: times.length === 0 ? null : instant(Math.min(...times)),
    on: turn === null ? 'a message' : 'the end of the turn',
  };
}
