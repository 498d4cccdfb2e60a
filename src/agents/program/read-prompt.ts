// Any program's screen: ready where a prompt's glyph stands right before the cursor and nothing comes after it; all else is unknown.
import type { Screen } from '../../domain/screen/screen.ts';
import { type ScreenReading, unknownScreen } from '../drivers/screen-reading.ts';

/** `> `, `› `, `❯ `, `$ `, `# `, after whatever a prompt says; not behind a number, as choices of menus have them. */
const glyph = /(^|[^\d\s.)])?\s*[>›❯$#%]\s?$/u;

export function readPrompt({ lines, cursor }: Screen): ScreenReading {
  const line = lines[cursor.row] ?? '';
  const before = line.slice(0, cursor.column).replaceAll('\u00a0', ' ');
  const after = [line.slice(cursor.column), ...lines.slice(cursor.row + 1)].join('').trim();
  const padded = before.length < cursor.column ? before.padEnd(cursor.column) : before;
  if (!glyph.test(padded) || /\s{2,}$/.test(padded)) return unknownScreen('it does not say how it stands');
  return after === '' ? { kind: 'idle', composer: '' } : unknownScreen('something stands after its cursor');
}
