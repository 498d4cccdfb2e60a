// Whether what is waited for is there, and what that means for the one who waits. Facts that are already past count.
import type { WaitEnd } from '../../contract/session.ts';
import type { Run } from '../../domain/run/run.ts';
import type { TurnOutcome } from '../../domain/run/turn.ts';
import type { Message } from '../../domain/session/message.ts';
import type { LastTurn, Session, SessionLive } from '../../domain/session/session.ts';
import type { TaskOutcome } from '../../domain/task/outcome.ts';
import { sayOutcome } from '../session/status.ts';
import { exitOfEnding, sayEnding } from '../shared/describe-ending.ts';
import { sayGoingOn } from '../task/in-hand/take-over.ts';

export type Until = WaitEnd['until'];
export type Reached = Pick<WaitEnd, 'state' | 'why' | 'exit'>;

/** Messages that wait for it or are on their way, and open questions of it. */
export type Queues = { readonly pending: number; readonly questions: number };

/** null: not yet. */
export function judgeSession(session: Session, until: Until, queues: Queues): Reached | null {
  const { spec, state } = session;
  switch (state.kind) {
    case 'requested':
      return null;
    case 'ended': {
      const onward = sayGoingOn(session);
      const how = state.refused === null ? sayEnding(state.ending) : `not started: ${state.refused}`;
      const why = onward === null ? how : `${how}; to go on with its conversation: ${onward}`;
      const own = state.refused === null ? exitOfEnding(state.ending) : 125;
      if (until === 'ended') return { state: 'ended', why: `${spec.name} ended: ${why}`, exit: own };
      const lastly = until === 'done' || until === 'turn' ? state.last : null;
      if (lastly !== null) return ofTurn(spec.name, until, lastly);
      return { state: 'ended', why: `${spec.name} ended: ${why}`, exit: 1 };
    }
    case 'live':
      return judgeLive(spec.name, state, until, queues);
  }
}

function judgeLive(name: string, state: SessionLive, until: Until, { pending, questions }: Queues): Reached | null {
  const { standing } = state.stood;
  const isAsking = standing.kind === 'asks' && questions > 0;
  const asks = { state: 'asks', why: `${name} waits for a person` };
  switch (until) {
    case 'ended':
      return null;
    case 'ready':
      // A message that is being given to it is not yet seen as its work.
      if (standing.kind !== 'ready' || state.turn !== null) return null;
      return { state: 'ready', why: `${name} is ready`, exit: 0 };
    case 'asks':
      return isAsking ? { ...asks, exit: 0 } : null;
    case 'done':
    case 'turn': {
      if (until === 'done' && isAsking) return { ...asks, exit: 6 };
      if (state.turn !== null || pending > 0 || state.last === null) return null;
      return ofTurn(name, until, state.last);
    }
  }
}

function ofTurn(name: string, until: Until, last: LastTurn): Reached {
  const said = sayOutcome(last.outcome).split('\n')[0] ?? '';
  const words = last.outcome.kind.replaceAll('_', ' ');
  const why = `turn ${last.number} of ${name}: ${words}${said === '' ? '' : `: ${said.slice(0, 200)}`}`;
  const failing = exitOfOutcome(last.outcome);
  return {
    state: last.outcome.kind,
    why,
    exit: failing !== 0 || until === 'turn' ? failing : last.idle === false ? 0 : 5,
  };
}

function exitOfOutcome(outcome: Pick<TurnOutcome, 'kind'>): number {
  switch (outcome.kind) {
    case 'answered':
    case 'empty':
    case 'interrupted':
      return 0;
    case 'limited':
      return 7;
    case 'timed_out':
      return 124;
    case 'refused_by_permission':
    case 'api_error':
    case 'auth_missing':
    case 'cut_off':
    case 'crashed':
      return 1;
  }
}

/** Only the end of a run is told. */
export function judgeRun({ id, state }: Run): Reached | null {
  if (state.kind !== 'ended') return null;
  const refused = state.result.kind === 'refused' ? state.result.failure.message : null;
  const why = refused ?? (state.ending === null ? 'ended' : sayEnding(state.ending));
  const exit = refused !== null || state.ending === null ? 125 : exitOfEnding(state.ending);
  return { state: state.ending?.kind ?? 'ended', why: `${id}: ${why}`, exit };
}

const outcomes: Readonly<Record<TaskOutcome['kind'], number>> = {
  released: 0,
  proven: 0,
  not_verified: 5,
  failed: 1,
  cancelled: 130,
};

type TaskSeen = { readonly id: string; readonly outcome: TaskOutcome | null; readonly asks: boolean };

export function judgeTask({ id, outcome, asks }: TaskSeen, until: Until): Reached | null {
  if (outcome !== null)
    return { state: outcome.kind, why: `${id}: ${outcome.why}`, exit: until === 'asks' ? 1 : outcomes[outcome.kind] };
  if (!asks || until === 'ended') return null;
  return { state: 'asks', why: `${id} waits for a person`, exit: until === 'asks' ? 0 : 6 };
}

/** Of its delivery, or with `done`, `turn` and `ended` of its turn. */
export function judgeMessage({ id, state }: Message, until: Until): Reached | null {
  switch (state.kind) {
    case 'queued':
    case 'delivering':
      return null;
    case 'delivered':
      return until === 'ready' ? { state: 'delivered', why: `${id} was delivered`, exit: 0 } : null;
    case 'turn_ended':
      return { state: state.outcome.kind, why: `${id}: ${state.outcome.kind}`, exit: exitOfOutcome(state.outcome) };
    case 'failed':
    case 'uncertain':
      return { state: state.kind, why: `${id}: ${state.why}`, exit: 1 };
    case 'expired':
    case 'dropped':
      return { state: state.kind, why: `${id} was ${state.kind}`, exit: 4 };
  }
}
