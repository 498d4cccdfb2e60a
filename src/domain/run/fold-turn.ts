// A whole turn out of everything that happened in it.
import type { AgentEvent, Turn } from './turn.ts';

/** A turn of which nothing is known yet. */
export const unknownTurn: Turn = {
  outcome: { kind: 'cut_off', message: 'its end is not known' },
  conversation: null,
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: null },
  tools: 0,
};

export function addHappening(turn: Turn, happening: AgentEvent): Turn {
  switch (happening.kind) {
    case 'started':
      return { ...turn, conversation: happening.conversation };
    case 'usage':
      return { ...turn, usage: happening.usage };
    // A turn that is cut may tell no more than this.
    case 'context':
      return {
        ...turn,
        ...(happening.usage === undefined ? {} : { usage: happening.usage }),
        ...(happening.window === null ? {} : { context: { used: happening.used, window: happening.window } }),
      };
    case 'tool_started':
      return { ...turn, tools: turn.tools + 1 };
    case 'turn_ended':
      return { ...turn, outcome: happening.outcome };
    default:
      return turn;
  }
}

export const foldTurn = (happenings: readonly AgentEvent[]): Turn => happenings.reduce(addHappening, unknownTurn);
