// Requests that a program makes for itself beside the conversation: titles, routing, reviews, memories, suggestions.
import type { Heard } from './play.ts';

/** Qwen Code asks these with all its tools, as if they were the conversation's own. */
const asides = [/If nothing durable should be saved/, /Format: 2-12 words/];

/** A conversation always has tools; of what has, only the words tell. */
export const isBackground = ({ tools, last }: Heard): boolean =>
  tools.length === 0 || asides.some((aside) => aside.test(last.text));
