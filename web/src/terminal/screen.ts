// A terminal that draws what a session's program writes, by xterm. It draws, and answers what a program asks of its terminal while somebody types; nothing else that a program may want is heeded.
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { withoutHidden } from '../../../src/contract/text/clean.ts';
import { createLeaving } from './leaving.ts';
import { type LineState, openLine, type Right } from './line.ts';

export type ScreenOptions = {
  readonly session: string;
  readonly right: Right;
  /** How it is called by a screen reader. */
  readonly label: string;
  readonly state: (state: LineState) => void;
  /** The keys were pressed that leave a terminal. */
  readonly leave: () => void;
};

export type Screen = {
  readonly focus: () => void;
  /** All that it shows, and what has scrolled off its top. */
  readonly text: () => string;
  readonly close: () => void;
};

const usualSize = 13;
const leastSize = 7;

/** Programs that draw take a terminal for dark: it is so by day too. */
const theme: ITheme = {
  background: '#101214',
  foreground: '#e6e7ea',
  cursor: '#8fb0ff',
  cursorAccent: '#101214',
  selectionBackground: '#2f4472',
  black: '#1b1d20',
  brightBlack: '#8b919b',
  red: '#ff9c94',
  brightRed: '#ffb8b2',
  green: '#6fcf97',
  brightGreen: '#96e0b3',
  yellow: '#f0b95a',
  brightYellow: '#f8d08a',
  blue: '#8fb0ff',
  brightBlue: '#b3caff',
  magenta: '#d7a6ff',
  brightMagenta: '#e6c6ff',
  cyan: '#7fd6e0',
  brightCyan: '#a6e6ed',
  white: '#d6d8dc',
  brightWhite: '#ffffff',
};

export function openScreen(place: HTMLElement, { session, right, label, state, leave }: ScreenOptions): Screen {
  const types = right === 'type';
  const terminal = new Terminal({
    theme,
    fontSize: usualSize,
    fontFamily: getComputedStyle(place).fontFamily,
    lineHeight: 1.15,
    scrollback: 5_000,
    disableStdin: !types,
    cursorInactiveStyle: 'outline',
    minimumContrastRatio: 4.5,
  });
  const fit = new FitAddon();
  const decoder = new TextDecoder();
  terminal.loadAddon(fit);
  terminal.open(place);
  terminal.textarea?.setAttribute('aria-label', label);
  heedNothing(terminal);
  const line = openLine(session, right, {
    state: (told) => {
      state(told);
      if (told.kind === 'live' && types) sizeProgram();
    },
    picture(columns, rows) {
      terminal.reset();
      take(columns, rows);
    },
    window: (columns, rows) => take(columns, rows),
    output: (bytes, drawn) => terminal.write(withoutHidden(decoder.decode(bytes, { stream: true })), drawn),
  });
  const take = (columns: number, rows: number) => {
    terminal.resize(columns, rows);
    if (!types) shrink(terminal, place);
  };
  /** Who types wants it as large as there is room; the program has the smallest of all windows, and says so. */
  const sizeProgram = () => {
    const size = fit.proposeDimensions();
    if (size !== undefined && size.cols > 1 && size.rows > 1) line.resize(size.cols, size.rows);
  };
  const watch = new ResizeObserver(() => (types ? sizeProgram() : shrink(terminal, place)));
  watch.observe(place);
  if (types) passKeys(terminal, line.type, leave);
  else terminal.attachCustomKeyEventHandler((event) => scrollBy(terminal, event));
  return {
    focus: () => terminal.focus(),
    text: () => textOf(terminal),
    close() {
      watch.disconnect();
      line.close();
      terminal.dispose();
    },
  };
}

/** Titles, links, clipboard, colours of its own, files, notifications. */
function heedNothing({ parser }: Terminal): void {
  for (const code of [0, 1, 2, 4, 8, 9, 10, 11, 12, 50, 52, 104, 110, 111, 112, 633, 777, 1337])
    parser.registerOscHandler(code, () => true);
}

function passKeys(terminal: Terminal, type: (keys: Uint8Array) => void, leave: () => void): void {
  const encoder = new TextEncoder();
  const leaving = createLeaving();
  terminal.onData((keys) => {
    const heard = leaving(keys);
    if (heard === null) leave();
    else if (heard !== '') type(encoder.encode(heard));
  });
  terminal.onBinary((keys) => type(Uint8Array.from(keys, (unit) => unit.charCodeAt(0))));
  // The browser's own: what is selected is copied, and pasted with Shift as terminals do.
  terminal.attachCustomKeyEventHandler(({ ctrlKey, shiftKey, key }) => {
    const copies = ctrlKey && key.toLowerCase() === 'c' && terminal.hasSelection();
    return !(copies || (ctrlKey && shiftKey && key.toLowerCase() === 'v'));
  });
}

/** Who looks moves what they see, and all other keys are the page's. */
function scrollBy(terminal: Terminal, { type, key }: KeyboardEvent): boolean {
  if (type === 'keydown' && key === 'PageUp') terminal.scrollPages(-1);
  if (type === 'keydown' && key === 'PageDown') terminal.scrollPages(1);
  return false;
}

/** Who looks sees its whole width, in smaller letters, down to what can be read. */
function shrink(terminal: Terminal, place: HTMLElement): void {
  const drawn = place.querySelector('.xterm-screen')?.clientWidth ?? 0;
  const room = place.clientWidth - 20;
  if (drawn === 0 || room <= 0) return;
  const size = Math.floor(((terminal.options.fontSize ?? usualSize) * room) / drawn);
  terminal.options.fontSize = Math.max(leastSize, Math.min(usualSize, size));
}

function textOf({ buffer: { active } }: Terminal): string {
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '');
  return lines.join('\n').trimEnd();
}
