// A turn of an agent: what it came to, and who goes on where it came to nothing.
import type { Failure } from '../error.ts';
import type { Ending } from '../run/ending.ts';
import { isForgotten } from '../run/is-forgotten.ts';
import { isLimitTold } from '../run/is-limit-told.ts';
import type { Run } from '../run/run.ts';
import type { Turn } from '../run/turn.ts';
import { whyNoAnswer } from '../run/why-no-answer.ts';

export type TurnCame =
  | { readonly kind: 'under_way' }
  /** `lost`: the keeper that was to hold it died as well. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly lost: boolean }
  /** The conversation that was to be resumed is not known to its agent: it is begun afresh. */
  | { readonly kind: 'forgotten' }
  /** Stopped, for what it may use is used up. */
  | { readonly kind: 'over'; readonly turn: Turn }
  /** By what holds it (`lost`), or by a signal; nobody knows how far it came. */
  | { readonly kind: 'cut'; readonly turn: Turn; readonly lost: boolean }
  /** `until`: when the agent's service takes work again; null where it is no limit, or names no time. */
  | { readonly kind: 'failed'; readonly turn: Turn | null; readonly why: string; readonly until: number | null }
  | { readonly kind: 'answered'; readonly turn: Turn; readonly text: string };

/** `resumed`: the conversation that it was to go on with. */
export function judgeTurn(run: Run | undefined, resumed: string | null): TurnCame {
  if (run === undefined || run.state.kind !== 'ended') return { kind: 'under_way' };
  const { result, ending, over } = run.state;
  if (result.kind === 'refused') return { kind: 'refused', failure: result.failure, lost: ending?.kind === 'lost' };
  if (result.kind !== 'turn') return { kind: 'failed', turn: null, why: 'the run was no turn', until: null };
  const { turn } = result;
  const { outcome } = turn;
  const isAnswer = outcome.kind === 'answered' || outcome.kind === 'refused_by_permission';
  if (isForgotten(resumed, turn)) return { kind: 'forgotten' };
  if (over === true && !isAnswer) return { kind: 'over', turn };
  if (isCut(ending, turn)) return { kind: 'cut', turn, lost: ending?.kind === 'lost' };
  if (isAnswer) return { kind: 'answered', turn, text: outcome.text };
  const until = outcome.kind === 'limited' ? outcome.until : null;
  return { kind: 'failed', turn, why: whyNoAnswer(outcome), until };
}

/** Why a turn was not begun: its copy is gone or cannot be worked in now, so no other agent could either. */
export const isOfCopy = (
  failure: Failure | null | undefined,
): failure is Failure & { readonly error_code: 'COPY_MISSING' | 'GIT_FAILED' } =>
  failure?.error_code === 'COPY_MISSING' || failure?.error_code === 'GIT_FAILED';

/** A signal to a program in a sandbox is passed on as an exit code. */
const isCut = (ending: Ending | null, { outcome }: Turn): boolean =>
  ending?.kind === 'lost' ||
  ending?.kind === 'signalled' ||
  (ending?.kind === 'exited' && ending.code > 128 && outcome.kind === 'cut_off');

export type NextAgent =
  | { readonly kind: 'agent'; readonly agent: number }
  | { readonly kind: 'limit'; readonly until: number }
  | { readonly kind: 'nobody' };

/** Who goes on after `agent` failed: the next of them; else a limit that names a time is waited for. */
export function nextAgentOf(agents: readonly string[], agent: number, until: number | null, now: number): NextAgent {
  if (agent + 1 < agents.length) return { kind: 'agent', agent: agent + 1 };
  return isLimitTold(until, now) ? { kind: 'limit', until } : { kind: 'nobody' };
}
