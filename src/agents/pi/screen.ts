// pi's screen: a composer between two rules without any glyph, `⠧ Working...` above it while it works. It never asks.
import type { Screen } from '../../domain/screen/screen.ts';
import { composerText, findBox, linesBetween } from '../drivers/frame.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

export function readPiScreen(screen: Screen): ScreenReading {
  const box = findBox(screen);
  if (!box || !screen.title.startsWith('π')) return unknownScreen('it does not show its input line');
  const { row } = screen.cursor;
  if (row <= box.top || row >= box.bottom) return unknownScreen('its cursor is not in its input line');
  const composer = composerText(linesBetween(screen, box.top, box.bottom), 0);
  return isWorking(screen, box.top) ? { kind: 'busy', composer } : { kind: 'idle', composer };
}

const isWorking = ({ lines }: Screen, top: number): boolean =>
  lines.slice(Math.max(0, top - 4), top).some((line) => /^\s*[⠀-⣿]\s\S.*\.\.\./u.test(line));
