// One terminal as its program sees it: bytes in, the picture out, and the answers a terminal owes its program.
import { StringDecoder } from 'node:string_decoder';
import addon from '@xterm/addon-serialize';
import xterm from '@xterm/headless';
import type { Screen } from '../../domain/screen/screen.ts';
import { readCells, readHistory } from './cells.ts';
import { KeyModes } from './key-modes.ts';
import { ShellMarks } from './shell-marks.ts';

/** What cells show; when it changed, and who typed, others know. */
type Shape = Omit<Screen, 'at' | 'changedAt' | 'typed'>;

type Picture = {
  /** Bytes that make an empty terminal of this size look so, its modes and title too. */
  readonly bytes: Uint8Array;
  /** How many bytes at the end of what was written are not in it: the beginning of a sequence that goes on. */
  readonly without: number;
  readonly columns: number;
  readonly rows: number;
};

/** What the library does not tell in public; everything else it does. */
type Inside = {
  readonly coreService?: { readonly isCursorHidden?: boolean; readonly decPrivateModes?: { cursorStyle?: string } };
  readonly coreMouseService?: { readonly activeEncoding?: string };
};

const scrollback = 1000;
/** Bytes looked back for the beginning of an unfinished sequence. */
const lookBack = 64 * 1024;
const windowOptions = { getWinSizeChars: true };
const encodings: Readonly<Record<string, string>> = { SGR: '\x1b[?1006h', SGR_PIXELS: '\x1b[?1016h' };

/** Lives as long as somebody wants to look at it. */
export class ScreenModel {
  readonly #terminal: xterm.Terminal;
  readonly #serialize = new addon.SerializeAddon();
  readonly #decoder = new StringDecoder('utf8');
  readonly #keys: KeyModes;
  readonly #marks: ShellMarks;
  #title = '';
  #tail = Buffer.alloc(0);

  constructor(columns: number, rows: number, answer: (text: string) => void) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback, windowOptions, allowProposedApi: true });
    this.#terminal.loadAddon(this.#serialize);
    this.#terminal.onTitleChange((title) => {
      this.#title = title;
    });
    this.#terminal.onData((text) => text !== '' && answer(text));
    this.#keys = new KeyModes(this.#terminal);
    this.#marks = new ShellMarks(this.#terminal);
  }

  /** Resolves when they are in the picture: by the library's timer, a millisecond later, or `atOnce`. */
  write(bytes: Buffer, atOnce = false): Promise<void> {
    const tail = bytes.length >= lookBack ? bytes.subarray(-lookBack) : Buffer.concat([this.#tail, bytes]);
    this.#tail = Buffer.from(tail.subarray(-lookBack));
    // It does so after a key. This one says nothing.
    if (atOnce) this.#terminal.input('');
    // The library loses a character that is split behind a byte 0x80, as those of `›`, `•` and `…` are: it is given whole ones.
    return new Promise((resolve) => this.#terminal.write(this.#decoder.write(bytes), resolve));
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  read(): Shape {
    const { buffer, cols, rows, modes } = this.#terminal;
    const { active } = buffer;
    const mark = this.#marks.read();
    return {
      columns: cols,
      rows,
      ...readCells(active, rows),
      cursor: { row: active.cursorY, column: Math.min(active.cursorX, cols - 1), visible: !this.#hidden },
      title: this.#title,
      alternate: active.type === 'alternate',
      ...(mark === null ? {} : { mark }),
      bracketedPaste: modes.bracketedPasteMode,
    };
  }

  history(count: number): string[] {
    return count > 0 ? readHistory(this.#terminal.buffer.active, count) : [];
  }

  /** `history`: lines scrolled off the top that go with it. */
  picture(history = 0): Picture {
    const { cols, rows } = this.#terminal;
    const modes = `${this.#hidden ? '\x1b[?25l' : ''}${encodings[this.#inside.coreMouseService?.activeEncoding ?? ''] ?? ''}`;
    const title = this.#title === '' ? '' : `\x1b]2;${this.#title}\x1b\\`;
    const cells = this.#serialize.serialize({ scrollback: history });
    const after = `${this.#marked()}${modes}${this.#keys.after()}${title}`;
    const text = `\x1b[0m\x1b[H\x1b[2J${this.#keys.before()}${this.#marks.before()}${cells}${after}`;
    return { bytes: Buffer.from(text), without: unfinished(this.#tail), columns: cols, rows };
  }

  /** The shell's mark, and the cursor's place: the addon moves back from where the last cell was written, and is one off where that was the last of its row. */
  #marked(): string {
    const { buffer, cols, modes } = this.#terminal;
    const { cursorX, cursorY } = buffer.active;
    if (modes.originMode || cursorX >= cols) return '';
    return `${this.#marks.after()}\x1b[${cursorY + 1};${cursorX + 1}H`;
  }

  close(): void {
    this.#terminal.dispose();
  }

  get #inside(): Inside {
    return (this.#terminal as unknown as { readonly _core?: Inside })._core ?? {};
  }

  get #hidden(): boolean {
    return this.#inside.coreService?.isCursorHidden === true;
  }
}

// How much of the end of a stream is the beginning of an escape sequence, or of a character, that goes on.

const escapeByte = 0x1b;
/** Control sequence introducer with its parameters, without the final byte. */
const control = /^\x1b\[[\x20-\x3f]*$/;
/** Operating system command and its like (APC, DCS, PM, SOS), without the terminator. */
const string = /^\x1b[\]P_^X][^\x07\x1b\x9c\x18\x1a]*$/;
const short = /^\x1b[\x20-\x2f]*$/;

/** Bytes at the end which say nothing yet. */
function unfinished(tail: Buffer): number {
  const at = tail.lastIndexOf(escapeByte);
  if (at !== -1) {
    const rest = tail.toString('latin1', at);
    if (control.test(rest) || string.test(rest) || short.test(rest)) return tail.length - at;
  }
  return halfCharacter(tail);
}

function halfCharacter(tail: Buffer): number {
  for (let back = 1; back <= Math.min(3, tail.length); back += 1) {
    const byte = tail[tail.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
