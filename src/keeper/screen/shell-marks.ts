// Where prompts begin and end and commands run, as shells mark it (OSC 133), which the library knows nothing of.
import type xterm from '@xterm/headless';
import type { ShellMark } from '../../domain/screen/screen.ts';

type Which = 'normal' | 'alternate';
/** `line`: follows its row as it scrolls; null on the alternate screen, where nothing scrolls away for long. */
type Place = { readonly line: xterm.IMarker | null; readonly row: number; readonly column: number };
type Heard = Exclude<ShellMark, { kind: 'input' }> | { readonly kind: 'input'; readonly place: Place };

const longestExit = 6;

/** Lives as long as its terminal. */
export class ShellMarks {
  readonly #terminal: xterm.Terminal;
  #last: Record<Which, Heard | null> = { normal: null, alternate: null };

  constructor(terminal: xterm.Terminal) {
    this.#terminal = terminal;
    terminal.parser.registerOscHandler(133, (data) => this.#hear(data));
    terminal.parser.registerEscHandler({ final: 'c' }, () => this.#forget());
    // Both screens are entered and left so; what was marked on the alternate one goes with it.
    terminal.buffer.onBufferChange(({ type }) => {
      if (type === 'normal') this.#set('alternate', null);
    });
  }

  /** Of the screen that shows; null: none. */
  read(): ShellMark | null {
    const last = this.#last[this.#which];
    if (last?.kind !== 'input') return last;
    const { line, row, column } = last.place;
    if (line === null) return { kind: 'input', at: { row, column } };
    const visible = line.isDisposed ? -1 : line.line - this.#terminal.buffer.active.baseY;
    return { kind: 'input', at: visible < 0 ? null : { row: visible, column } };
  }

  /** Bytes that make an empty terminal know it of the screen behind the one that shows. */
  before(): string {
    return this.#which === 'alternate' ? asText(this.#last.normal) : '';
  }

  /** And of the one that shows; the cursor is elsewhere after them. */
  after(): string {
    const mark = this.read();
    const at = mark?.kind === 'input' ? mark.at : null;
    return at === null ? asText(mark) : `\x1b[${at.row + 1};${at.column + 1}H${osc('B')}`;
  }

  get #which(): Which {
    return this.#terminal.buffer.active.type;
  }

  /** `A`, `B`, `C`, `D`, each with parameters behind a semicolon. Others mean nothing here. */
  #hear(data: string): boolean {
    const [letter, value = ''] = data.split(';');
    const heard = this.#read(letter ?? '', value);
    if (heard !== null) this.#set(this.#which, heard);
    return true;
  }

  #read(letter: string, value: string): Heard | null {
    switch (letter) {
      case 'A':
        return { kind: 'prompt' };
      case 'B':
        return { kind: 'input', place: this.#place() };
      case 'C':
        return { kind: 'command' };
      case 'D':
        return { kind: 'done', exit: /^\d+$/.test(value) && value.length < longestExit ? Number(value) : null };
      default:
        return null;
    }
  }

  #place(): Place {
    const { active } = this.#terminal.buffer;
    const line = active.type === 'normal' ? (this.#terminal.registerMarker(0) ?? null) : null;
    return { line, row: active.cursorY, column: active.cursorX };
  }

  #set(which: Which, heard: Heard | null): void {
    const before = this.#last[which];
    if (before?.kind === 'input') before.place.line?.dispose();
    this.#last[which] = heard;
  }

  #forget(): false {
    for (const which of ['normal', 'alternate'] as const) this.#set(which, null);
    return false;
  }
}

/** Where the prompt ended is not told so. */
function asText(mark: Heard | ShellMark | null): string {
  switch (mark?.kind) {
    case undefined:
      return '';
    case 'command':
      return osc('C');
    case 'done':
      return osc(mark.exit === null ? 'D' : `D;${mark.exit}`);
    case 'prompt':
    case 'input':
      return osc('A');
  }
}

const osc = (text: string): string => `\x1b]133;${text}\x1b\\`;
