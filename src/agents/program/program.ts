// Any program in a terminal: typed into, looked at, and known only as far as it shows a prompt.

import { isAbsolute } from 'node:path';
import type { Screen, ShellMark } from '../../domain/screen/screen.ts';
import { unknownProgram } from '../drivers/capabilities.ts';
import { findProgram } from '../drivers/launch.ts';
import type { TerminalProfile } from '../drivers/pty/profile.ts';
import { type ScreenReading, unknownScreen } from '../drivers/pty/screen/read.ts';

/** `argv0`: a name on PATH or an absolute path; its words are the start's `args`. */
export const program = (argv0: string): TerminalProfile => ({
  name: argv0,
  capabilities: { ...unknownProgram, steer: true, turnEnd: 'screen' },
  passEnv: [],
  dropEnv: /^CLAUDECODE$/,
  hint: isAbsolute(argv0) ? `${argv0} must be an executable file` : `${argv0} must be on PATH`,
  locate: (env) => findProgram(argv0, env),
  versionArgs: [],
  state: () => [],
  prepare: async ({ args }) => ({ args, env: {} }),
  read: readPrompt,
  hear: () => [],
  outcome: () => null,
  tellsBusy: false,
  calmMs: 0,
  interrupt: '\u0003',
  farewell: null,
  stranger: true,
});

// Any program's screen. Where it marks its prompts and commands as shells do, by the marks; else it is ready where a prompt's glyph stands right before the cursor and nothing comes after it. All else is unknown.

/** `> `, `› `, `❯ `, `$ `, `# `, after whatever a prompt says; not behind a number, as choices of menus have them. */
const glyph = /(^|[^\d\s.)])?\s*[>›❯$#%]\s?$/u;

export function readPrompt(screen: Screen): ScreenReading {
  const { mark } = screen;
  if (mark?.kind === 'command') return { kind: 'busy', composer: null };
  return mark?.kind === 'input' ? readInput(screen, mark) : readGlyph(screen);
}

/** Behind the prompt's end stands what is typed. What came by and only looks like a prompt has the cursor elsewhere soon. */
function readInput({ lines, cursor, alternate }: Screen, { at }: Extract<ShellMark, { kind: 'input' }>): ScreenReading {
  const away = at === null || alternate || cursor.row < at.row || (cursor.row === at.row && cursor.column < at.column);
  if (away) return unknownScreen('its cursor is not behind its prompt');
  const [first = '', ...rest] = lines.slice(at.row);
  const typed = [first.slice(at.column), ...rest].join('\n').trim();
  const begins = cursor.row === at.row && cursor.column === at.column;
  // A prompt's last blank may stand behind its mark.
  if (typed === '' ? cursor.row > at.row : begins) return unknownScreen('its line is not as its cursor has it');
  return { kind: 'idle', composer: typed, marked: true };
}

function readGlyph({ lines, cursor }: Screen): ScreenReading {
  const line = lines[cursor.row] ?? '';
  const before = line.slice(0, cursor.column).replaceAll('\u00a0', ' ');
  const after = [line.slice(cursor.column), ...lines.slice(cursor.row + 1)].join('').trim();
  const padded = before.length < cursor.column ? before.padEnd(cursor.column) : before;
  if (!glyph.test(padded) || /\s{2,}$/.test(padded)) return unknownScreen('it does not say how it stands');
  return after === '' ? { kind: 'idle', composer: '' } : unknownScreen('something stands after its cursor');
}
