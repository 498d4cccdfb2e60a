// Whether what was typed stands in the program's input line: the end of the text, or the placeholder that a program shows for a long paste.
import type { Screen } from '../../domain/screen/screen.ts';
import type { TerminalProfile } from './pty-profile.ts';

/** What stands in the input line; null: it is not known. */
export function composerOf(profile: TerminalProfile, screen: Screen): string | null {
  const reading = profile.read(screen);
  return reading.kind === 'idle' || reading.kind === 'busy' ? reading.composer : null;
}

const placeholder = /\[\s*(pasted|paste)\b[^\]]*\]\s*$/i;
const bare = (text: string) => text.replaceAll(/[\s\u00a0]/g, '');
/** Enough to know it again; short enough for a narrow line. */
const tailOf = (text: string) => bare(text).slice(-24);

export function isEchoed(profile: TerminalProfile, screen: Screen, text: string): boolean {
  const composer = profile.stranger ? atCursor(screen) : composerOf(profile, screen);
  if (composer === null || composer === '') return false;
  return bare(composer).endsWith(tailOf(text)) || (!profile.stranger && placeholder.test(composer));
}

/** Its input line is seen without what was typed, or a dialog has come over it. */
export function isTaken(profile: TerminalProfile, screen: Screen, text: string): boolean {
  const known = profile.stranger === true || profile.read(screen).kind !== 'unknown';
  return known && !isEchoed(profile, screen, text);
}

/** The lines down to the cursor, as far as it has come. */
function atCursor({ lines, cursor }: Screen): string {
  const above = lines.slice(Math.max(0, cursor.row - 3), cursor.row);
  return [...above, (lines[cursor.row] ?? '').slice(0, cursor.column)].join('');
}
