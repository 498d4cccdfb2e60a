// A program in a real pseudo-terminal, drawn by the emulator that the keeper has: what stands on the screen, and how it is coloured.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { ofTests } from '../fakes/of-tests.ts';

export type Cell = { readonly text: string; readonly style: string };

export type Recorded = {
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves once the screen holds it. */
  until(words: string | RegExp | ((screen: string) => boolean)): Promise<string>;
  /** The same of all that was ever written, also what is not seen any more. */
  heard(words: string): Promise<unknown>;
  screen(): string;
  /** Row by row, with how each is shown: `32` green, `1` bold, joined by `;`. */
  cells(): readonly (readonly Cell[])[];
  /** What a terminal would be left in. */
  modes(): { readonly alternate: boolean; readonly cursorHidden: boolean; readonly pasteBracketed: boolean };
  title(): string;
  /** The process that a shell runs as its job. */
  inForeground(): number;
  hangUp(): void;
  readonly ended: Promise<number>;
  close(): void;
};

type How = {
  readonly program?: string;
  readonly columns: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
};

export function record(
  argv: readonly string[],
  { program = process.execPath, columns, rows = 40, env = {} }: How,
): Recorded {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'drover-screen-')));
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  const child = pty.spawn(program, [...argv], {
    cols: columns,
    rows,
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      DROVER_HOME: home,
      TERM: 'xterm-256color',
      TZ: 'UTC',
      ...ofTests(),
      ...env,
    },
  });
  let heard: (() => void) | null = null;
  let title = '';
  let hidden = false;
  let drawing = false;
  let said = '';
  let code: number | null = null;
  terminal.onTitleChange((text) => {
    title = text;
  });
  child.onData((data) => {
    said += data;
    const shows = data.lastIndexOf('\u001b[?25h');
    const hides = data.lastIndexOf('\u001b[?25l');
    if (shows !== hides) hidden = hides > shows;
    const [begins, ends] = [data.lastIndexOf('\u001b[?2026h'), data.lastIndexOf('\u001b[?2026l')];
    if (begins !== ends) drawing = begins > ends;
    const whole = !drawing;
    // What is drawn in one piece is looked at in one piece.
    terminal.write(data, () => whole && heard?.());
  });
  const ended = new Promise<number>((resolve) =>
    child.onExit(({ exitCode, signal = 0 }) => {
      // What it wrote last is drawn before it counts as ended.
      terminal.write('', () => {
        code = signal === 0 ? exitCode : 128 + signal;
        heard?.();
        resolve(code);
      });
    }),
  );
  const lines = () => {
    const { active } = terminal.buffer;
    const all = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '');
    return all.join('\n').trimEnd();
  };
  const holds = (words: string | RegExp | ((screen: string) => boolean)) => {
    if (typeof words === 'string') return lines().includes(words);
    return typeof words === 'function' ? words(lines()) : words.test(lines());
  };
  const until = (words: string | RegExp | ((screen: string) => boolean)) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (holds(words)) resolve(lines());
        else if (code !== null) reject(new Error(`ended with ${code}:\n${lines()}`));
        else return;
        heard = null;
      };
      heard = look;
      look();
    });
  return {
    type: (text) => child.write(text),
    resize: (wide, high) => {
      terminal.resize(wide, high);
      child.resize(wide, high);
    },
    until,
    heard: (words) => until(() => said.includes(words)),
    screen: lines,
    cells: () => readCells(terminal),
    modes: () => ({
      alternate: terminal.buffer.active.type === 'alternate',
      cursorHidden: hidden,
      pasteBracketed: terminal.modes.bracketedPasteMode,
    }),
    title: () => title,
    inForeground: () => {
      const found = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[5];
      return Number(found);
    },
    hangUp: () => (child as unknown as { destroy(): void }).destroy(),
    ended,
    close: () => {
      if (code === null) child.kill('SIGKILL');
      terminal.dispose();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function readCells(terminal: xterm.Terminal): readonly (readonly Cell[])[] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, row) => {
    const line = active.getLine(row);
    return Array.from({ length: line?.length ?? 0 }, (__, column) => {
      const cell = line?.getCell(column);
      if (cell === undefined) return { text: '', style: '' };
      const style = [
        cell.isBold() ? '1' : '',
        cell.isDim() ? '2' : '',
        cell.isUnderline() ? '4' : '',
        cell.isInverse() ? '7' : '',
        cell.isFgDefault() ? '' : String(30 + cell.getFgColor()),
        cell.isBgDefault() ? '' : String(40 + cell.getBgColor()),
      ];
      return { text: cell.getWidth() === 0 ? '' : cell.getChars() || ' ', style: style.filter(Boolean).join(';') };
    });
  });
}
