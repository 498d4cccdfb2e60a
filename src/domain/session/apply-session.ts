// What the result of an effect means for a session.
import type { Applied } from '../decision.ts';
import type { Performed } from '../effect/effect.ts';
import type { FactMap, Said } from '../fact/fact.ts';
import type { Instant } from '../ids.ts';
import type { Ending } from '../run/ending.ts';
import { sayOwnChanges } from '../run/own-changes.ts';
import type { Usage } from '../run/turn.ts';
import { neverStarted } from './decide-session.ts';
import { type Completion, drivenOf } from './driven.ts';
import { wasCutOff } from './resume.ts';
import type { Session, SessionLive, SessionState } from './session.ts';
import { settleAsk } from './settle-ask.ts';

export function applySession(thing: Session, performed: Performed, now: Instant): Applied<SessionState> {
  const { state } = thing;
  if (performed.name === 'start-session') return started(thing, performed, now);
  if (performed.name === 'mark-done') return told(thing, performed.input.completion);
  if (state.kind !== 'live') return { state, said: [] };
  switch (performed.name) {
    case 'answer-agent':
      return answered(state, performed);
    case 'judge-turn':
      return judged(state, performed);
    case 'interrupt-agent':
      return {
        state: { ...state, driven: { ...drivenOf(state), heard: performed.input.seq } },
        said: [{ kind: 'interrupted' }],
      };
    case 'end-session': {
      const { by, now: hard } = performed.input;
      return { state: { ...state, endAsked: { by, now: hard, at: now } }, said: [{ kind: 'end_asked', data: { by } }] };
    }
    case 'read-session':
      return read(thing, state, performed, now);
    default:
      throw new Error(`a session never performs ${performed.name}`);
  }
}

const nothing: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null };

export const liveSession = (startedAt: number, pid: number | null): SessionLive => ({
  kind: 'live',
  startedAt,
  pid,
  stood: { standing: { kind: 'starting' }, source: 'process', since: startedAt },
  conversation: null,
  turn: null,
  last: null,
  turns: 0,
  usage: nothing,
  context: null,
  remembered: [],
  endAsked: null,
  paused: null,
});

type Of<Name extends Performed['name']> = Extract<Performed, { name: Name }>;

function started({ spec, state }: Session, { result }: Of<'start-session'>, now: Instant): Applied<SessionState> {
  if (state.kind !== 'requested') return { state, said: [] };
  if (result.kind === 'done')
    return {
      state: liveSession(result.output.startedAt, result.output.pid),
      said: [{ kind: 'session_started', data: { name: spec.name, agent: spec.agent, run: spec.run } }],
    };
  const { message } = result.failure;
  return {
    state: neverStarted(message, now, null),
    said: [{ kind: 'session_refused', data: { why: message, error_code: result.failure.error_code } }],
  };
}

function told({ spec, state }: Session, done: Completion): Applied<SessionState> {
  if (state.kind === 'requested') return { state, said: [] };
  const driven = drivenOf(state);
  const untold = driven.untold.filter(({ turn }) => turn !== done.turn);
  const hooks = spec.onDone === null ? driven.hooks : [...driven.hooks, done];
  return { state: { ...state, driven: { ...driven, untold, hooks } }, said: [] };
}

function answered(state: SessionLive, { input, result }: Of<'answer-agent'>): Applied<SessionState> {
  const how = result.kind === 'done' ? result.output.how : 'gone';
  const { remember } = input;
  const remembered =
    remember === null || state.remembered.includes(remember.pattern)
      ? state.remembered
      : [...state.remembered, remember.pattern];
  const driven = drivenOf(state);
  return {
    state: { ...state, remembered, driven: { ...driven, ...settleAsk(driven, input.asked) } },
    said: [answerFact(input, how)],
  };
}

function judged(state: SessionLive, { input, result }: Of<'judge-turn'>): Applied<SessionState> {
  const driven = { ...drivenOf(state), judged: input.turn };
  const idle = result.kind === 'done' ? result.output.idle : null;
  if (state.last?.number !== input.turn) return { state: { ...state, driven }, said: [] };
  return {
    state: { ...state, last: { ...state.last, idle }, driven },
    said: idle === true ? [{ kind: 'turn_idle', data: { turn: input.turn } }] : [],
  };
}

export const answerFact = ({ about, by }: Of<'answer-agent'>['input'], how: 'answered' | 'gone'): Said => ({
  kind: how === 'gone' ? 'answer_late' : 'permission_answered',
  data: { ...about, by },
});

function read(
  { spec }: Session,
  state: SessionLive,
  { result }: Of<'read-session'>,
  now: Instant,
): Applied<SessionState> {
  const lost: NonNullable<Extract<typeof result, { kind: 'done' }>['output']> = {
    ending: { kind: 'lost' },
    changed: null,
  };
  const output = result.kind === 'done' ? result.output : lost;
  if (output === null) {
    const endAsked = state.endAsked === null ? null : { ...state.endAsked, at: now };
    return { state: { ...state, endAsked }, said: [] };
  }
  const ending = endingOf(state, output.ending);
  const driven = drivenOf(state);
  const done: Completion = { turn: null, message: null, at: now, outcome: ending.kind, tools: 0 };
  const { startedAt, conversation, usage, context, turns, last } = state;
  return {
    state: {
      kind: 'ended',
      startedAt,
      endedAt: now,
      ending,
      endedBy: state.endAsked?.by ?? null,
      conversation,
      usage,
      context,
      turns,
      last,
      refused: null,
      changed: output.changed,
      ...(output.heir !== undefined && { heir: { ...output.heir, cut: wasCutOff(state) } }),
      driven: { ...driven, asks: [], untold: [...driven.untold, done] },
    },
    said: [
      ...sayOwnChanges(output.own),
      { kind: 'session_ended', data: { name: spec.name, ending: ending.kind, ...wordsOf(ending) } },
    ],
  };
}

const wordsOf = (ending: Ending): Pick<FactMap['session_ended'], 'code' | 'signal'> =>
  ending.kind === 'exited' ? { code: ending.code } : ending.kind === 'signalled' ? { signal: ending.signal } : {};

/** An end that nobody of ours asked for came with the keeper's own, told to go. */
const endingOf = (state: SessionLive, ending: Ending): Ending =>
  ending.kind === 'cancelled' && state.endAsked === null ? { kind: 'lost' } : ending;
