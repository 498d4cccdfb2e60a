// Lines that go up and a status that stays below them, redrawn in one write so that nothing flickers; plain lines where there is no screen.
import { elapsed } from '../print/amounts.ts';
import { cut, widthOf } from '../print/cells.ts';
import { isScreen } from '../print/look.ts';
import type { Console } from './console.ts';

export type LiveView = {
  /** One more line above the status, or several. */
  line(text: string): void;
  /** The status anew; of what does not fit the end is shown, or what begins with the cursor. `cursor`: where it stands, by row of the status and cell; below it where absent. */
  status(lines: readonly string[], cursor?: Place): void;
  /** The status is taken away. */
  clear(): void;
  /** Something else was written meanwhile: what stands there stays. */
  forget(): void;
};

type Place = { readonly row: number; readonly cell: number };

const sync = { begin: '\u001b[?2026h', end: '\u001b[?2026l' };
/** A symbol that is wider than was thought is cut at the edge, and moves nothing to the next line. */
const wraps = { off: '\u001b[?7l', on: '\u001b[?7h' };

export function createLiveView(console: Pick<Console, 'stdout' | 'env' | 'plain'>): LiveView {
  const { stdout: out } = console;
  if (!isScreen(console))
    return {
      line: (text) => void out.write(`${text}\n`),
      status: () => undefined,
      clear: () => undefined,
      forget: () => undefined,
    };
  let below: readonly string[] = [];
  let at: Place | undefined;
  let last = '';
  const width = () => Math.max(1, out.columns || 80);
  const rows = (lines: readonly string[]) => lines.reduce((sum, line) => sum + rowsOf(line, width()), 0);
  const up = () => {
    const above = at === undefined ? rows(below) : rows(below.slice(0, at.row)) + Math.floor(at.cell / width());
    return above === 0 ? '\r\u001b[J' : `\r\u001b[${above}A\u001b[J`;
  };
  const draw = (above: string, lines: readonly string[], cursor?: Place) => {
    const most = Math.max(1, (out.rows || 24) - 1);
    const hidden = Math.max(0, Math.min(lines.length - most, cursor?.row ?? lines.length));
    const fitting = lines.slice(hidden, hidden + most).map((line) => cut(line, width()));
    const text = fitting.map((line) => `${line}\n`).join('');
    const place = cursor === undefined ? undefined : { row: cursor.row - hidden, cell: cursor.cell };
    const to = place === undefined ? '' : moveUp(fitting.length - place.row, place.cell);
    out.write(`${sync.begin}${up()}${above}${wraps.off}${text}${wraps.on}${to}${sync.end}`);
    below = fitting;
    at = place;
  };
  return {
    line: (text) => draw(`${text}\n`, below, at),
    status: (lines, cursor) => {
      const wanted = JSON.stringify([lines, cursor, width()]);
      if (wanted !== last) draw('', lines, cursor);
      last = wanted;
    },
    forget: () => {
      last = '';
      below = [];
      at = undefined;
    },
    clear: () => {
      last = '';
      draw('', []);
    },
  };
}

const moveUp = (rows: number, cell: number): string =>
  `${rows > 0 ? `\u001b[${rows}A` : ''}\r${cell > 0 ? `\u001b[${cell}C` : ''}`;

/** A line that was drawn before the terminal became narrower takes several rows now. */
const rowsOf = (line: string, width: number): number => Math.max(1, Math.ceil(widthOf(line) / width));

// Something that takes over a second says on a terminal what it does, how long, and how to leave.

export async function waiting<T>(console: Console, what: string, work: Promise<T>): Promise<T> {
  const { stderr, now } = console;
  if (stderr.isTTY !== true) return work;
  const redraws = isScreen({ stdout: stderr, env: console.env, plain: console.plain === true });
  const begun = now();
  let shown = false;
  const timer = setInterval(() => {
    const text = `${what}, ${elapsed(now() - begun)} (Ctrl-C leaves)`;
    if (redraws) stderr.write(`\r\u001b[K${cut(text, (stderr.columns || 80) - 1)}`);
    else if (!shown) stderr.write(`${text}\n`);
    shown = true;
  }, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (shown && redraws) stderr.write('\r\u001b[K');
  }
}

// Waits, or until the signal fires; never rejects.

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
