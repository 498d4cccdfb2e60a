// Words on their way into a chat: plain, within its limit, and no text of others is a command that one tap sends.
import { tidy } from '../../domain/text/tidy.ts';
import { messageLimit, shorten } from './split.ts';
import { commandNames, lookNames } from './understand.ts';

/** Apps make a link of these wherever they stand, and a tap on it says them in the person's name. */
const commands = new RegExp(
  `(?<![\\w/])/(?=(?:${commandNames.filter((name) => !lookNames.includes(name)).join('|')})(?![\\w/]))`,
  'gi',
);
/** Looks like a slash, and is as long. */
const noSlash = '\u2215';

/** `own`: our own words, in which commands may be tapped. */
export function chatText(text: string, own = false): string {
  const plain = shorten(tidy(text), messageLimit);
  return own ? plain : plain.replace(commands, noSlash);
}

/** On one line, so that it cannot pass for several. */
export const chatLine = (text: string): string => tidy(text).replace(/\s+/g, ' ').trim();
