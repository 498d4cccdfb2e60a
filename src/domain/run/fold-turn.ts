// A whole turn out of everything that happened in it.
import { defined } from '../defined.ts';
import { credible } from './spent.ts';
import type { AgentEvent, Turn } from './turn.ts';

/** A turn of which nothing is known yet. */
export const unknownTurn: Turn = {
  outcome: { kind: 'cut_off', message: 'its end is not known' },
  conversation: null,
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null },
  tools: 0,
};

export function foldEvent(turn: Turn, event: AgentEvent): Turn {
  switch (event.kind) {
    case 'started':
      return { ...turn, conversation: event.conversation };
    case 'usage':
      return { ...turn, usage: credible(event.usage) };
    // A turn that is cut may tell no more than this.
    case 'context':
      return {
        ...turn,
        ...defined({ usage: event.usage && credible(event.usage) }),
        ...(event.window === null ? {} : { context: { used: event.used, window: event.window } }),
      };
    case 'tool_started':
      return { ...turn, tools: turn.tools + 1 };
    case 'turn_ended':
      return { ...turn, outcome: event.outcome };
    default:
      return turn;
  }
}

export const foldTurn = (events: readonly AgentEvent[]): Turn => events.reduce(foldEvent, unknownTurn);
