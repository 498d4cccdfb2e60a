// May this message be given to the agent now? The same words for `decide` and for the claim that is made with the rows in hand.

import type { AgentStatus } from './agent-status.ts';
import type { Message } from './message.ts';
import type { SessionState } from './session.ts';

/** `until`: when to look again; null: when the session moves. `turn`: it begins one of its own. */
export type May =
  | { readonly kind: 'yes'; readonly turn: boolean }
  | { readonly kind: 'no'; readonly why: string; readonly until: number | null };

const no = (why: string, until: number | null = null): May => ({ kind: 'no', why, until });

export function mayDeliver(state: SessionState, message: Message, first: boolean, now: number): May {
  const { spec } = message;
  if (state.kind !== 'live') return no(state.kind === 'requested' ? 'the session starts' : 'the session has ended');
  if (state.endAsked !== null) return no('the session is being ended');
  if (state.paused !== null) return no(`the session is paused: ${state.paused.why}`);
  const { standing } = state.stood;
  const plain = spec.submit && !spec.keys && spec.text !== '';
  if (spec.force) return { kind: 'yes', turn: false };
  if (!plain && (standing.kind === 'asks' || standing.kind === 'busy')) return { kind: 'yes', turn: false };
  // Words for a turn would be the answer to what it asks.
  if (spec.steer && standing.kind !== 'asks' && (state.turn?.begun || standing.kind === 'busy'))
    return { kind: 'yes', turn: false };
  const until = state.driven?.limit?.until ?? null;
  if (until !== null && until > now) return no('its service limits the agent', until);
  if (!first) return no('others are before it');
  if (state.turn !== null && state.turn.message !== message.id) return no('a turn is under way');
  return standing.kind === 'ready' ? { kind: 'yes', turn: plain } : no(whyNot(standing));
}

function whyNot(standing: Exclude<AgentStatus, { kind: 'ready' }>): string {
  switch (standing.kind) {
    case 'starting':
      return 'the agent starts';
    case 'busy':
      return 'the agent is busy';
    case 'asks':
      return 'the agent asks something first';
    case 'limited':
      return 'its service limits the agent';
    case 'unknown':
      return standing.typed ? standing.why : `nobody knows whether the agent would take it: ${standing.why}`;
  }
}
