// What the scripted program shows: what was said, then its frame at the bottom of the screen.

export type Dialog = {
  readonly title: string;
  readonly subject: string;
  readonly labels: readonly string[];
  readonly selected: number;
};

const rows = () => process.stdout.rows || 24;
const columns = () => process.stdout.columns || 80;
const rule = () => '─'.repeat(columns());

/** Lives as long as the program. */
export class Picture {
  ready = false;
  line = '';
  dialog: Dialog | null = null;
  readonly #steady: boolean;
  readonly #said: string[] = [];
  #working = false;
  #turns = 0;
  #spin: NodeJS.Timeout | null = null;

  /** `steady`: it shows no work. */
  constructor(steady: boolean) {
    this.#steady = steady;
  }

  open(): void {
    process.stdout.write('\u001b[?1049h\u001b[?2004h\u001b]0;scripted\u0007');
    process.stdout.on('resize', () => this.draw());
    this.draw();
  }

  close(): void {
    process.stdout.write('\u001b[?2004l\u001b[?1049l');
  }

  say(text: string): void {
    this.#said.push(...text.split('\n'));
    this.draw();
  }

  work(on: boolean): void {
    this.#working = on;
    if (this.#spin !== null) clearInterval(this.#spin);
    this.#spin = on && !this.#steady ? setInterval(() => this.draw(), 120) : null;
    this.draw();
  }

  draw(): void {
    const frame = this.dialog === null ? this.#composer() : dialogOf(this.dialog);
    const room = Math.max(0, rows() - frame.lines.length);
    const said = this.#said.flatMap(fold).slice(-room);
    const blank = Array.from({ length: room - said.length }, () => '');
    const lines = [...said, ...blank, ...frame.lines].map((line) => `${line}\u001b[K`);
    const cursor = `\u001b[${room + frame.row + 1};${frame.column + 1}H`;
    process.stdout.write(`\u001b[?2026h\u001b[H${lines.join('\r\n')}${cursor}\u001b[?2026l`);
  }

  #composer() {
    const shown =
      this.line.length > 800 ? [`[Pasted text ${this.line.length} chars]`] : this.line.split('\n').flatMap(fold);
    const busy = this.#working && !this.#steady;
    if (busy) this.#turns += 1;
    const work = busy ? `${'·✢✳✶'[this.#turns % 4]} Working… (esc to interrupt)` : '';
    const typed = this.line === '' && this.ready ? ['\u001b[2mSay what is to be done\u001b[22m'] : shown;
    const lines = typed.map((text, index) => `${index === 0 ? '❯' : ' '} ${text}`);
    const end = this.line === '' ? '' : (shown.at(-1) ?? '');
    return {
      lines: [work, rule(), ...(this.ready ? lines : [' starting']), rule(), '  ? for shortcuts'],
      row: 1 + lines.length,
      column: 2 + end.length,
    };
  }
}

function dialogOf({ title, subject, labels, selected }: Dialog) {
  const choices = labels.map((label, index) => ` ${index === selected ? '❯' : ' '} ${index + 1}. ${label}`);
  return {
    lines: [rule(), ` ${title}`, ` ${subject}`, '', ...choices, '', ' Enter to confirm · Esc to cancel'],
    row: 4 + selected,
    column: 1,
  };
}

/** As the terminal would, two cells short. */
const fold = (line: string): readonly string[] =>
  line.match(new RegExp(`.{1,${Math.max(10, columns() - 4)}}`, 'gu')) ?? [''];
