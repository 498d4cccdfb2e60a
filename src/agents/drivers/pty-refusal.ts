// Why a message is not typed now; what is not sure is refused.
import type { Screen } from '../../domain/screen/screen.ts';
import type { Message } from '../../ports/agent.ts';
import type { TerminalProfile } from './pty-profile.ts';

/** A line of a terminal in its plain mode holds no more, the rest is cut off silently. */
const lineLimit = 4095;
/** A key of a person's this young may not be on the screen yet. */
const recentMs = 1000;

export const halfTyped = 'a half-typed line stands in it';

/** null: it may be typed. */
export function refusalOf(profile: TerminalProfile, screen: Screen, message: Message, now: number): string | null {
  const { typed } = screen;
  if (typed.bytes > 0 && now - (typed.at ?? 0) < recentMs) return 'somebody is typing in its terminal';
  const unfit = unfitOf(screen, message.text);
  if (unfit !== null) return unfit;
  const reading = profile.read(screen);
  if (reading.kind === 'asks') return `it asks something first: ${reading.asked.text.split('\n').at(-1)}`;
  // Where it shows an empty line, what was typed has been erased.
  if (profile.stranger) return (reading.kind === 'idle' ? reading.composer !== '' : typed.bytes > 0) ? halfTyped : null;
  if (reading.kind === 'unknown') return message.steer ? null : `its screen is not known: ${reading.why}`;
  if (reading.kind === 'busy' && !message.steer) return 'it is busy';
  return (reading.composer ?? '') === '' ? null : halfTyped;
}

/** Programs that take pastes take any text; others take lines. */
function unfitOf({ bracketedPaste }: Screen, text: string): string | null {
  if (bracketedPaste) return null;
  if (/[\r\n]/.test(text.trimEnd())) return 'it takes single lines only: a line break would send the first of them';
  const bytes = Buffer.byteLength(text);
  return bytes > lineLimit ? `it takes lines of at most ${lineLimit} bytes, this has ${bytes}` : null;
}
