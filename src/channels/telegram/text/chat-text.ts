// Words on their way into a chat: plain, within its limit, and no text of others is a command that one tap sends.
import { tidy } from '../../../domain/text/safe/strip-control.ts';
import { commandNames, lookNames } from '../updates/understand.ts';
import { messageLimit, shorten } from './split.ts';

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

/** As wide as a phone shows it: Chinese takes two columns, a mark of a picture too. */
export const columnsOf = (text: string): number =>
  [...text].reduce(
    (sum, sign) => sum + (/[\p{Script=Han}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u.test(sign) ? 2 : 1),
    0,
  );

/** More of it no phone shows on a button. */
const keyColumns = 40;

/** As a button says it. */
export function keyText(text: string): string {
  if (columnsOf(text) <= keyColumns) return text;
  let kept = '';
  for (const sign of text) {
    if (columnsOf(kept + sign) > keyColumns - 1) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}

/** On one line, so that it cannot pass for several. */
export const chatLine = (text: string): string => tidy(text).replace(/\s+/g, ' ').trim();
