// Requests that a program makes for itself beside the conversation: titles, routing, reviews, memories, suggestions.
import type { Heard } from './play.ts';

/** These are asked with tools, as if they were the conversation's own; only the words tell. */
const asides = [
  // Claude Code and Qwen Code: what might the user type next?
  /^\[SUGGESTION MODE:/,
  /Format: 2-12 words/,
  // Qwen Code: what is to be remembered?
  /^Managed memory has TWO directories/,
  /If nothing durable should be saved/,
  // Codex: may this command be run?
  /^The following is the Codex agent history/,
];

export const isBackground = ({ tools, last, users }: Heard): boolean =>
  tools.length === 0 || asides.some((aside) => aside.test(last.text) || aside.test(users.at(-1) ?? ''));
