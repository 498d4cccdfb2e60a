// How a program wants keys told: the kitty protocol's flags and xterm's modifyOtherKeys, which the library knows nothing of.
import type xterm from '@xterm/headless';

type Parameters = (number | number[])[];
type Screen = 'normal' | 'alternate';

/** Terminals keep no more. */
const deepest = 16;

/** Lives as long as its terminal. */
export class KeyModes {
  readonly #terminal: xterm.Terminal;
  /** Each screen has its own; the last rules. */
  #pushed: Record<Screen, number[]> = { normal: [], alternate: [] };
  #others = 0;

  constructor(terminal: xterm.Terminal) {
    this.#terminal = terminal;
    const hear = (prefix: string, final: string, take: (parameters: Parameters) => void) =>
      terminal.parser.registerCsiHandler({ prefix, final }, (parameters) => {
        take(parameters);
        // What else it means, the library does.
        return false;
      });
    hear('>', 'u', ([flags]) => this.#change((stack) => [...stack, one(flags, 0)].slice(-deepest)));
    hear('<', 'u', ([count]) => this.#change((stack) => stack.slice(0, -Math.max(1, one(count, 1)))));
    hear('=', 'u', ([flags, how]) => this.#change((stack) => mixed(stack, one(flags, 0), one(how, 1))));
    hear('>', 'm', ([which, value]) => {
      if (which === 4) this.#others = one(value, 0);
      // Without a number all of its kind are as at the start.
      else if (one(which, 0) === 0) this.#others = 0;
    });
    terminal.parser.registerEscHandler({ final: 'c' }, () => this.#forget());
  }

  /** For the screen behind the one that shows. */
  before(): string {
    return this.#screen === 'alternate' ? asText(this.#pushed.normal) : '';
  }

  /** For the screen that shows. */
  after(): string {
    return `${asText(this.#pushed[this.#screen])}${this.#others === 0 ? '' : `\x1b[>4;${this.#others}m`}`;
  }

  get #screen(): Screen {
    return this.#terminal.buffer.active.type;
  }

  #change(next: (stack: number[]) => number[]): void {
    this.#pushed[this.#screen] = next(this.#pushed[this.#screen]);
  }

  #forget(): false {
    this.#pushed = { normal: [], alternate: [] };
    this.#others = 0;
    return false;
  }
}

const one = (parameter: number | number[] | undefined, absent: number): number =>
  typeof parameter === 'number' ? parameter : absent;

/** `how`: 1 sets all, 2 adds, 3 takes away. */
function mixed(stack: number[], flags: number, how: number): number[] {
  const now = stack.at(-1) ?? 0;
  const then = how === 2 ? now | flags : how === 3 ? now & ~flags : flags;
  return [...stack.slice(0, -1), then];
}

const asText = (stack: readonly number[]): string => stack.map((flags) => `\x1b[>${flags}u`).join('');
