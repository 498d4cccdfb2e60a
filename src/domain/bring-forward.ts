// A clock that was set back: what waits for a time that it told before is due as much earlier.
import type { AnyThing } from './any-thing.ts';
import { type Instant, instant } from './ids.ts';
import type { Run } from './run/run.ts';
import type { Session } from './session/session.ts';
import { rowOf } from './task/steps.ts';
import type { Task } from './task/task.ts';

type Move = {
  readonly by: number;
  readonly now: Instant;
};

/** The state in which it waits no longer than it was to; null: nothing in it is still to come. `now`: by the clock as it was set. */
export function bringForward(thing: AnyThing, by: number, now: Instant): unknown {
  const move = { by, now };
  switch (thing.kind) {
    case 'task':
      return ofTask(thing.state, move);
    case 'criterion': {
      const { state } = thing;
      return state.at.kind === 'limited' ? { ...state, at: sooner(state.at, move) } : null;
    }
    case 'chain': {
      const { state } = thing;
      return state.at.kind === 'resting' ? { ...state, at: sooner(state.at, move) } : null;
    }
    case 'run':
      return ofRun(thing.state, move);
    case 'session':
      return ofSession(thing.state, move);
    case 'message': {
      const { state } = thing;
      return state.kind === 'queued' && state.after !== undefined
        ? { ...state, after: earlier(state.after, move) }
        : null;
    }
  }
}

/** What is past stays as it was told. */
const earlier = (until: number, { by, now }: Move): number => (until > now ? until - by : until);
const sooner = <Waiting extends { readonly until: number }>(waiting: Waiting, move: Move): Waiting => ({
  ...waiting,
  until: earlier(waiting.until, move),
});

function ofTask(state: Task['state'], move: Move): Task['state'] | null {
  const at = rowOf(state.at).broughtForward?.(state.at, (until) => earlier(until, move)) ?? null;
  return at === null ? null : { ...state, at };
}

/** Of one that has ended, the limit that ended it: its task waits for it. */
function ofRun(state: Run['state'], move: Move): Run['state'] | null {
  if (state.kind === 'running') {
    const over = state.over === undefined ? {} : { over: { ...state.over, at: since(state.over.at, move) } };
    return { ...state, startedAt: since(state.startedAt, move), ...over };
  }
  if (state.kind !== 'ended' || state.result.kind !== 'turn') return null;
  const { turn } = state.result;
  const { outcome } = turn;
  if (outcome.kind !== 'limited' || outcome.until === null || outcome.until <= move.now) return null;
  const limited = { ...outcome, until: earlier(outcome.until, move) };
  const result = { ...state.result, turn: { ...turn, outcome: limited } };
  return { ...state, endedAt: since(state.endedAt, move), result };
}

function ofSession(state: Session['state'], move: Move): Session['state'] | null {
  if (state.kind !== 'live') return null;
  const { turn, endAsked, driven } = state;
  const limit = driven?.limit ?? null;
  return {
    ...state,
    ...(turn !== null && { turn: { ...turn, startedAt: since(turn.startedAt, move) } }),
    ...(endAsked !== null && { endAsked: { ...endAsked, at: since(endAsked.at, move) } }),
    ...(driven !== undefined && limit !== null && { driven: { ...driven, limit: sooner(limit, move) } }),
  };
}

/** The start of what still lasts moves with the clock. */
const since = (at: number, { by }: Move): Instant => instant(at - by);
